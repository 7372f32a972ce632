package io.losslab.configs.traffic;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.traffic.schedule.Endpoints;
import io.losslab.traffic.schedule.Host;
import java.util.List;

/**
 * The hosts of a group as its workload knows them: id by node id, the rate of the slowest port,
 * rack by the switch behind the first port, and site.
 */
public final class GroupEndpoints {
    private GroupEndpoints() {}

    /** Endpoints of a group. */
    public static Endpoints of(
            Topology topology, List<Node> from, List<Node> to, List<List<Node>> sites) {
        return new Endpoints(hosts(topology, from, sites), hosts(topology, to, sites));
    }

    private static List<Host> hosts(Topology topology, List<Node> nodes, List<List<Node>> sites) {
        return nodes.stream().map(node -> host(topology, node, sites)).toList();
    }

    private static Host host(Topology topology, Node node, List<List<Node>> sites) {
        long rate = Long.MAX_VALUE;
        for (int port = 1; port <= node.ports(); port++) {
            rate = Math.min(rate, topology.linkAt(node, port).rate().bitsPerSecond());
        }
        Link first = topology.linkAt(node, 1);
        int site = 0;
        while (site < sites.size() && !sites.get(site).contains(node)) {
            site++;
        }
        return new Host(node.id(), node.name(), rate, first.peerOf(node).node().id(), site);
    }
}
