package io.losslab.agent.traffic;

import io.losslab.api.frame.RoceFrame;
import io.losslab.roce.congestion.CongestionControl;
import io.losslab.roce.congestion.FlowPath;

/**
 * Holds a flow to the rate of its congestion control. What a late turn of the data loop kept from
 * going may be made up for, up to a slack of time. Data thread; allocates nothing per packet.
 */
final class Pace {
    private static final double BITS_PER_BYTE_NANO = 8e9;

    private final CongestionControl control;
    private final long lineRate;
    private final long slackNanos;
    private double nextNanos = Double.NEGATIVE_INFINITY;

    /**
     * Makes the pace of a flow that has sent nothing.
     *
     * @param slackNanos time that may be made up for after a late turn
     */
    Pace(CongestionControl control, FlowPath path, long slackNanos) {
        this.control = control;
        this.lineRate = path.lineRateBitsPerSecond();
        this.slackNanos = slackNanos;
    }

    /** Whether a packet may go. */
    boolean allows(long nowNanos) {
        return nextNanos <= nowNanos;
    }

    /** When the next packet may go, rounded up. */
    long dueNanos() {
        return (long) Math.ceil(nextNanos);
    }

    /**
     * How many packets may go at once.
     *
     * @param frameBytes of each
     * @param most above zero
     */
    int packets(int frameBytes, int most, long nowNanos) {
        if (!allows(nowNanos)) {
            return 0;
        }
        long rate = control.rateBitsPerSecond(nowNanos);
        if (rate >= lineRate) {
            return most;
        }
        double credit = nowNanos - Math.max(nextNanos, nowNanos - slackNanos);
        return (int) Math.min(most, 1 + credit / nanosOf(frameBytes, rate));
    }

    /** Packets set out. */
    void onSent(int packets, long frameBytes, long nowNanos) {
        long rate = control.rateBitsPerSecond(nowNanos);
        if (rate >= lineRate) {
            nextNanos = nowNanos;
            return;
        }
        long wireBytes = frameBytes + (long) packets * RoceFrame.WIRE_OVERHEAD_BYTES;
        nextNanos =
                Math.max(nextNanos, nowNanos - slackNanos) + wireBytes * BITS_PER_BYTE_NANO / rate;
    }

    /**
     * An acknowledgement came in.
     *
     * @param acked sequence number up to which everything arrived
     * @param next sequence number that is sent next
     * @param rttNanos since the packet that is answered was written
     */
    void onAck(long nowNanos, long acked, long next, long rttNanos) {
        // No switch stamps real packets.
        control.onAck(nowNanos, acked, next, rttNanos, null);
    }

    void onCongestionNotice(long nowNanos) {
        control.onCnp(nowNanos);
    }

    private static double nanosOf(int frameBytes, long rate) {
        return RoceFrame.wireBytes(frameBytes) * BITS_PER_BYTE_NANO / rate;
    }
}
