package io.losslab.benchmarks.agent;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How long a core is taken from a thread that wants all of it, by interrupts, other threads, or the
 * host of a virtual machine: a loop that only reads the clock notes the gaps. No program on the
 * machine reacts sooner than this loop would.
 */
final class CoreProbe {
    /** A shorter gap is a turn of the loop. */
    private static final long LEAST_GAP_NANOS = 1_000;

    private static final long MOST_GAP_NANOS = 10_000_000_000L;

    private final Histogram gaps = new Histogram(MOST_GAP_NANOS, 3);
    private final long nanos;

    private CoreProbe(double seconds) {
        nanos = spin((long) (seconds * 1e9));
    }

    /** Prints the gaps of so many seconds, after a warm-up of the same length. */
    static void run(double seconds) {
        new CoreProbe(seconds);
        CoreProbe probe = new CoreProbe(seconds);
        long p99 = reactionNanos(probe.gaps, probe.nanos, 0.99);
        BenchChild.print("spinReactionMicrosP99", p99 / 1e3);
        BenchChild.print("longestGapMicros", probe.gaps.getMaxValue() / 1e3);
        BenchChild.print("gapsPerSecond", probe.gaps.getTotalCount() * 1e9 / probe.nanos);
        BenchChild.print("gapShare", beyond(probe.gaps, 0) / probe.nanos);
    }

    /** Returns how long it took. */
    private long spin(long nanos) {
        long began = System.nanoTime();
        long last = began;
        while (last - began < nanos) {
            long now = System.nanoTime();
            if (now - last > LEAST_GAP_NANOS) {
                gaps.recordValue(Math.min(MOST_GAP_NANOS, now - last));
            }
            last = now;
        }
        return last - began;
    }

    /**
     * For how long an event that comes at any moment is not seen, in a share of all cases: until
     * the gap that it falls into ends, or not at all.
     *
     * @param gaps lengths in nanoseconds
     * @param nanos time that they are part of
     * @param share 0..1, such as 0.99 for the 99th percentile
     */
    static long reactionNanos(AbstractHistogram gaps, long nanos, double share) {
        double rest = (1 - share) * nanos;
        long low = 0;
        long high = gaps.getMaxValue();
        while (low < high) {
            long middle = (low + high) / 2;
            if (beyond(gaps, middle) > rest) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Time within gaps of which so much or more is still to come. */
    private static double beyond(AbstractHistogram gaps, long nanos) {
        double sum = 0;
        for (HistogramIterationValue gap : gaps.recordedValues()) {
            sum +=
                    gap.getCountAtValueIteratedTo()
                            * Math.max(0.0, gap.getValueIteratedTo() - nanos);
        }
        return sum;
    }
}
