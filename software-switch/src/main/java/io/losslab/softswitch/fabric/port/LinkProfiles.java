package io.losslab.softswitch.fabric.port;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.flowcontrol.LinkProfile;

/** The links as flow control sees them, with the longest frame that the hosts send. */
public final class LinkProfiles {
    private final Topology topology;
    private final PortNumbers numbers;
    private final LinkProfile[] byPort;
    private int described;

    public LinkProfiles(Topology topology, PortNumbers numbers, int mtuBytes) {
        this.topology = topology;
        this.numbers = numbers;
        byPort = new LinkProfile[numbers.count() + 1];
        describe(mtuBytes);
    }

    public LinkProfile at(int port) {
        return byPort[port];
    }

    /** Describes all links anew, for the longest MTU of the hosts. */
    public void describe(int mtuBytes) {
        int frameBytes = RoceFrame.maxFrameBytes(mtuBytes);
        if (frameBytes == described) {
            return;
        }
        described = frameBytes;
        for (Node node : topology.nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                Link link = topology.linkAt(node, port);
                byPort[numbers.of(node.id(), port)] =
                        new LinkProfile(
                                link.rate().bitsPerSecond(),
                                link.delay().nanos(),
                                frameBytes,
                                0,
                                node.isSwitch() ? node.pipeline().nanos() : 0);
            }
        }
    }
}
