package io.losslab.softswitch.live;

import org.HdrHistogram.Histogram;

/**
 * How late frames left the fabric for their hosts, by the wall's clock: what the machine needed
 * more than the fabric's time gave. One thread; allocates nothing.
 */
final class Lateness {
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final Histogram nanos = new Histogram(LONGEST_NANOS, 3);

    void record(long lateNanos) {
        nanos.recordValue(Math.max(0, Math.min(LONGEST_NANOS, lateNanos)));
    }

    long worstNanos() {
        return nanos.getMaxValue();
    }

    /** Nearest rank. */
    long nanosAtPercentile(double percentile) {
        return nanos.getValueAtPercentile(percentile);
    }
}
