package io.losslab.benchmarks.agent;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.loop.FrameHandler;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.LinkHeader;
import io.losslab.roce.frame.FrameReader;

/** Forwards what comes in by one of two ports out of the other, through its per-class queues. */
final class Bridge implements FrameHandler {
    private final AgentDevice device;
    private final LinkHeader[] links;
    private long refused;

    /** Makes a bridge between ports 1 and 2 of a device. */
    Bridge(AgentDevice device) {
        if (device.ports() != 2) {
            throw new IllegalArgumentException("a bridge has 2 ports, not " + device.ports());
        }
        this.device = device;
        links = device.linkHeaders();
    }

    @Override
    public void onFrames(
            int port, Burst in, int from, int to, int kind, int priority, Burst finished) {
        int egress = 3 - port;
        LinkHeader link = links[egress];
        for (int i = from; i < to; i++) {
            link.write(in.data(i));
        }
        int taken =
                kind == FrameReader.RESPONSE
                        ? device.respond(in, from, to, priority, port, egress)
                        : device.relay(in, from, to, priority, port, egress);
        for (int i = from + taken; i < to; i++) {
            finished.add(in.buffer(i));
            refused++;
        }
    }

    /** Frames that found no room. */
    long refused() {
        return refused;
    }
}
