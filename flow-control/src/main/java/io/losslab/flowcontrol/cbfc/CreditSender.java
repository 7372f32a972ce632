package io.losslab.flowcontrol.cbfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.frame.LocalFrame;
import java.util.Map;

/**
 * The sending end of CBFC at the ports of a device: a packet goes only if its last block is within
 * the lane's FCCL (Bifrost, section II-B).
 */
public final class CreditSender implements EgressScheme {
    /** The lanes of one port. */
    private static final class Lanes {
        final CbfcSettings settings;
        final BlockCounter counter;

        // By lane.
        final long[] limit = new long[8];
        final long[] sentBytes = new long[8];
        final long[] lastSent = new long[8];

        /** Bit i: lane i has sent nothing since its last count, and has said so twice. */
        int settled;

        /** Bit i: the queue of lane i is held. */
        int held;

        Lanes(CbfcSettings settings) {
            this.settings = settings;
            this.counter = settings.counter();
            this.settled = 0xFF;
            java.util.Arrays.fill(limit, counter.wrap(settings.windowBlocks()));
        }

        boolean has(int lane) {
            return (settings.priorities() >> lane & 1) != 0;
        }

        /** FCTBS after so many bytes more. */
        long sentBlocks(int lane, int moreBytes) {
            return counter.wrap(BlockCounter.blocks(sentBytes[lane] + moreBytes));
        }
    }

    private final DataPlane plane;
    private final byte[] frame = new byte[LocalFrame.LENGTH_BYTES];

    /** By port; null where nothing limits. */
    private final Lanes[] ports;

    /**
     * Makes the sending end of a device's links.
     *
     * @param byPort settings of the ports that a rule names; those that lead to hosts stay open,
     *     except to those that relay, and so have a buffer of their own
     */
    public CreditSender(DataPlane plane, Map<Integer, CbfcSettings> byPort) {
        this.plane = plane;
        this.ports = new Lanes[plane.ports() + 1];
        byPort.forEach((port, settings) -> ports[port] = isOpen(port) ? null : new Lanes(settings));
    }

    private boolean isOpen(int port) {
        return plane.leadsToHost(port) && !plane.leadsToRelay(port);
    }

    @Override
    public void start() {
        for (int port = 1; port < ports.length; port++) {
            if (ports[port] != null) {
                plane.setTimer(port, plane.nowNanos() + ports[port].settings.updateNanos());
            }
        }
    }

    @Override
    public boolean choosesQueues() {
        return false;
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return plane.priority(packet);
    }

    @Override
    public int onHead(int packet, int ingress, int egress, int queue) {
        return gate(egress, queue, plane.bytes(packet));
    }

    @Override
    public int onFlowHead(int flow, int egress, int queue, int bytes) {
        return gate(egress, queue, bytes);
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        Lanes lanes = ports[egress];
        if (lanes != null && lanes.has(queue)) {
            lanes.sentBytes[queue] += plane.bytes(packet);
        }
    }

    @Override
    public boolean onControl(int port, byte[] received, int offset) {
        Lanes lanes = ports[port];
        if (lanes == null || !CreditFrame.matches(received, offset, CreditFrame.LIMIT)) {
            return false;
        }
        int lane = CreditFrame.lane(received, offset);
        lanes.limit[lane] = CreditFrame.blocks(received, offset);
        if ((lanes.held >> lane & 1) != 0) {
            lanes.held &= ~(1 << lane);
            plane.release(port, lane);
        }
        return true;
    }

    @Override
    public void onTimer(int port) {
        plane.setTimer(port, plane.nowNanos() + ports[port].settings.updateNanos());
        for (int lanes = ports[port].settings.priorities(); lanes != 0; lanes &= lanes - 1) {
            update(port, Integer.numberOfTrailingZeros(lanes));
        }
    }

    private int gate(int egress, int queue, int bytes) {
        Lanes lanes = ports[egress];
        if (lanes == null
                || !lanes.has(queue)
                || lanes.counter.distance(lanes.sentBlocks(queue, bytes), lanes.limit[queue])
                        >= 0) {
            return queue;
        }
        lanes.held |= 1 << queue;
        return HOLD;
    }

    /** A count that stays is sent once more: it tells the receiver that all before it is in. */
    private void update(int port, int lane) {
        Lanes lanes = ports[port];
        long sent = lanes.sentBlocks(lane, 0);
        boolean changed = sent != lanes.lastSent[lane];
        if (changed || (lanes.settled >> lane & 1) == 0) {
            lanes.settled = changed ? lanes.settled & ~(1 << lane) : lanes.settled | 1 << lane;
            lanes.lastSent[lane] = sent;
            CreditFrame.write(frame, 0, plane.mac(port), CreditFrame.SENT, lane, sent);
            plane.sendControl(port, frame, 0, LocalFrame.LENGTH_BYTES);
        }
    }
}
