package io.losslab.analysis.replay;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The queues that ended up waiting for each other, and when each of them was paused for good.
 *
 * @param stops each queue of the cycle, in its order
 * @param closedNanos when the last of them was paused
 */
record DeadlockCycle(@JsonProperty List<Stop> stops, @JsonProperty long closedNanos) {
    private static final Pattern QUEUE = Pattern.compile("(\\S+):(\\d+) queue (\\d+)");

    /**
     * A queue of the cycle.
     *
     * @param port number of its port
     * @param queue number of the queue
     * @param sinceNanos start of the pause that never ended
     */
    record Stop(@JsonProperty int port, @JsonProperty int queue, @JsonProperty long sinceNanos) {}

    /**
     * Reads a cycle as a cell reports it, {@code A:1 queue 3 -> B:2 queue 3 -> A:1 queue 3}.
     *
     * @param text null: there was no deadlock
     * @param pauses of the cell
     */
    static Optional<DeadlockCycle> parse(String text, List<PauseSpan> pauses, PortIndex ports) {
        if (text == null) {
            return Optional.empty();
        }
        Map<String, PauseSpan> last = new LinkedHashMap<>();
        pauses.forEach(pause -> last.put(pause.port() + " " + pause.queue(), pause));
        List<Stop> stops = new ArrayList<>();
        Matcher queues = QUEUE.matcher(text);
        while (queues.find()) {
            int port = ports.of(queues.group(1) + ":" + queues.group(2));
            int queue = Integer.parseInt(queues.group(3));
            PauseSpan pause = last.get(port + " " + queue);
            if (pause != null) {
                stops.add(new Stop(port, queue, pause.beginNanos()));
            }
        }
        if (stops.size() > 1 && stops.get(0).equals(stops.get(stops.size() - 1))) {
            stops.remove(stops.size() - 1);
        }
        return stops.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new DeadlockCycle(
                                stops,
                                stops.stream().mapToLong(Stop::sinceNanos).max().getAsLong()));
    }
}
