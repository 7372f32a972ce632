package io.losslab.softswitch.fabric;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.softswitch.fabric.port.PortNumbers;

/** The links as flow control sees them, with the longest frame that the hosts send. */
final class LinkProfiles {
    private final Topology topology;
    private final PortNumbers numbers;
    private final HostStack hosts;
    private final LinkProfile[] byPort;

    LinkProfiles(Topology topology, PortNumbers numbers, HostStack hosts) {
        this.topology = topology;
        this.numbers = numbers;
        this.hosts = hosts;
        byPort = new LinkProfile[numbers.count() + 1];
        describe();
    }

    LinkProfile at(int port) {
        return byPort[port];
    }

    /** To be called again when hosts have another MTU. */
    void describe() {
        int mtu =
                topology.hosts().stream()
                        .mapToInt(host -> hosts.mtu(host.id()))
                        .max()
                        .orElse(Fabric.DEFAULT_MTU);
        int frameBytes = RoceFrame.maxFrameBytes(mtu);
        for (Node node : topology.nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                Link link = topology.linkAt(node, port);
                byPort[numbers.of(node.id(), port)] =
                        new LinkProfile(
                                link.rate().bitsPerSecond(), link.delay().nanos(), frameBytes);
            }
        }
    }
}
