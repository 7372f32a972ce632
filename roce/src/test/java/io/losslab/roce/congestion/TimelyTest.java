package io.losslab.roce.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.setting.Settings;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TimelyTest {
    private static final long LINE = 100_000_000_000L;
    private long sequence;

    /** RTT 1 ms over T_high 500 us: R (1 - 0.8 (1 - 0.5)) = 60 %. */
    @Test
    void longRoundTripsSlowDown() {
        CongestionControl timely = timely(Settings.NONE);
        ack(timely, 100_000);
        ack(timely, 1_000_000);
        assertEquals(60_000_000_000L, timely.rateBitsPerSecond(0));
    }

    /** Difference 0.875 * 10 us, gradient 8.75 / 20: R (1 - 0.8 * 0.4375) = 65 %. */
    @Test
    void growingRoundTripsSlowDownByTheirGradient() {
        CongestionControl timely = timely(Settings.NONE);
        ack(timely, 100_000);
        ack(timely, 110_000);
        assertEquals(65e9, (double) timely.rateBitsPerSecond(0), 1.0);
    }

    /** Five additive steps of 50 Mb/s, then hyper steps of 100. */
    @Test
    void shortRoundTripsSpeedUp() {
        CongestionControl timely = timely(Settings.NONE);
        ack(timely, 100_000);
        ack(timely, 1_000_000);
        for (int i = 0; i < 6; i++) {
            ack(timely, 40_000);
        }
        assertEquals(60_000_000_000L + 5 * 50_000_000 + 100_000_000, timely.rateBitsPerSecond(0));
    }

    @Test
    void afterADecreaseTheStepsAreAdditiveAgain() {
        CongestionControl timely = timely(Settings.NONE);
        ack(timely, 100_000);
        ack(timely, 1_000_000);
        for (int i = 0; i < 6; i++) {
            ack(timely, 40_000);
        }
        ack(timely, 1_000_000);
        long low = timely.rateBitsPerSecond(0);
        ack(timely, 40_000);
        assertEquals(low + 50_000_000, timely.rateBitsPerSecond(0), 1.0);
    }

    /** With a base round trip of 10 us all times halve: 250 us is T_high. */
    @Test
    void timesScaleWithThePath() {
        CongestionControl timely = timely(Settings.NONE.with("scaled", "true"));
        ack(timely, 100_000);
        ack(timely, 500_000);
        assertEquals(60_000_000_000L, timely.rateBitsPerSecond(0));
    }

    @Test
    void decidesOnceARoundTrip() {
        CongestionControl timely = timely(Settings.NONE);
        timely.onAck(0, 1, 100, 100_000, null);
        timely.onAck(0, 100, 150, 1_000_000, null);
        assertEquals(LINE, timely.rateBitsPerSecond(0));
        timely.onAck(0, 101, 150, 1_000_000, null);
        assertEquals(60_000_000_000L, timely.rateBitsPerSecond(0));
        timely.onAck(0, 150, 200, 1_000_000, null);
        assertEquals(60_000_000_000L, timely.rateBitsPerSecond(0));
        timely.onAck(0, 151, 200, 1_000_000, null);
        assertEquals(36_000_000_000L, timely.rateBitsPerSecond(0));
    }

    @Test
    void refusesSettingsThatCannotBe() {
        assertRefused("alpha must be above 0, at most 1: 1.5", "alpha", "1.5");
        assertRefused("tHigh - tLow must not be negative: -450000", "tLow", "950000");
        assertRefused("timely: scaled must be one of [true, false]: perhaps", "scaled", "perhaps");
        assertRefused(
                "timely has no setting 'gamma'; it has [alpha, beta, tLow, tHigh, minRtt, scaled,"
                        + " hyperAfter, rateAi, rateHai, minRate]",
                "gamma",
                "1");
    }

    @Property(tries = 100)
    void rateStaysWithinItsBounds(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        CongestionControl timely = timely(Settings.NONE);
        for (int i = 0; i < 300; i++) {
            ack(timely, random.nextLong(1L << random.nextInt(1, 24)));
            long rate = timely.rateBitsPerSecond(0);
            assertTrue(rate >= 100_000_000 && rate <= LINE, "rate: " + rate);
        }
    }

    private static void assertRefused(String expected, String key, String value) {
        Settings settings = Settings.NONE.with(key, value);
        assertEquals(
                expected,
                assertThrows(IllegalArgumentException.class, () -> timely(settings)).getMessage());
    }

    /** A round trip passes. */
    private void ack(CongestionControl timely, long rttNanos) {
        sequence += 10;
        timely.onAck(0, sequence, sequence + 5, rttNanos, null);
    }

    private static CongestionControl timely(Settings settings) {
        return TimelySettings.TYPE.make(settings).make(new FlowPath(LINE, LINE, 10_000));
    }
}
