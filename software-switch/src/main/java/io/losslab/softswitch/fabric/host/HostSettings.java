package io.losslab.softswitch.fabric.host;

import io.losslab.flowcontrol.PauseTimer;
import io.losslab.roce.congestion.CongestionChoice;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.Recovery;
import java.util.List;

/**
 * How a host sends and obeys.
 *
 * @param mtuBytes RoCE path MTU, payload bytes a packet, 256..8192
 * @param ackEveryPackets one ACK for so many packets and for every end of a message; what has a cap
 *     or a window (IRN, HPCC) has every packet acknowledged
 * @param queueOfPriority transmit queue of each traffic class, eight of 0..7
 * @param obeyedPriorities pause frames for these are obeyed, bit i = priority i
 * @param timer whether a full pause expires
 * @param recovery how flows that start here send again what was lost, at both ends
 * @param congestion congestion control of flows that start here; null for none
 * @param pauseReactionNanos it acts upon flow-control frames so long after they have come
 */
public record HostSettings(
        int mtuBytes,
        int ackEveryPackets,
        List<Integer> queueOfPriority,
        int obeyedPriorities,
        PauseTimer timer,
        Recovery recovery,
        CongestionChoice congestion,
        long pauseReactionNanos) {

    public HostSettings {
        if (mtuBytes < 256 || mtuBytes > 8192) {
            throw new IllegalArgumentException("mtu must be 256..8192 B: " + mtuBytes);
        }
        if (ackEveryPackets < 1) {
            throw new IllegalArgumentException("ackEvery must be at least 1: " + ackEveryPackets);
        }
        if (pauseReactionNanos < 0) {
            throw new IllegalArgumentException(
                    "pauseReaction must not be negative: " + pauseReactionNanos);
        }
        queueOfPriority = List.copyOf(queueOfPriority);
        if (queueOfPriority.size() != 8 || queueOfPriority.stream().anyMatch(q -> q < 0 || q > 7)) {
            throw new IllegalArgumentException(
                    "the class map needs eight queues of 0..7: " + queueOfPriority);
        }
    }

    /** Go-Back-N with one request a gap, and no congestion control. */
    public HostSettings(
            int mtuBytes,
            int ackEveryPackets,
            long retransmitTimeoutNanos,
            List<Integer> queueOfPriority,
            int obeyedPriorities,
            PauseTimer timer) {
        this(
                mtuBytes,
                ackEveryPackets,
                queueOfPriority,
                obeyedPriorities,
                timer,
                new GoBackN(retransmitTimeoutNanos, 0),
                null,
                0);
    }

    public HostSettings withRecovery(Recovery chosen) {
        return new HostSettings(
                mtuBytes,
                ackEveryPackets,
                queueOfPriority,
                obeyedPriorities,
                timer,
                chosen,
                congestion,
                pauseReactionNanos);
    }

    public HostSettings withCongestionControl(CongestionChoice chosen) {
        return new HostSettings(
                mtuBytes,
                ackEveryPackets,
                queueOfPriority,
                obeyedPriorities,
                timer,
                recovery,
                chosen,
                pauseReactionNanos);
    }

    public HostSettings withPauseReaction(long nanos) {
        return new HostSettings(
                mtuBytes,
                ackEveryPackets,
                queueOfPriority,
                obeyedPriorities,
                timer,
                recovery,
                congestion,
                nanos);
    }

    /** Class i in queue i, all pauses obeyed, an ACK a packet, 100 ms to go back. */
    public static HostSettings withMtu(int mtuBytes) {
        return new HostSettings(
                mtuBytes,
                1,
                100_000_000L,
                List.of(0, 1, 2, 3, 4, 5, 6, 7),
                0xFF,
                PauseTimer.QUANTA);
    }
}
