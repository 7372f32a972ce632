package io.losslab.configs.network;

import io.losslab.api.topology.Topology;
import java.util.Map;

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
}
