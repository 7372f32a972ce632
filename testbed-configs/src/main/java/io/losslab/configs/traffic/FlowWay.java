package io.losslab.configs.traffic;

import io.losslab.api.topology.Node;
import java.util.List;

/**
 * Which way the flows of a group take through the network.
 *
 * @param choice how it is chosen
 * @param nodes that it passes, in order; all of them, ends included, for {@link Choice#PATH}
 */
public record FlowWay(Choice choice, List<Node> nodes) {
    /** At random, by the cell's seed. */
    public static final FlowWay HASH = new FlowWay(Choice.HASH, List.of());

    /** Over the members of an equal-cost set in turn. */
    public static final FlowWay SPREAD = new FlowWay(Choice.SPREAD, List.of());

    /** How a way is chosen. */
    public enum Choice {
        /** UDP source ports, and with them ways, at random. */
        HASH,
        /** So that consecutive flows take different members of the first equal-cost set. */
        SPREAD,
        /** By a source port that leads over some nodes. */
        VIA,
        /** Node by node, whatever the routes say. */
        PATH
    }

    public FlowWay {
        nodes = List.copyOf(nodes);
    }
}
