package io.losslab.configs.traffic;

import io.losslab.api.topology.Node;
import io.losslab.configs.network.Network;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether paths to one receiver pass nodes in their order. Not thread safe. */
final class Waypoints {
    private final Network network;
    private final List<Node> nodes;
    private final Node receiver;

    /** What is known of a node, by how many of the waypoints are left behind it. */
    private final Map<Node, Map<Integer, Boolean>> known = new HashMap<>();

    Waypoints(Network network, List<Node> nodes, Node receiver) {
        this.network = network;
        this.nodes = nodes;
        this.receiver = receiver;
    }

    /** Whether one of the shortest paths from a node passes them all. */
    boolean passedFrom(Node sender) {
        return passed(sender, nodes);
    }

    private boolean passed(Node at, List<Node> left) {
        List<Node> rest =
                !left.isEmpty() && left.get(0).equals(at) ? left.subList(1, left.size()) : left;
        if (at.equals(receiver)) {
            return rest.isEmpty();
        }
        Map<Integer, Boolean> byRest = known.computeIfAbsent(at, node -> new HashMap<>());
        Boolean before = byRest.putIfAbsent(rest.size(), false);
        if (before != null) {
            return before;
        }
        for (int port : network.routing().ports(at, receiver)) {
            if (passed(network.topology().peerAt(at, port), rest)) {
                byRest.put(rest.size(), true);
                return true;
            }
        }
        return false;
    }
}
