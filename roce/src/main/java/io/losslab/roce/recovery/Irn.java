package io.losslab.roce.recovery;

import io.losslab.roce.named.Bounds;

/**
 * IRN: the receiver keeps what comes ahead of a gap and says which packet came; the sender sends
 * each hole again once, and never has more than a cap of packets in flight (Mittal et al., SIGCOMM
 * 2018, sections 3.1 and 3.2).
 *
 * @param capPackets most packets between the oldest not acknowledged and the newest sent, at most
 *     2^20; 0 for what fills the path: its slowest rate times round trip
 * @param rtoLowNanos timeout while at most {@code lowPackets} are in flight
 * @param rtoHighNanos timeout while more are; not below {@code rtoLowNanos}
 * @param lowPackets N, at least 0
 * @param reordering NACKs in a row, with nothing acknowledged meanwhile, after which no hole is
 *     retransmitted yet, at least 0: above 0 where packets of a flow take several paths (section 7,
 *     Reordering due to load-balancing)
 */
public record Irn(
        int capPackets, long rtoLowNanos, long rtoHighNanos, int lowPackets, int reordering)
        implements Recovery {
    /** Highest {@code capPackets}: both ends keep a bit for each. */
    public static final int MAX_CAP_PACKETS = 1 << 20;

    public Irn {
        if (capPackets < 0 || capPackets > MAX_CAP_PACKETS) {
            throw new IllegalArgumentException(
                    "cap must be 0..%d packets: %d".formatted(MAX_CAP_PACKETS, capPackets));
        }
        if (rtoLowNanos <= 0 || rtoHighNanos < rtoLowNanos) {
            throw new IllegalArgumentException(
                    "rtoLow must be above zero and not above rtoHigh: %d ns, %d ns"
                            .formatted(rtoLowNanos, rtoHighNanos));
        }
        Bounds.notNegative("lowPackets", lowPackets);
        Bounds.notNegative("reordering", reordering);
    }

    /** The cap, or {@code fullPath} packets where it follows from the path. */
    public int capPackets(int fullPath) {
        return capPackets > 0 ? capPackets : fullPath;
    }
}
