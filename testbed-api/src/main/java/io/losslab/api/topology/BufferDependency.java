package io.losslab.api.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which links wait for which under hop-by-hop pauses: the channel dependency graph of Dally and
 * Seitz (1987), where a cycle is a cyclic buffer dependency, without which PFC cannot deadlock. Not
 * thread safe.
 *
 * <p>A channel is a direction of a link, named by the port that sends on it. A channel waits for
 * another when some flow takes one after the other: frames that came in by the first lie in the
 * next device's buffer until the second takes them.
 */
public final class BufferDependency {
    private final Map<PortRef, Set<PortRef>> waitsFor = new LinkedHashMap<>();

    /** Adds a flow by the sending port of every link on its way, the host's first. */
    public void addPath(List<PortRef> senders) {
        for (int i = 1; i < senders.size(); i++) {
            add(senders.get(i - 1), senders.get(i));
        }
    }

    /** Adds that frames of some flow take one channel and then another. */
    public void add(PortRef channel, PortRef next) {
        waitsFor.computeIfAbsent(channel, port -> new LinkedHashSet<>()).add(next);
    }

    /**
     * Channels that wait for each other in a cycle, each for the next and the last for the first;
     * the same for the same additions in the same order.
     */
    public Optional<List<PortRef>> cycle() {
        Map<PortRef, Boolean> finished = new HashMap<>();
        for (PortRef start : waitsFor.keySet()) {
            Optional<List<PortRef>> cycle = search(start, new ArrayList<>(), finished);
            if (cycle.isPresent()) {
                return cycle;
            }
        }
        return Optional.empty();
    }

    /** Depth first; a channel that is begun and not finished is on the way. */
    private Optional<List<PortRef>> search(
            PortRef channel, List<PortRef> way, Map<PortRef, Boolean> finished) {
        Boolean state = finished.putIfAbsent(channel, false);
        if (state != null) {
            return state
                    ? Optional.empty()
                    : Optional.of(List.copyOf(way.subList(way.indexOf(channel), way.size())));
        }
        way.add(channel);
        for (PortRef next : waitsFor.getOrDefault(channel, Set.of())) {
            Optional<List<PortRef>> cycle = search(next, way, finished);
            if (cycle.isPresent()) {
                return cycle;
            }
        }
        way.remove(way.size() - 1);
        finished.put(channel, true);
        return Optional.empty();
    }

    /** As users read it, the first again at the end: {@code a:1 -> b:2 -> a:1}. */
    public static String print(List<PortRef> cycle) {
        StringBuilder text = new StringBuilder();
        cycle.forEach(channel -> text.append(channel).append(" -> "));
        return text.append(cycle.get(0)).toString();
    }
}
