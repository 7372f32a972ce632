package io.losslab.api.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ScaledClockTest {
    private static final long DAY = 86_400_000_000_000L;

    @Test
    void standsUntilItsEpochIsSetOnce() {
        ScaledClock clock = ScaledClock.standing(100);
        assertTrue(clock.isStanding());
        assertFalse(clock.isRunning());
        assertEquals(-1, clock.nowNanos());
        assertEquals(Long.MAX_VALUE, clock.untilEpochNanos());
        assertTrue(clock.nanosAt(System.nanoTime()) < 0);
        clock.startAt(System.nanoTime() + DAY);
        assertFalse(clock.isStanding());
        assertFalse(clock.isRunning());
        assertEquals(-1, clock.nowNanos());
        assertThrows(IllegalStateException.class, () -> clock.startAt(0));
    }

    @Test
    void aLabSecondTakesScaleSecondsOfTheWall() {
        ScaledClock clock = new ScaledClock(5_000, 1000);
        assertEquals(7, clock.nanosAt(12_999));
        assertEquals(-1, clock.nanosAt(4_999));
        assertEquals(12_000, clock.momentOf(7));
        assertEquals(7_000, clock.wallNanos(7));
        assertEquals(30 * DAY / 1000, clock.nanosAt(30 * DAY + 5_000));
        assertTrue(clock.isRunning());
        assertTrue(clock.untilEpochNanos() <= 0);
    }

    @Test
    void aRescaledClockGoesOnFromWhereItIs() {
        ScaledClock clock = new ScaledClock(System.nanoTime() - DAY, 1000);
        for (double scale : new double[] {16_000, 7.3, 333, 1}) {
            long before = clock.nowNanos();
            clock.rescale(scale);
            long after = clock.nowNanos();
            assertEquals(scale, clock.scale());
            assertTrue(after >= before, () -> "went back from " + before + " to " + after);
            assertTrue(after - before < DAY / 1000, () -> before + " became " + after);
        }
    }

    @Test
    void aClockThatStandsCanBeRescaledAndStandsOn() {
        ScaledClock clock = ScaledClock.standing(100);
        clock.rescale(1000);
        assertTrue(clock.isStanding());
        clock.startAt(5_000);
        assertEquals(7, clock.nanosAt(12_999));
        assertThrows(IllegalArgumentException.class, () -> clock.rescale(0));
    }

    @Test
    void whatNeverComesStays() {
        ScaledClock clock = new ScaledClock(5_000, 1000);
        assertEquals(Long.MAX_VALUE, clock.wallNanos(Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, clock.momentOf(Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, clock.momentOf(Long.MAX_VALUE / 10));
    }

    @Test
    void theScaleIsAboveZero() {
        for (double scale : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> new ScaledClock(0, scale));
        }
    }
}
