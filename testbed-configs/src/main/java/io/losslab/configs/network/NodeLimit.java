package io.losslab.configs.network;

import io.losslab.configs.yaml.YamlValue;

/** How many nodes a network may have. */
final class NodeLimit {
    /** Room for a fat-tree of k = 32, twice. */
    private static final int MOST = 20_000;

    private NodeLimit() {}

    /** Whether a network may have so many; too many are reported. */
    static boolean allows(int nodes, YamlValue blamed) {
        if (nodes > MOST) {
            blamed.error(
                    "the topology has %,d nodes; at most %,d are supported, as routes grow with the square of them"
                            .formatted(nodes, MOST));
        }
        return nodes <= MOST;
    }
}
