package io.losslab.softswitch.fabric.port;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;

/** Connects ports as a topology says. */
public final class Cabling {
    private Cabling() {}

    /**
     * Connects all ports.
     *
     * @param quantumBytes of their deficit round robin
     */
    public static void connect(
            Topology topology, PortNumbers numbers, Ports ports, int quantumBytes) {
        for (Node node : topology.nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                Link link = topology.linkAt(node, port);
                PortRef end = link.peerOf(new PortRef(node, port));
                Node peer = end.node();
                long pipeline = peer.isSwitch() ? peer.pipeline().nanos() * 1000 : 0;
                ports.connect(
                        numbers.of(node.id(), port),
                        port,
                        numbers.of(peer.id(), end.port()),
                        node.isHost(),
                        link.rate().bitsPerSecond(),
                        link.delay().nanos() * 1000,
                        pipeline,
                        quantumBytes);
            }
        }
    }
}
