package io.losslab.labs.measure;

import io.losslab.api.topology.Node;
import io.losslab.collectors.CellSink;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.HostCounters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * RoCEv2 frames that hosts and switches dropped because they were damaged, or of no flow of the
 * cell.
 *
 * @param counted whether a device counts them: agents with real ports do
 * @param rows of the ports that dropped any, hosts first
 * @param damagedBytes at most so many bytes of what hosts sent were lost as damaged frames
 */
public record StrayFrames(boolean counted, List<Row> rows, long damagedBytes) {
    private static final int WHOLE_PORT = -1;

    /** Why frames were dropped. */
    public enum Cause {
        WRONG_ICRC("frames with a wrong ICRC", Counter.WRONG_ICRC_FRAMES),
        UNKNOWN_FLOW("frames of an unknown flow", Counter.UNKNOWN_FLOW_FRAMES);

        private final String text;
        private final Counter counter;

        Cause(String text, Counter counter) {
            this.text = text;
            this.counter = counter;
        }
    }

    /**
     * What a port dropped.
     *
     * @param port from 1, as the topology counts
     * @param frames above zero
     */
    public record Row(Node node, int port, Cause cause, long frames) {
        private String place() {
            return node.isHost() && node.ports() == 1
                    ? node.name()
                    : "%s port %d".formatted(node.name(), port);
        }
    }

    public StrayFrames {
        rows = List.copyOf(rows);
    }

    /** What the devices of a cell have counted. */
    static StrayFrames of(
            Map<Node, HostCounters> hosts,
            Map<Node, PortReadings> switches,
            int longestFrameBytes) {
        List<Row> rows = new ArrayList<>();
        boolean counted = false;
        long damagedBytes = 0;
        for (Map.Entry<Node, HostCounters> host : hosts.entrySet()) {
            Node node = host.getKey();
            for (io.losslab.proto.v1.StrayFrames port : host.getValue().getStrayFramesList()) {
                counted = true;
                add(rows, node, port.getPort(), Cause.WRONG_ICRC, port.getWrongIcrcFrames());
                add(rows, node, port.getPort(), Cause.UNKNOWN_FLOW, port.getUnknownFlowFrames());
                damagedBytes += port.getWrongIcrcBytes();
            }
        }
        for (Map.Entry<Node, PortReadings> readings : switches.entrySet()) {
            Node node = readings.getKey();
            for (int port = 1; port <= node.ports(); port++) {
                for (Cause cause : Cause.values()) {
                    add(rows, node, port, cause, readings.getValue().get(port, cause.counter));
                }
                damagedBytes +=
                        longestFrameBytes
                                * readings.getValue().get(port, Counter.WRONG_ICRC_FRAMES);
            }
        }
        return new StrayFrames(counted, rows, damagedBytes);
    }

    /** Writes the rows as counters: {@code wrongIcrcFrames} and {@code unknownFlowFrames}. */
    void write(long timeNanos, CellSink sink) throws IOException {
        for (Row row : rows) {
            String counter = Setting.word(row.cause().counter);
            sink.counter(
                    timeNanos, row.node().name(), row.port(), WHOLE_PORT, counter, row.frames());
        }
    }

    /** Causes, places and how many, for users; empty where there were none. */
    public String text() {
        StringJoiner causes = new StringJoiner("; ");
        for (Cause cause : Cause.values()) {
            StringJoiner places = new StringJoiner(", ");
            rows.stream()
                    .filter(row -> row.cause() == cause)
                    .map(row -> String.format(Locale.ROOT, "%,d at %s", row.frames(), row.place()))
                    .forEach(places::add);
            if (places.length() > 0) {
                causes.add(cause.text + ": " + places);
            }
        }
        return causes.toString();
    }

    private static void add(List<Row> rows, Node node, int port, Cause cause, long frames) {
        if (frames > 0) {
            rows.add(new Row(node, port, cause, frames));
        }
    }
}
