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
 * <p>A channel is a priority in one direction of a link, named by the port that sends on it. A
 * channel waits for another when some flow takes one after the other: frames that came in by the
 * first lie in the next device's buffer until the second takes them.
 */
public final class BufferDependency {
    private final Map<Channel, Set<Channel>> waitsFor = new LinkedHashMap<>();

    /**
     * What PFC pauses.
     *
     * @param port that sends
     * @param priority of the frames, 0..7
     */
    public record Channel(PortRef port, int priority) {}

    /** Adds a flow by the channels on its way, the host's first. */
    public void addPath(List<Channel> channels) {
        for (int i = 1; i < channels.size(); i++) {
            add(channels.get(i - 1), channels.get(i));
        }
    }

    /** Adds that frames of some flow take one channel and then another. */
    public void add(Channel channel, Channel next) {
        waitsFor.computeIfAbsent(channel, first -> new LinkedHashSet<>()).add(next);
    }

    /** All channels that some flow takes, in the order of the additions. */
    public Set<Channel> channels() {
        Set<Channel> channels = new LinkedHashSet<>();
        waitsFor.forEach(
                (channel, next) -> {
                    channels.add(channel);
                    channels.addAll(next);
                });
        return channels;
    }

    /**
     * Channels that wait for each other in a cycle, each for the next and the last for the first;
     * the same for the same additions in the same order.
     */
    public Optional<List<Channel>> cycle() {
        Map<Channel, Boolean> finished = new HashMap<>();
        for (Channel start : waitsFor.keySet()) {
            Optional<List<Channel>> cycle = search(start, new ArrayList<>(), finished);
            if (cycle.isPresent()) {
                return cycle;
            }
        }
        return Optional.empty();
    }

    /** Depth first; a channel that is begun and not finished is on the way. */
    private Optional<List<Channel>> search(
            Channel channel, List<Channel> way, Map<Channel, Boolean> finished) {
        Boolean state = finished.putIfAbsent(channel, false);
        if (state != null) {
            return state
                    ? Optional.empty()
                    : Optional.of(List.copyOf(way.subList(way.indexOf(channel), way.size())));
        }
        way.add(channel);
        for (Channel next : waitsFor.getOrDefault(channel, Set.of())) {
            Optional<List<Channel>> cycle = search(next, way, finished);
            if (cycle.isPresent()) {
                return cycle;
            }
        }
        way.remove(way.size() - 1);
        finished.put(channel, true);
        return Optional.empty();
    }

    /**
     * As users read it, the first again at the end: {@code a:1 -> b:2 -> a:1}, with priorities
     * where they differ.
     */
    public static String print(List<Channel> cycle) {
        boolean differ = cycle.stream().map(Channel::priority).distinct().count() > 1;
        StringBuilder text = new StringBuilder();
        cycle.forEach(channel -> text.append(print(channel, differ)).append(" -> "));
        return text.append(print(cycle.get(0), differ)).toString();
    }

    private static String print(Channel channel, boolean withPriority) {
        return withPriority
                ? "%s (priority %d)".formatted(channel.port(), channel.priority())
                : channel.port().toString();
    }
}
