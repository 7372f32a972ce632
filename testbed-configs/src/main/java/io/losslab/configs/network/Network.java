package io.losslab.configs.network;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Topology;
import java.util.Map;
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
}
