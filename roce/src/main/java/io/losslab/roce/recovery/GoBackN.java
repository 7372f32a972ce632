package io.losslab.roce.recovery;

import io.losslab.roce.named.Bounds;

/**
 * Go-Back-N: the receiver drops what comes ahead of a gap and asks for the packet it misses; the
 * sender sends everything from there on again (InfiniBand Architecture, 9.7).
 *
 * @param retransmitTimeoutNanos goes back after so long without progress; 0 for never. Should be
 *     longer than the bottleneck takes to send all that is outstanding: a shorter one goes back
 *     while the queue is still full of packets ahead of the gap, and may lose the same packet every
 *     time
 * @param renackIntervalNanos asks again for the same packet so long after it asked last, when
 *     another packet ahead of the gap arrives; 0 for once a gap. Should be longer than the round
 *     trip: a shorter one goes back again while the packet is on its way
 */
public record GoBackN(long retransmitTimeoutNanos, long renackIntervalNanos) implements Recovery {
    /** The key of {@code renackIntervalNanos}. */
    public static final String RENACK_INTERVAL = "renackInterval";

    private static final long LEAST_RENACK_NANOS = 500_000;

    public GoBackN {
        Bounds.notNegative("retransmitTimeout", retransmitTimeoutNanos);
        Bounds.notNegative(RENACK_INTERVAL, renackIntervalNanos);
    }

    /**
     * When to ask again where nothing else is set.
     *
     * @param roundTripNanos longest one while nothing waits; 0 where it is not known
     */
    public static long renackNanos(long roundTripNanos) {
        return Math.max(LEAST_RENACK_NANOS, 2 * roundTripNanos);
    }
}
