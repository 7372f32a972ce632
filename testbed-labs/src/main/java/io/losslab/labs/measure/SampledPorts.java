package io.losslab.labs.measure;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.plan.CellPlan;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
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
    private final Map<String, DoubleSummaryStatistics> queues = new TreeMap<>();

    /**
     * By node and port, in the topology's order: sums of rates then come out the same bit for bit.
     */
    private final Map<Integer, Map<Integer, SampledPort>> ports = new TreeMap<>();

    public SampledPorts(CellPlan plan) {
        this.plan = plan;
    }

    void add(Node node, CounterSamples samples) {
        Map<Integer, SampledPort> portsOfNode =
                ports.computeIfAbsent(node.id(), id -> new TreeMap<>());
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            long time = samples.getTimeNs(row);
            boolean measured =
                    time > plan.setup().warmup().nanos() && time <= plan.setup().duration().nanos();
            if (!measured || samples.getQueue(row) != WHOLE_PORT) {
                continue;
            }
            SampledPort port =
                    portsOfNode.computeIfAbsent(
                            samples.getPort(row), number -> sampled(new PortRef(node, number)));
            if (samples.getCounter(row) == Counter.TX_BYTES) {
                port.addSent(time, samples.getValue(row));
            } else if (samples.getCounter(row) == Counter.EGRESS_BYTES) {
                port.addQueue(samples.getValue(row));
            }
        }
    }

    /**
     * {@code meanQueueBytes}, {@code coreQueueBytes}, {@code webPathQueueBytes}, {@code coreGbps}
     * and their like.
     */
    public Map<String, Double> figures() {
        Map<String, Double> figures = new TreeMap<>();
        queues.forEach(
                (name, values) -> {
                    if (values.getCount() > 0) {
                        figures.put(name, values.getAverage());
                    }
                });
        Map<String, DoubleSummaryStatistics> rates = new TreeMap<>();
        for (Map<Integer, SampledPort> portsOfNode : ports.values()) {
            for (SampledPort port : portsOfNode.values()) {
                port.gbps().ifPresent(rate -> statistics(rates, port.group + "Gbps").accept(rate));
            }
        }
        rates.forEach((name, values) -> figures.put(name, values.getAverage()));
        figures.keySet().removeIf(name -> !name.matches("[A-Za-z][A-Za-z0-9]*"));
        return figures;
    }

    private SampledPort sampled(PortRef port) {
        String group = plan.topology().linkAt(port.node(), port.port()).group();
        Set<String> names = new LinkedHashSet<>();
        names.add("meanQueueBytes");
        names.add(group + "QueueBytes");
        plan.sampling()
                .egressByTraffic()
                .forEach(
                        (traffic, ports) -> {
                            if (ports.contains(port)) {
                                names.add(traffic + "PathQueueBytes");
                            }
                        });
        return new SampledPort(
                group, names.stream().map(name -> statistics(queues, name)).toList());
    }

    private static DoubleSummaryStatistics statistics(
            Map<String, DoubleSummaryStatistics> all, String name) {
        return all.computeIfAbsent(name, any -> new DoubleSummaryStatistics());
    }

    /** A port's counter of bytes sent, from its first sample to its last, and where it counts. */
    private static final class SampledPort {
        private final String group;
        private final List<DoubleSummaryStatistics> queues;
        private long firstNanos = -1;
        private long firstBytes;
        private long lastNanos = -1;
        private long lastBytes;

        SampledPort(String group, List<DoubleSummaryStatistics> queues) {
            this.group = group;
            this.queues = queues;
        }

        void addQueue(long bytes) {
            for (DoubleSummaryStatistics queue : queues) {
                queue.accept(bytes);
            }
        }

        void addSent(long nanos, long bytes) {
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
