package io.losslab.services.service;

import com.google.protobuf.ByteString;
import io.losslab.api.topology.Node;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostRoute;
import io.losslab.softswitch.fabric.Fabric;
import java.util.List;

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
        config.getRoutesList().forEach(this::check);
    }

    void apply() {
        fabric.setBuffer(node.id(), bufferBytes);
        if (config.hasEcmp()) {
            fabric.routes()
                    .setEcmp(
                            node.id(),
                            SettingsReader.hash(config.getEcmp()),
                            config.getEcmp().getSeed());
        }
        fabric.routes().clear(node.id());
        for (HostRoute route : config.getRoutesList()) {
            int[] egress = route.getPortsList().stream().mapToInt(Integer::intValue).toArray();
            fabric.routes().put(node.id(), ipv4(route.getDstIpv4()), 32, egress);
        }
        ports.apply();
    }

    private void check(HostRoute route) {
        if (route.getDstIpv4().size() != 4) {
            throw new IllegalArgumentException(
                    "routes: dst_ipv4 must have 4 octets, not " + route.getDstIpv4().size());
        }
        List<Integer> egress = route.getPortsList();
        if (egress.isEmpty() || egress.stream().anyMatch(p -> p < 1 || p > node.ports())) {
            throw new IllegalArgumentException(
                    "routes: ports must be some of 1..%d: %s".formatted(node.ports(), egress));
        }
    }

    private static int ipv4(ByteString octets) {
        return octets.asReadOnlyByteBuffer().getInt();
    }
}
