package io.losslab.configs.network;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A topology with what the graph itself does not carry.
 *
 * @param title for users; may be empty
 * @param topology the graph
 * @param routing which way switches forward
 * @param lengthByLink fibre length as written ({@code 80km}), by link id; absent where the file
 *     gives a delay
 */
public record Network(
        String title, Topology topology, Routing routing, Map<Integer, String> lengthByLink) {
    public Network {
        lengthByLink = Map.copyOf(lengthByLink);
    }

    /** The network with routes around links that have failed. */
    public Network without(Set<Link> failed) {
        return new Network(title, topology, routing.without(failed), lengthByLink);
    }

    /** The first link between two nodes that has not failed; empty where there is none. */
    public Optional<Link> link(Node a, Node b) {
        for (int port = 1; port <= a.ports(); port++) {
            Link link = topology.linkAt(a, port);
            if (link.peerOf(a).node().equals(b) && !routing.isDown(link)) {
                return Optional.of(link);
            }
        }
        return Optional.empty();
    }
}
