package io.losslab.roce.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.setting.Settings;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HpccTest {
    /** 8 Gb/s is a byte a nanosecond; a round trip of 10 us holds 10,000 B. */
    private static final long LINE = 8_000_000_000L;

    private static final long RTT = 10_000;

    /** W_AI: 50 Mb/s for 10 us. */
    private static final double STEP = 62.5;

    /** One hop that says what a test wants. */
    private record Stamp(long queueBytes, long sentBytes, long stampNanos) implements Telemetry {
        @Override
        public int hops() {
            return 1;
        }

        @Override
        public int port(int hop) {
            return 7;
        }

        @Override
        public long queueBytes(int hop) {
            return queueBytes;
        }

        @Override
        public long sentBytes(int hop) {
            return sentBytes;
        }

        @Override
        public long stampNanos(int hop) {
            return stampNanos;
        }

        @Override
        public long rateBitsPerSecond(int hop) {
            return LINE;
        }
    }

    @Test
    void startsWithAFullPath() {
        assertEquals(10_000, hpcc().windowBytes());
        assertEquals(LINE, hpcc().rateBitsPerSecond(0));
    }

    /** Full line and 10,000 B queued: u = 1 + 1; W = 10,000 / (2 / 0.95) + W_AI. */
    @Test
    void aBusyHopDividesTheWindow() {
        CongestionControl hpcc = hpcc();
        hpcc.onAck(0, 1, 10, 0, new Stamp(10_000, 0, 0));
        hpcc.onAck(0, 11, 20, 0, new Stamp(20_000, 10_000, 10_000));
        double expected = 10_000 * 0.95 / 2 + STEP;
        assertEquals(Math.ceil(expected), hpcc.windowBytes());
        assertEquals(expected * 8e9 / RTT, hpcc.rateBitsPerSecond(0), 1);
    }

    /** Half the interval of a round trip weighs half: U = (1 + 2) / 2. */
    @Test
    void loadIsAveragedOverARoundTrip() {
        CongestionControl hpcc = hpcc();
        hpcc.onAck(0, 1, 10, 0, new Stamp(10_000, 0, 0));
        hpcc.onAck(0, 11, 20, 0, new Stamp(10_000, 5_000, 5_000));
        assertEquals(Math.ceil(10_000 * 0.95 / 1.5 + STEP), hpcc.windowBytes());
    }

    /** HPCC, Algorithm 1: tau is at most T, so that no weight exceeds 1. */
    @Test
    void anIntervalOfMoreThanARoundTripWeighsAsOne() {
        CongestionControl hpcc = hpcc();
        hpcc.onAck(0, 1, 10, 0, new Stamp(10_000, 0, 0));
        hpcc.onAck(0, 11, 20, 0, new Stamp(20_000, 40_000, 40_000));
        assertEquals(Math.ceil(10_000 * 0.95 / 2 + STEP), hpcc.windowBytes());
    }

    /** Within a round trip the window is always worked out from the same reference. */
    @Test
    void theReferenceIsRenewedOnceARoundTrip() {
        CongestionControl hpcc = hpcc();
        hpcc.onAck(0, 1, 10, 0, new Stamp(10_000, 0, 0));
        hpcc.onAck(0, 9, 20, 0, new Stamp(10_000, 10_000, 10_000));
        hpcc.onAck(0, 10, 21, 0, new Stamp(10_000, 20_000, 20_000));
        assertEquals(Math.ceil(10_000 * 0.95 / 2 + STEP), hpcc.windowBytes());
    }

    /** An idle hop: five additive steps, then one that multiplies. */
    @Test
    void fiveStepsAddBeforeOneMultiplies() {
        CongestionControl hpcc = hpcc();
        hpcc.onAck(0, 1, 10, 0, new Stamp(10_000, 0, 0));
        hpcc.onAck(0, 11, 20, 0, new Stamp(20_000, 10_000, 10_000));
        double window = 10_000 * 0.95 / 2 + STEP;
        long sent = 10_000;
        for (int i = 1; i <= 5; i++) {
            sent += 1_900;
            hpcc.onAck(0, 11 + 10L * i, 20 + 10L * i, 0, new Stamp(0, sent, 10_000 * (i + 1L)));
            window += STEP;
            assertEquals(Math.ceil(window), hpcc.windowBytes(), "step " + i);
        }
        sent += 9_000;
        hpcc.onAck(0, 71, 80, 0, new Stamp(0, sent, 70_000));
        assertEquals(Math.ceil(window * 0.95 / 0.9 + STEP), hpcc.windowBytes());
    }

    @Property(tries = 100)
    void rateStaysWithinItsBounds(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        CongestionControl hpcc = hpcc();
        long sent = 0;
        long now = 0;
        for (int i = 1; i < 300; i++) {
            sent += random.nextLong(20_000);
            now += random.nextLong(20_000);
            hpcc.onAck(
                    now,
                    i,
                    i + random.nextInt(9),
                    0,
                    new Stamp(random.nextLong(90_000), sent, now));
            long rate = hpcc.rateBitsPerSecond(now);
            assertTrue(rate >= 100_000_000 && rate <= LINE, "rate: " + rate);
            assertTrue(hpcc.windowBytes() >= 125 && hpcc.windowBytes() <= 10_000);
        }
    }

    private static CongestionControl hpcc() {
        return HpccSettings.TYPE.make(Settings.NONE).make(new FlowPath(LINE, LINE, RTT));
    }
}
