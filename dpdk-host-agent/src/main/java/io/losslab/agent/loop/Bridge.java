package io.losslab.agent.loop;

import io.losslab.agent.frame.FrameReader;
import io.losslab.agent.frame.LinkHeader;
import io.losslab.agent.plane.AgentDevice;

/** Forwards what comes in by one of two ports out of the other, through its per-class queues. */
public final class Bridge implements FrameHandler {
    private final AgentDevice device;
    private final LinkHeader[] links;
    private long refused;

    /** Makes a bridge between ports 1 and 2 of a device. */
    public Bridge(AgentDevice device) {
        this.device = device;
        links = device.linkHeaders();
    }

    @Override
    public boolean onFrame(
            int port, long buffer, long frame, int lengthBytes, int kind, int priority) {
        int egress = 3 - port;
        links[egress].write(frame);
        boolean taken =
                kind == FrameReader.RESPONSE
                        ? device.respond(buffer, frame, lengthBytes, priority, port, egress)
                        : device.relay(buffer, frame, lengthBytes, priority, port, egress);
        if (!taken) {
            refused++;
        }
        return taken;
    }

    /** Frames that found no room. */
    public long refused() {
        return refused;
    }
}
