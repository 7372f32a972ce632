package io.losslab.agent.loop;

import static io.losslab.roce.frame.NativeMemory.FRAMES;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.LinkHeader;
import io.losslab.roce.frame.FrameReader;

/**
 * A host of a server-centric network: takes what is addressed to it, relays what its routes know,
 * and counts what it can do neither with.
 */
public final class HostPath implements FrameHandler {
    private static final int NONE = 0;
    private static final int OWN = -1;

    private final AgentDevice device;
    private final LinkHeader[] links;
    private final FrameReceiver receiver;
    private RelayRoutes routes;
    private long relayed;
    private long refused;
    private long refusedData;
    private long refusedDataBytes;
    private long unroutable;

    public HostPath(AgentDevice device, FrameReceiver receiver, RelayRoutes routes) {
        this.device = device;
        links = device.linkHeaders();
        this.receiver = receiver;
        this.routes = routes;
    }

    /** Replaces the routes. */
    public void setRoutes(RelayRoutes chosen) {
        routes = chosen;
    }

    @Override
    public void onFrames(
            int port, Burst in, int from, int to, int kind, int priority, Burst finished) {
        for (int i = from; i < to; i++) {
            int egress = egressOf(in.data(i), in.length(i));
            if (egress == OWN) {
                receive(port, in, i, kind, priority);
            } else if (egress == NONE) {
                unroutable++;
                if (kind != FrameReader.OTHER) {
                    // It may be a damaged one of this host's: the receiver tells.
                    receive(port, in, i, kind, priority);
                }
            } else if (relay(port, egress, in, i, kind, priority)) {
                continue;
            }
            finished.add(in.buffer(i));
        }
    }

    /** Frames relayed. */
    public long relayed() {
        return relayed;
    }

    /** Frames to be relayed that found no room. */
    public long refused() {
        return refused;
    }

    /** Data packets among the {@link #refused}. */
    public long refusedData() {
        return refusedData;
    }

    /** Payload of the {@link #refusedData}. */
    public long refusedDataBytes() {
        return refusedDataBytes;
    }

    /** Frames without a route. */
    public long unroutable() {
        return unroutable;
    }

    /** Port a frame goes out by, {@link #OWN} or {@link #NONE}. */
    private int egressOf(long frame, int lengthBytes) {
        if (!FRAMES.isPlainIpv4(frame, lengthBytes)) {
            return NONE;
        }
        int destination = FRAMES.destinationIpv4(frame);
        return destination == device.identity().ipv4() ? OWN : routes.port(destination);
    }

    private void receive(int port, Burst in, int index, int kind, int priority) {
        receiver.onFrame(port, in.data(index), in.length(index), kind, priority, device.nowNanos());
    }

    private boolean relay(int port, int egress, Burst in, int index, int kind, int priority) {
        links[egress].write(in.data(index));
        int taken =
                kind == FrameReader.RESPONSE
                        ? device.respond(in, index, index + 1, priority, port, egress)
                        : device.relay(in, index, index + 1, priority, port, egress);
        relayed += taken;
        if (taken == 0) {
            refuse(in.data(index), kind);
        }
        return taken == 1;
    }

    private void refuse(long frame, int kind) {
        refused++;
        if (kind == FrameReader.DATA) {
            refusedData++;
            refusedDataBytes += FRAMES.payloadBytes(frame);
        }
    }
}
