package io.losslab.orchestrator.run.cell;

import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.traffic.perftest.BandwidthResult;
import io.losslab.traffic.perftest.LatencyResult;
import io.losslab.traffic.perftest.PerftestRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code perftest.txt}: every cell's bandwidth and latency traffic in the tables of ib_write_lat
 * and ib_write_bw, for eyes that are used to them. The queue pairs of a group are taken together.
 * Latency leaves out what was posted during the warm-up; bandwidth counts from the first post, as
 * perftest does. What perftest itself told of a session stands there as it told it.
 */
final class PerftestTables {
    static final String FILE = "perftest.txt";

    private PerftestTables() {}

    /**
     * The tables of a finished cell.
     *
     * @param sessions clocks, counters, and command lines of sessions of perftest itself
     */
    static String text(CellPlan plan, Samples samples, List<String> sessions) {
        StringBuilder text = new StringBuilder();
        text.append("cell ").append(plan.cell().index()).append(' ').append(plan.cell().params());
        for (TrafficGroup group : plan.setup().traffic()) {
            List<Samples.Message> messages = samples.of(group.name());
            if (!messages.isEmpty()) {
                text.append("\n\n").append(group.name()).append('\n');
                text.append(table(group, messages));
            }
            for (PerftestRow row : samples.means(group.name())) {
                text.append("\n\n%s (mean of a session, by perftest)\n".formatted(group.name()));
                text.append(row.table());
            }
        }
        if (!sessions.isEmpty()) {
            text.append("\n\n").append(String.join("\n", sessions));
        }
        return text.append("\n\n").toString();
    }

    private static String table(TrafficGroup group, List<Samples.Message> messages) {
        if (group.pattern() instanceof TrafficPattern.Latency latency) {
            long[] nanos =
                    messages.stream().mapToLong(m -> (m.endNanos() - m.startNanos()) / 2).toArray();
            return LatencyResult.of(latency.size().bytes(), nanos).table();
        }
        TrafficPattern.Bandwidth bandwidth = (TrafficPattern.Bandwidth) group.pattern();
        long first = messages.stream().mapToLong(Samples.Message::startNanos).min().orElseThrow();
        long[] ends = messages.stream().mapToLong(Samples.Message::endNanos).toArray();
        long posted = (long) bandwidth.txDepth() * bandwidth.flows();
        int outstanding = (int) Math.min(Integer.MAX_VALUE, posted);
        return BandwidthResult.of(bandwidth.size().bytes(), first, ends, outstanding).table();
    }

    /** The completed messages of one cell, by traffic group. For one thread. */
    static final class Samples {
        private final long warmupNanos;
        private final Map<String, List<Message>> byGroup = new LinkedHashMap<>();
        private final Map<String, List<PerftestRow>> means = new LinkedHashMap<>();

        Samples(long warmupNanos) {
            this.warmupNanos = warmupNanos;
        }

        record Message(long startNanos, long endNanos) {}

        void add(TrafficGroup group, long startNanos, long endNanos) {
            boolean bandwidth = group.pattern() instanceof TrafficPattern.Bandwidth;
            if (!bandwidth && !(group.pattern() instanceof TrafficPattern.Latency)) {
                return;
            }
            if (bandwidth || startNanos >= warmupNanos) {
                byGroup.computeIfAbsent(group.name(), any -> new ArrayList<>())
                        .add(new Message(startNanos, endNanos));
            }
        }

        /** Adds what a tool told of a session, instead of its messages. */
        void add(TrafficGroup group, PerftestRow mean) {
            means.computeIfAbsent(group.name(), any -> new ArrayList<>()).add(mean);
        }

        List<PerftestRow> means(String group) {
            return means.getOrDefault(group, List.of());
        }

        List<Message> of(String group) {
            return byGroup.getOrDefault(group, List.of());
        }
    }
}
