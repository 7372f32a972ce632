package io.losslab.orchestrator.plan;

import io.losslab.api.topology.BufferDependency;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.orchestrator.network.Network;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether flows can deadlock under PFC: whether over some of their equal-cost ways their links wait
 * for each other in a circle.
 */
public final class DeadlockRisk {
    private DeadlockRisk() {}

    /**
     * Looks for a circle.
     *
     * @param ends sender and receiver of each flow; there must be a path
     * @return a sentence that names the ports; empty where there is no circle
     */
    public static Optional<String> of(Network network, Set<List<Node>> ends) {
        BufferDependency dependency = new BufferDependency();
        ends.forEach(pair -> network.routing().addTo(dependency, pair.get(0), pair.get(1)));
        Optional<List<PortRef>> cycle = dependency.cycle();
        return cycle.map(BufferDependency::print)
                .map(circle -> "these flows can deadlock under PFC: " + circle);
    }
}
