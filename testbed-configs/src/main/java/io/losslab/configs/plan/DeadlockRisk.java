package io.losslab.configs.plan;

import io.losslab.api.topology.BufferDependency;
import io.losslab.api.topology.BufferDependency.Channel;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.flowcontrol.Trait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntBiFunction;

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
        return dependency(plan, plan.flows())
                .cycle()
                .map(BufferDependency::print)
                .map(
                        circle ->
                                "cyclic buffer dependency, these flows can deadlock under PFC: "
                                        + circle);
    }

    /** The links that flows take, over all of their equal-cost paths, and priorities on them. */
    static BufferDependency dependency(CellPlan plan, List<PlannedFlow> flows) {
        ToIntBiFunction<Node, Integer> behind = priorities(plan.setup());
        BufferDependency dependency = new BufferDependency();
        Set<List<Object>> seen = new HashSet<>();
        for (PlannedFlow flow : flows) {
            int priority = flow.trafficClass();
            if (!seen.add(List.of(flow.from(), flow.to(), priority, flow.sourceRoute()))) {
                continue;
            }
            if (flow.sourceRoute().isEmpty()) {
                plan.setup()
                        .network()
                        .routing()
                        .addTo(dependency, flow.from(), flow.to(), priority, behind);
            } else {
                dependency.addPath(channels(plan.topology(), flow, behind));
            }
        }
        return dependency;
    }

    /** Priority of a packet behind a node, by the schemes of the node's ports. */
    private static ToIntBiFunction<Node, Integer> priorities(Setup setup) {
        Map<Node, PortControl> byNode = new HashMap<>();
        setup.controls().stream()
                .filter(control -> control.has(Trait.CAN_DEADLOCK))
                .forEach(control -> byNode.putIfAbsent(control.port().node(), control));
        return (node, priority) -> {
            PortControl control = byNode.get(node);
            return control == null
                    ? priority
                    : control.type().priorityBehind(control.settings(), priority, !node.isSwitch());
        };
    }

    private static List<Channel> channels(
            Topology topology, PlannedFlow flow, ToIntBiFunction<Node, Integer> behind) {
        List<Channel> channels = new ArrayList<>();
        Node at = flow.from();
        int priority = flow.trafficClass();
        for (int port : flow.sourceRoute()) {
            channels.add(new Channel(new PortRef(at, port), priority));
            at = topology.peerAt(at, port);
            priority = behind.applyAsInt(at, priority);
        }
        return channels;
    }
}
