package io.losslab.configs.plan;

import io.losslab.api.topology.BufferDependency;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.flowcontrol.Trait;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the flows of a cell can deadlock under PFC: whether over some of their equal-cost paths,
 * or over those their senders chose, their links wait for each other in a cycle.
 */
public final class DeadlockRisk {
    private DeadlockRisk() {}

    /**
     * Looks for a circle.
     *
     * @return a sentence that names the ports; empty where there is no circle, or no PFC
     */
    public static Optional<String> of(CellPlan plan) {
        if (plan.setup().controls().stream().noneMatch(c -> c.has(Trait.CAN_DEADLOCK))) {
            return Optional.empty();
        }
        BufferDependency dependency = new BufferDependency();
        Set<List<Object>> seen = new HashSet<>();
        for (PlannedFlow flow : plan.flows()) {
            if (!seen.add(List.of(flow.from(), flow.to(), flow.sourceRoute()))) {
                continue;
            }
            if (flow.sourceRoute().isEmpty()) {
                plan.setup().network().routing().addTo(dependency, flow.from(), flow.to());
            } else {
                dependency.addPath(senders(plan.topology(), flow));
            }
        }
        return dependency
                .cycle()
                .map(BufferDependency::print)
                .map(
                        circle ->
                                "cyclic buffer dependency, these flows can deadlock under PFC: "
                                        + circle);
    }

    private static List<PortRef> senders(Topology topology, PlannedFlow flow) {
        List<PortRef> senders = new ArrayList<>();
        Node at = flow.from();
        for (int port : flow.sourceRoute()) {
            senders.add(new PortRef(at, port));
            at = topology.linkAt(at, port).peerOf(at).node();
        }
        return senders;
    }
}
