package io.losslab.agent.traffic;

import java.util.Arrays;

/**
 * When the last packets of a flow were written, so that an answer tells a round trip. A packet that
 * was retransmitted yields none, as it is unknown which of the two is acknowledged (Karn, SIGCOMM
 * 1987). Data thread; allocates only while the span grows.
 */
final class SendTimes {
    /** Of a packet that yields no round trip. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private static final int FIRST_SPAN = 64;

    /** Packets further behind are forgotten. */
    private static final int MOST_PACKETS = 1 << 16;

    /** By sequence number modulo length, a power of two. */
    private long[] nanos = new long[FIRST_SPAN];

    private long end;

    /**
     * A packet was written for the first time: the one behind all others.
     *
     * @param acked all packets below have arrived
     */
    void sentNew(long sequence, long acked, long nowNanos) {
        if (sequence - acked >= nanos.length && nanos.length < MOST_PACKETS) {
            grow(sequence);
        }
        nanos[place(sequence)] = nowNanos;
        end = sequence + 1;
    }

    /** A packet was written again. */
    void sentAgain(long sequence) {
        if (knows(sequence)) {
            nanos[place(sequence)] = UNKNOWN;
        }
    }

    /** When a packet was written; {@link #UNKNOWN} where that is not clear. */
    long of(long sequence) {
        return knows(sequence) ? nanos[place(sequence)] : UNKNOWN;
    }

    private boolean knows(long sequence) {
        return sequence >= 0 && sequence < end && sequence >= end - nanos.length;
    }

    private void grow(long sequence) {
        long[] old = nanos;
        nanos = new long[2 * old.length];
        Arrays.fill(nanos, UNKNOWN);
        for (long i = Math.max(0, sequence - old.length); i < sequence; i++) {
            nanos[place(i)] = old[(int) i & old.length - 1];
        }
    }

    private int place(long sequence) {
        return (int) sequence & nanos.length - 1;
    }
}
