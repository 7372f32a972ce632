package io.losslab.orchestrator.run.measure;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.plan.CellPlan;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Mean egress queues of the sampled ports, over the samples from the end of the warm-up to the end
 * of the traffic: of all ports, of the ports of each link group, and of the ports that the flows of
 * each traffic group pass.
 */
public final class MeanQueues {
    private final CellPlan plan;
    private final Map<PortRef, Set<String>> namesOfPort = new HashMap<>();
    private final Map<String, DoubleSummaryStatistics> queues = new TreeMap<>();

    public MeanQueues(CellPlan plan) {
        this.plan = plan;
    }

    void add(Node node, CounterSamples samples) {
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            long time = samples.getTimeNs(row);
            boolean measured =
                    time > plan.setup().warmup().nanos() && time <= plan.setup().duration().nanos();
            if (measured && samples.getCounter(row) == Counter.EGRESS_BYTES) {
                PortRef port = new PortRef(node, samples.getPort(row));
                for (String name : namesOfPort.computeIfAbsent(port, this::names)) {
                    queues.computeIfAbsent(name, n -> new DoubleSummaryStatistics())
                            .accept(samples.getValue(row));
                }
            }
        }
    }

    /** {@code meanQueueBytes}, {@code coreQueueBytes}, {@code webPathQueueBytes} and their like. */
    public Map<String, Double> figures() {
        Map<String, Double> figures = new TreeMap<>();
        queues.forEach((name, values) -> figures.put(name, values.getAverage()));
        return figures;
    }

    private Set<String> names(PortRef port) {
        Set<String> names = new LinkedHashSet<>();
        names.add("meanQueueBytes");
        names.add(plan.topology().linkAt(port.node(), port.port()).group() + "QueueBytes");
        plan.sampling()
                .egressByTraffic()
                .forEach(
                        (traffic, ports) -> {
                            if (ports.contains(port)) {
                                names.add(traffic + "PathQueueBytes");
                            }
                        });
        names.removeIf(name -> !name.matches("[A-Za-z][A-Za-z0-9]*"));
        return names;
    }
}
