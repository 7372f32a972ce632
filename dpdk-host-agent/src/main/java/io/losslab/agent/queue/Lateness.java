package io.losslab.agent.queue;

import java.util.Arrays;

/**
 * How late frames left a port, counted in steps of an eighth of a power of two. One thread; nothing
 * is allocated per frame.
 */
public final class Lateness {
    private static final int STEP_BITS = 3;
    private static final int STEPS = 1 << STEP_BITS;
    private static final int BUCKETS = (Long.SIZE - STEP_BITS) * STEPS;

    private final long[] counts = new long[BUCKETS];

    /** A frame left so late; a time below zero counts as zero. */
    void add(long nanos) {
        counts[bucket(Math.max(0, nanos))]++;
    }

    /** A frame that was counted came back, as the port did not take it. */
    void strike(long nanos) {
        counts[bucket(Math.max(0, nanos))]--;
    }

    /** Counts from zero again. */
    public void clear() {
        Arrays.fill(counts, 0);
    }

    /** What was counted. */
    public void each(Row row) {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            if (counts[bucket] > 0) {
                row.of(largest(bucket), counts[bucket]);
            }
        }
    }

    /** Takes a step of the scale. */
    public interface Row {
        /**
         * Frames of one step.
         *
         * @param upToNanos they were at most so late
         */
        void of(long upToNanos, long frames);
    }

    private static int bucket(long nanos) {
        if (nanos < 2 * STEPS) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - STEP_BITS - Long.numberOfLeadingZeros(nanos);
        return (shift << STEP_BITS) + (int) (nanos >>> shift);
    }

    private static long largest(int bucket) {
        if (bucket < 2 * STEPS) {
            return bucket;
        }
        int shift = (bucket >> STEP_BITS) - 1;
        return ((bucket & STEPS - 1 | STEPS) + 1L << shift) - 1;
    }
}
