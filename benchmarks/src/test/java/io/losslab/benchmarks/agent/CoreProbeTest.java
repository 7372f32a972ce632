package io.losslab.benchmarks.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CoreProbeTest {
    private static final long SECOND = 1_000_000_000L;

    /** Half of a gap that takes 2 % of the time is beyond the 99th percentile. */
    @Test
    void anEventWaitsForTheRestOfTheGapThatItFallsInto() {
        assertEquals(10e6, (double) p99(20_000_000, 1), 0.01e6);
        // 300 gaps of 100 us are 3 % of the time, and end within 66.7 us in two thirds of it.
        assertEquals(66_667.0, (double) p99(100_000, 300), 100);
    }

    @Test
    void gapsThatAreRarerThanTheShareDoNotCount() {
        assertEquals(0, p99(9_000_000, 1));
        assertEquals(0, p99(0, 0));
    }

    private static long p99(long gapNanos, int count) {
        Histogram gaps = new Histogram(SECOND, 3);
        if (count > 0) {
            gaps.recordValueWithCount(gapNanos, count);
        }
        return CoreProbe.reactionNanos(gaps, SECOND, 0.99);
    }
}
