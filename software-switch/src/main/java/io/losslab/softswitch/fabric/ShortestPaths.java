package io.losslab.softswitch.fabric;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import java.util.List;

/** Shortest-path routes straight into a fabric's tables, for runs that need no controller. */
public final class ShortestPaths {
    private ShortestPaths() {}

    /** Installs routes to all hosts on all other devices, equal-cost ports together. */
    public static void install(Fabric fabric) {
        Topology topology = fabric.topology();
        for (Node host : topology.hosts()) {
            List<List<Integer>> nextHops = topology.nextHopsTo(host);
            for (Node node : topology.nodes()) {
                int[] set = nextHops.get(node.id()).stream().mapToInt(Integer::intValue).toArray();
                if (set.length > 0) {
                    fabric.routes().put(node.id(), Topology.ipv4Of(host), 32, set);
                }
            }
        }
    }
}
