package io.losslab.roce.host;

import io.losslab.roce.congestion.CongestionSettings;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.Irn;
import io.losslab.roce.recovery.Recovery;

/**
 * How queue pairs send and receive. Hosts that talk to each other have the same.
 *
 * @param mtuBytes payload bytes a packet, {@link #MIN_MTU_BYTES} to {@link #MAX_MTU_BYTES}
 * @param ackEveryPackets one ACK for so many packets, and for the last of a message; 1 and up; IRN
 *     has every packet acknowledged
 * @param recovery how what was lost is retransmitted
 * @param congestion congestion control of the flows that start here; null for none
 */
public record TransportSettings(
        int mtuBytes, int ackEveryPackets, Recovery recovery, CongestionSettings congestion) {
    /** Least path MTU of InfiniBand, and so of RoCE. */
    public static final int MIN_MTU_BYTES = 256;

    /** A jumbo frame's payload; RDMA NICs go up to 4096 B. */
    public static final int MAX_MTU_BYTES = 9216;

    /** Packets ahead of a gap that IRN keeps where its cap is not set. */
    public static final int WINDOW_PACKETS = 1 << 16;

    public TransportSettings {
        requireMtu(mtuBytes);
        if (ackEveryPackets < 1) {
            throw new IllegalArgumentException("ackEvery must be at least 1: " + ackEveryPackets);
        }
    }

    /**
     * Checks an MTU.
     *
     * @throws IllegalArgumentException where it is out of range
     */
    public static void requireMtu(int mtuBytes) {
        if (mtuBytes < MIN_MTU_BYTES || mtuBytes > MAX_MTU_BYTES) {
            throw new IllegalArgumentException(
                    "mtu must be %d..%d B: %d".formatted(MIN_MTU_BYTES, MAX_MTU_BYTES, mtuBytes));
        }
    }

    /** After how long a receiver reports the same gap again; 0 for never. */
    public long renackNanos() {
        return recovery instanceof GoBackN goBackN ? goBackN.renackIntervalNanos() : 0;
    }

    /** Packets ahead of a gap that a receiver keeps; 0 where it drops them. */
    public int keptPackets() {
        return recovery instanceof Irn irn ? irn.capPackets(WINDOW_PACKETS) : 0;
    }

    /**
     * Packets that IRN has in flight at most.
     *
     * @param fullPath packets that fill the path; 0 where that is not known
     */
    public int capPackets(int fullPath) {
        boolean unset = recovery instanceof Irn irn && irn.capPackets() == 0;
        return unset && fullPath > 0 ? Math.min(fullPath, WINDOW_PACKETS) : keptPackets();
    }

    /**
     * Least time between two congestion notices for a flow; 0 for one a marked packet, {@link
     * CongestionSettings#NO_CNP} for none at all.
     */
    public long noticeIntervalNanos() {
        return congestion == null ? CongestionSettings.NO_CNP : congestion.cnpIntervalNanos();
    }
}
