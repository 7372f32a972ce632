package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.LongHaul.DELAY_NANOS;
import static io.losslab.softswitch.fabric.LongHaul.DELTA_BYTES;
import static io.losslab.softswitch.fabric.LongHaul.ROUND_TRIP_NANOS;
import static io.losslab.softswitch.fabric.Networks.PRIORITY;
import static io.losslab.softswitch.fabric.Networks.RATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.CoprocessorState;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.bifrost.Bifrost;
import io.losslab.flowcontrol.bifrost.BifrostSettings;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.softswitch.fabric.observe.EventLog;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PFC and Bifrost over 20 km at 100 Gb/s against the papers' formulas. */
class LongHaulClosedFormTest {
    private static final int MAX_FRAME = RoceFrame.maxFrameBytes(LongHaul.MTU);
    private static final LinkProfile LINK =
            new LinkProfile(RATE.bitsPerSecond(), DELAY_NANOS, MAX_FRAME);
    private static final double FRAME_NANOS = RATE.nanosFor(RoceFrame.wireBytes(MAX_FRAME));
    private static final double PAUSE_FRAME_NANOS =
            RATE.nanosFor(RoceFrame.wireBytes(PauseFrame.LENGTH_BYTES));
    private static final double PIPELINE_NANOS = Networks.PIPELINE_PICOS / 1000.0;

    /** From crossing a threshold to the first arrival that obeys it. */
    private static final double REACTION_NANOS =
            ROUND_TRIP_NANOS + PAUSE_FRAME_NANOS + PIPELINE_NANOS;

    @ParameterizedTest
    @CsvSource({"1000000,1000000", "288000,288000", "3000000,500000"})
    void pfcHoldsXoffAndARoundTripAtLineRateWhenTheDrainStops(long xoffBytes, long xonBytes) {
        LongHaul lab = pfc(xoffBytes, xonBytes);
        lab.runFor(1_000_000);
        assertEquals(0, lab.longPort().txControl(), "no pause while it drains");
        lab.stopDrain();
        lab.runFor(2_000_000);
        double expected = xoffBytes + LongHaul.frameBytesIn(REACTION_NANOS);
        assertNear(expected, lab.longPort().maxIngressBytes(), 2 * MAX_FRAME);
        assertTrue(
                lab.longPort().maxIngressBytes()
                        <= xoffBytes + PfcSettings.safeHeadroomBytes(LINK));
        assertEquals(0, Networks.dropped(lab.fabric));
    }

    /** The same when pause frames have to wait for frames of the way back. */
    @Test
    void pfcsSafeHeadroomCoversAPauseFrameThatWaits() {
        LongHaul lab = pfc(1_000_000, 1_000_000);
        lab.addReverseTraffic();
        lab.runFor(1_000_000);
        lab.stopDrain();
        lab.runFor(2_000_000);
        // An ACK for every packet of the way back shares the line with the data.
        double ackShare =
                RoceFrame.wireBytes(RoceFrame.ackFrameBytes())
                        / (double) RoceFrame.wireBytes(MAX_FRAME);
        double expected = 1_000_000 + LongHaul.frameBytesIn(REACTION_NANOS) / (1 + ackShare);
        long held = lab.longPort().maxIngressBytes();
        assertNear(expected + MAX_FRAME / 2.0, held, 2.5 * MAX_FRAME);
        assertTrue(held <= 1_000_000 + PfcSettings.safeHeadroomBytes(LINK));
        assertEquals(0, Networks.dropped(lab.fabric));
    }

    /** Bifrost, III-B: after RESUME the queue lasts XON / Rs, and the line stays dry for 2 D. */
    @ParameterizedTest
    @ValueSource(doubles = {0.0, 0.2, 0.5, 0.9})
    void pfcLosesWhatXonLacksToARoundTrip(double xonInRoundTrips) {
        long xonBytes = (long) (xonInRoundTrips * DELTA_BYTES);
        LongHaul lab = pfc(1_000_000 + xonBytes, xonBytes);
        lab.runFor(1_000_000);
        lab.stopDrain();
        lab.runFor(1_000_000);
        assertEquals(0, lab.longPort().throughputLossNanos(), "an egress that stands is not ready");
        lab.startDrain();
        lab.runFor(2_000_000);
        double expected = REACTION_NANOS - LongHaul.nanosFor((double) xonBytes);
        assertNear(expected, lab.longPort().throughputLossNanos(), 2 * FRAME_NANOS);
        assertTrue(lab.longPort().throughputLossFirstNanos() > 2_000_000);
    }

    /** While nothing has come after a pause, the loss is the time that the egress did not send. */
    @Test
    void throughputLossBeginsWhenTheLastFrameHasBeenSent() {
        LongHaul lab = pfc(1_000_000, 0);
        lab.runFor(1_000_000);
        lab.stopDrain();
        lab.runFor(1_000_000);
        double sentBefore = nanosSent(lab);
        long from = lab.fabric.nowNanos();
        lab.startDrain();
        while (lab.longPort().throughputLossNanos() == 0) {
            lab.runFor(1_000);
        }
        double idle = lab.fabric.nowNanos() - from - (nanosSent(lab) - sentBefore);
        assertNear(idle, lab.longPort().throughputLossNanos(), 2);
    }

    /** Packets of another ingress wait at the egress: it idles because it is paused itself. */
    @Test
    void anEgressThatIsPausedWithPacketsLosesNothing() {
        LongHaul lab = pfc(1_000_000, 1_000_000);
        lab.addCrossTraffic();
        lab.runFor(100_000);
        lab.stopLongLink();
        lab.runFor(1_000_000);
        lab.stopDrain();
        lab.runFor(1_000_000);
        assertEquals(0, lab.longPort().ingressBytes());
        assertEquals(0, lab.longPort().throughputLossNanos());
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.0, 1.3})
    void pfcLosesNothingWithARoundTripOfXon(double xonInRoundTrips) {
        long xonBytes = (long) (xonInRoundTrips * DELTA_BYTES);
        LongHaul lab = pfc(xonBytes, xonBytes);
        SplittableRandom random = new SplittableRandom(5);
        lab.runFor(1_000_000);
        for (int i = 0; i < 6; i++) {
            lab.stopDrain();
            lab.runFor(random.nextLong(700_000));
            lab.startDrain();
            lab.runFor(random.nextLong(700_000));
        }
        assertTrue(lab.longPort().txControl() > 0, "it paused");
        assertEquals(0, lab.longPort().throughputLossNanos());
        assertEquals(-1, lab.longPort().throughputLossFirstNanos());
        assertEquals(0, Networks.dropped(lab.fabric));
    }

    /** Figure 7, wherever in a slot the drain stops and starts, with and without leaks. */
    @Property(tries = 12)
    void bifrostStaysWithinHInTheWorstCase(
            @ForAll @IntRange(min = 0, max = 9_999) int phaseNanos,
            @ForAll @IntRange(min = 0, max = 9_999) int restartNanos,
            @ForAll boolean reverseTraffic) {
        LongHaul lab = bifrost();
        if (reverseTraffic) {
            lab.addReverseTraffic();
        }
        Bifrost bifrost = (Bifrost) lab.scheme;
        lab.runFor(1_000_000 + phaseNanos);
        long framesBefore = bifrost.state().framesSent();
        if (!reverseTraffic) {
            assertEquals(0, framesBefore, "no pause while it drains");
        }
        lab.stopDrain();
        // The paper's 2 T, and what frames take to be counted: whole, and without their gaps.
        lab.runFor(2 * bifrost.slotNanos() + (long) (2 * FRAME_NANOS));
        assertTrue(bifrost.state().framesSent() > framesBefore, "the first pause within 2 T");
        // While the drain stands, each pause that waits longer than the one before leaks a frame.
        lab.runFor((reverseTraffic ? 2 * ROUND_TRIP_NANOS : 1_000_000) + restartNanos);
        long peak = lab.longPort().maxIngressBytes();
        assertTrue(peak > DELTA_BYTES * 0.99, "what was in flight has arrived: " + peak);
        lab.startDrain();
        lab.runFor(1_000_000);
        assertBifrostKeptItsPromise(lab);
    }

    /**
     * Behind a drain that stands every paused slot may leak, and nothing can be taken off a grant
     * of zero: what passes H is what has leaked, and no more.
     */
    @Test
    void aStandingDrainTakesBifrostAboveHByWhatLeaked() {
        BifrostSettings paper = BifrostSettings.of(LINK, 1 << PRIORITY, 10_000);
        BifrostSettings settings =
                new BifrostSettings(
                        paper.priorities(),
                        paper.rateBitsPerSecond(),
                        paper.oneWayDelayNanos(),
                        paper.slotNanos(),
                        paper.queueBufferBytes(),
                        paper.leakPeriodSlots(),
                        5_000_000,
                        paper.leakToleranceBytes(),
                        paper.leak(),
                        paper.virtualIncoming(),
                        false);
        LongHaul lab = new LongHaul((plane, port) -> new Bifrost(plane, port, settings));
        lab.addReverseTraffic();
        lab.runFor(1_000_000);
        lab.stopDrain();
        lab.runFor(3_000_000);
        CoprocessorState state = ((Bifrost) lab.scheme).state();
        assertTrue(state.leakedBytes() > 0, "pause frames wait, and frames leak");
        assertTrue(
                lab.longPort().maxIngressBytes()
                        <= settings.queueBufferBytes() + state.leakedBytes() + MAX_FRAME,
                () -> lab.longPort() + ", " + state);
        assertEquals(0, Networks.dropped(lab.fabric));
        lab.startDrain();
        lab.runFor(3_000_000);
        assertEquals(0, ((Bifrost) lab.scheme).state().debtBytes(), "paid back");
        assertEquals(0, lab.longPort().throughputLossNanos());
    }

    /**
     * Where a round trip of 200 us is no whole number of slots, two grants govern a slot. What
     * leaks is a frame or two under way when a pause comes.
     */
    @ParameterizedTest
    @ValueSource(longs = {10_000, 7_000, 30_000, 33_333})
    void whatGrantsPermitIsNoLeakHoweverManySlotsARoundTripTakes(long slotNanos) {
        BifrostSettings settings = BifrostSettings.of(LINK, 1 << PRIORITY, slotNanos);
        LongHaul lab = new LongHaul((plane, port) -> new Bifrost(plane, port, settings));
        SplittableRandom random = new SplittableRandom(slotNanos);
        lab.runFor(400_000);
        for (int i = 0; i < 20; i++) {
            lab.stopDrain();
            lab.runFor(random.nextLong(100_000, 300_000));
            lab.startDrain();
            lab.runFor(random.nextLong(100_000, 300_000));
        }
        CoprocessorState state = ((Bifrost) lab.scheme).state();
        assertTrue(state.leakEvents() > 0, state::toString);
        assertTrue(state.leakedBytes() <= 2 * state.leakEvents() * MAX_FRAME, state::toString);
    }

    /** Theorem 1 on frames, whatever the drain does. */
    @Property(tries = 12)
    void bifrostKeepsTheorem1AndTheEgressBusyUnderAnyDrain(
            @ForAll long seed, @ForAll boolean reverseTraffic) {
        LongHaul lab = bifrost();
        if (reverseTraffic) {
            lab.addReverseTraffic();
        }
        SplittableRandom random = new SplittableRandom(seed);
        lab.runFor(400_000);
        for (int i = 0; i < 12; i++) {
            lab.stopDrain();
            lab.runFor(random.nextLong(1L << 6 + random.nextInt(13)));
            lab.startDrain();
            lab.runFor(random.nextLong(1L << 6 + random.nextInt(13)));
        }
        assertBifrostKeptItsPromise(lab);
    }

    private static void assertBifrostKeptItsPromise(LongHaul lab) {
        Bifrost bifrost = (Bifrost) lab.scheme;
        CoprocessorState state = bifrost.state();
        assertEquals(0, state.boundViolations(), () -> "Theorem 1: " + state);
        assertTrue(
                lab.longPort().maxIngressBytes() <= bifrost.bufferPolicy(1).totalReservedBytes(),
                () -> "above H and headroom: " + lab.longPort());
        assertEquals(0, lab.longPort().throughputLossNanos(), "throughput loss");
        assertEquals(0, Networks.dropped(lab.fabric));
        assertEquals(0, lab.fabric.events().count(EventLog.Kind.VIOLATION));
        assertEquals(0, lab.fabric.counters().host(lab.c).reorderedPackets());
    }

    /** Line time of the frames that the drain has sent. */
    private static double nanosSent(LongHaul lab) {
        PortCounters drain = lab.fabric.counters().port(lab.n, LongHaul.SHORT_PORT);
        return RATE.nanosFor(drain.txBytes() + drain.txFrames() * RoceFrame.WIRE_OVERHEAD_BYTES);
    }

    private static void assertNear(double expected, long measured, double tolerance) {
        assertEquals(expected, (double) measured, tolerance);
    }

    private static LongHaul pfc(long xoffBytes, long xonBytes) {
        PfcSettings settings =
                PfcSettings.ofStatic(
                        1 << PRIORITY, xoffBytes, xonBytes, PfcSettings.safeHeadroomBytes(LINK));
        return new LongHaul((plane, port) -> new Pfc(plane, port, settings));
    }

    private static LongHaul bifrost() {
        BifrostSettings settings = BifrostSettings.of(LINK, 1 << PRIORITY, 10_000);
        return new LongHaul((plane, port) -> new Bifrost(plane, port, settings));
    }
}
