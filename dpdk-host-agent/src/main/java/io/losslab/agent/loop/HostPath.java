package io.losslab.agent.loop;

import io.losslab.agent.frame.FrameReader;
import io.losslab.agent.frame.LinkHeader;
import io.losslab.agent.plane.AgentDevice;

/**
 * A host of a server-centric network: takes what is addressed to it, relays what its routes know,
 * and counts what it can do neither with.
 */
public final class HostPath implements FrameHandler {
    private final AgentDevice device;
    private final LinkHeader[] links;
    private final FrameReceiver receiver;
    private final RelayRoutes routes;
    private long relayed;
    private long refused;
    private long unroutable;

    public HostPath(AgentDevice device, FrameReceiver receiver, RelayRoutes routes) {
        this.device = device;
        links = device.linkHeaders();
        this.receiver = receiver;
        this.routes = routes;
    }

    @Override
    public boolean onFrame(
            int port, long buffer, long frame, int lengthBytes, int kind, int priority) {
        if (!FrameReader.isIpv4(frame)) {
            unroutable++;
            return false;
        }
        int destination = FrameReader.destinationIpv4(frame);
        if (destination == device.identity().ipv4()) {
            receiver.onFrame(port, frame, lengthBytes, kind, priority, device.nowNanos());
            return false;
        }
        int egress = routes.port(destination);
        if (egress == 0) {
            unroutable++;
            return false;
        }
        return relay(port, egress, buffer, frame, lengthBytes, kind, priority);
    }

    /** Frames relayed. */
    public long relayed() {
        return relayed;
    }

    /** Frames to be relayed that found no room. */
    public long refused() {
        return refused;
    }

    /** Frames without a route. */
    public long unroutable() {
        return unroutable;
    }

    private boolean relay(
            int port,
            int egress,
            long buffer,
            long frame,
            int lengthBytes,
            int kind,
            int priority) {
        links[egress].write(frame);
        boolean taken =
                kind == FrameReader.RESPONSE
                        ? device.respond(buffer, frame, lengthBytes, priority, port, egress)
                        : device.relay(buffer, frame, lengthBytes, priority, port, egress);
        if (taken) {
            relayed++;
        } else {
            refused++;
        }
        return taken;
    }
}
