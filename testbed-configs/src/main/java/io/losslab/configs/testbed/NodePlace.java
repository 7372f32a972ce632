package io.losslab.configs.testbed;

import java.util.List;

/**
 * Where the file puts a node of a topology.
 *
 * @param node name of the node
 * @param device it stands on
 * @param ports its ports in order, the node's port 1 first; empty: found by search
 */
public record NodePlace(String node, Device device, List<DevicePort> ports) {
    public NodePlace {
        ports = List.copyOf(ports);
    }
}
