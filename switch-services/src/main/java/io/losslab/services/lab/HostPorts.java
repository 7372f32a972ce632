package io.losslab.services.lab;

import io.losslab.api.topology.Node;
import io.losslab.proto.v1.HostConfig;
import io.losslab.roce.service.HostConfigReader;
import io.losslab.services.control.PortSetup;
import io.losslab.softswitch.fabric.Fabric;
import java.util.Map;

/**
 * What a configuration says of a host's ports: flow control, routes and relay memory. Checked in
 * the constructor, set by {@link #apply}. On the fabric's thread.
 */
final class HostPorts {
    private final Fabric fabric;
    private final Node node;
    private final HostConfig config;
    private final long bufferBytes;
    private final PortSetup ports;
    private final Map<Integer, int[]> routes;

    /**
     * Checks the configuration.
     *
     * @throws IllegalArgumentException where it cannot be
     */
    HostPorts(Fabric fabric, Node node, HostConfig config) {
        this.fabric = fabric;
        this.node = node;
        this.config = config;
        bufferBytes = config.getRelayBufferBytes();
        ports = new PortSetup(fabric, node, bufferBytes, config.getPortsList());
        if (ports.reservedBytes() > bufferBytes) {
            throw new IllegalArgumentException(
                    "ports reserve %,d B, more than relay_buffer_bytes %,d"
                            .formatted(ports.reservedBytes(), bufferBytes));
        }
        routes = HostConfigReader.routes(config, node.ports());
    }

    void apply() {
        fabric.setBuffer(node.id(), bufferBytes);
        if (config.hasEcmp()) {
            fabric.routes()
                    .setEcmp(
                            node.id(),
                            HostConfigReader.hash(config.getEcmp()),
                            config.getEcmp().getSeed());
        }
        fabric.routes().clear(node.id());
        routes.forEach((ipv4, egress) -> fabric.routes().put(node.id(), ipv4, 32, egress));
        ports.apply();
    }
}
