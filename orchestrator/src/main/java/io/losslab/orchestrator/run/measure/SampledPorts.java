package io.losslab.orchestrator.run.measure;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.plan.CellPlan;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the samples of ports say of a cell, from the end of the warm-up to the end of the traffic:
 * mean egress queues of all ports, of the ports of each link group, and of the ports that the flows
 * of each traffic group pass; mean throughput of the ports of each link group.
 */
public final class SampledPorts {
    private static final int WHOLE_PORT = -1;

    private final CellPlan plan;
    private final Map<PortRef, Set<String>> namesOfPort = new HashMap<>();
    private final Map<String, DoubleSummaryStatistics> queues = new TreeMap<>();

    /** In the topology's order: sums of rates then come out the same bit for bit. */
    private final Map<PortRef, SentBytes> sent =
            new TreeMap<>(
                    Comparator.comparingInt((PortRef port) -> port.node().id())
                            .thenComparingInt(PortRef::port));

    public SampledPorts(CellPlan plan) {
        this.plan = plan;
    }

    void add(Node node, CounterSamples samples) {
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            long time = samples.getTimeNs(row);
            boolean measured =
                    time > plan.setup().warmup().nanos() && time <= plan.setup().duration().nanos();
            if (!measured || samples.getQueue(row) != WHOLE_PORT) {
                continue;
            }
            PortRef port = new PortRef(node, samples.getPort(row));
            if (samples.getCounter(row) == Counter.TX_BYTES) {
                sent.computeIfAbsent(port, p -> new SentBytes()).add(time, samples.getValue(row));
            } else if (samples.getCounter(row) == Counter.EGRESS_BYTES) {
                for (String name : namesOfPort.computeIfAbsent(port, this::names)) {
                    queues.computeIfAbsent(name, n -> new DoubleSummaryStatistics())
                            .accept(samples.getValue(row));
                }
            }
        }
    }

    /**
     * {@code meanQueueBytes}, {@code coreQueueBytes}, {@code webPathQueueBytes}, {@code coreGbps}
     * and their like.
     */
    public Map<String, Double> figures() {
        Map<String, Double> figures = new TreeMap<>();
        queues.forEach((name, values) -> figures.put(name, values.getAverage()));
        Map<String, DoubleSummaryStatistics> rates = new TreeMap<>();
        sent.forEach(
                (port, bytes) ->
                        bytes.gbps()
                                .ifPresent(
                                        rate ->
                                                rates.computeIfAbsent(
                                                                group(port) + "Gbps",
                                                                n -> new DoubleSummaryStatistics())
                                                        .accept(rate)));
        rates.forEach((name, values) -> figures.put(name, values.getAverage()));
        figures.keySet().removeIf(name -> !name.matches("[A-Za-z][A-Za-z0-9]*"));
        return figures;
    }

    private String group(PortRef port) {
        return plan.topology().linkAt(port.node(), port.port()).group();
    }

    private Set<String> names(PortRef port) {
        Set<String> names = new LinkedHashSet<>();
        names.add("meanQueueBytes");
        names.add(group(port) + "QueueBytes");
        plan.sampling()
                .egressByTraffic()
                .forEach(
                        (traffic, ports) -> {
                            if (ports.contains(port)) {
                                names.add(traffic + "PathQueueBytes");
                            }
                        });
        return names;
    }

    /** A port's counter of bytes sent, from its first sample to its last. */
    private static final class SentBytes {
        private long firstNanos = -1;
        private long firstBytes;
        private long lastNanos;
        private long lastBytes;

        void add(long nanos, long bytes) {
            if (firstNanos < 0) {
                firstNanos = nanos;
                firstBytes = bytes;
            }
            lastNanos = nanos;
            lastBytes = bytes;
        }

        OptionalDouble gbps() {
            return lastNanos > firstNanos
                    ? OptionalDouble.of(8.0 * (lastBytes - firstBytes) / (lastNanos - firstNanos))
                    : OptionalDouble.empty();
        }
    }
}
