package io.losslab.flowcontrol.pfc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.Sent;
import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PfcTest {
    private static final int PORT = 2;
    private static final int EGRESS = 1;
    private static final int FRAME = 1_000;
    private static final int FULL = PauseFrame.MAX_QUANTA;
    private static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 1_000, 4174);
    private static final long FULL_NANOS = PauseFrame.nanosOf(FULL, LINK.rateBitsPerSecond());

    private final RecordingPlane plane = new RecordingPlane(LINK);

    @Test
    void pausesUpstreamOnceIngressReachesXoff() {
        Pfc pfc = pfc(PfcSettings.ofStatic(1 << 3, 10_000, 4_000, 20_000));
        enqueue(pfc, 3, 9_999);
        assertEquals(List.of(), plane.drainSent());
        enqueue(pfc, 3, 10_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << 3, FULL)), plane.drainSent());
        enqueue(pfc, 3, 11_000);
        enqueue(pfc, 3, 30_000);
        assertEquals(List.of(), plane.drainSent(), "one PAUSE is enough");
        assertEquals(1 << 3, pfc.pausedPriorities());
    }

    @Test
    void resumesOnceIngressIsDownToXon() {
        Pfc pfc = pfc(PfcSettings.ofStatic(1 << 3, 10_000, 4_000, 20_000));
        enqueue(pfc, 3, 12_000);
        plane.drainSent();
        dequeue(pfc, 3, 9_000);
        dequeue(pfc, 3, 4_001);
        assertEquals(List.of(), plane.drainSent());
        dequeue(pfc, 3, 4_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << 3, 0)), plane.drainSent());
        dequeue(pfc, 3, 3_000);
        assertEquals(List.of(), plane.drainSent(), "one RESUME is enough");
        enqueue(pfc, 3, 10_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << 3, FULL)), plane.drainSent());
    }

    @Test
    void sendsAgainAtHalfTheTimeWhilePausedAndNotAfter() {
        Pfc pfc = pfc(PfcSettings.ofStatic(1 << 3, 10_000, 4_000, 20_000));
        enqueue(pfc, 3, 12_000);
        plane.advanceTo(3 * (FULL_NANOS / 2) + 10, pfc);
        assertEquals(
                List.of(0L, FULL_NANOS / 2, 2 * (FULL_NANOS / 2), 3 * (FULL_NANOS / 2)),
                plane.drainSent().stream().map(Sent::atNanos).toList());
        dequeue(pfc, 3, 0);
        plane.drainSent();
        plane.advanceTo(10 * FULL_NANOS, pfc);
        assertEquals(List.of(), plane.drainSent());
    }

    @Test
    void aTimerOfAnEarlierPauseDoesNotRefreshALaterOne() {
        Pfc pfc = pfc(PfcSettings.ofStatic(1 << 3, 10_000, 4_000, 20_000));
        enqueue(pfc, 3, 12_000);
        plane.advanceTo(1_000, pfc);
        dequeue(pfc, 3, 0);
        plane.advanceTo(2_000, pfc);
        enqueue(pfc, 3, 12_000);
        plane.drainSent();
        plane.advanceTo(FULL_NANOS, pfc);
        assertEquals(
                List.of(new Sent(2_000 + FULL_NANOS / 2, PORT, 1 << 3, FULL)), plane.drainSent());
    }

    @Test
    void untilResumeNeedsNoRefresh() {
        Pfc pfc =
                pfc(
                        PfcSettings.ofStatic(1 << 3, 10_000, 4_000, 20_000)
                                .withTimer(PauseTimer.UNTIL_RESUME));
        enqueue(pfc, 3, 12_000);
        plane.drainSent();
        plane.advanceTo(10 * FULL_NANOS, pfc);
        assertEquals(List.of(), plane.drainSent());
    }

    @Test
    void prioritiesAreControlledOnTheirOwn() {
        Pfc pfc = pfc(PfcSettings.ofStatic(0b1010, 10_000, 4_000, 20_000));
        enqueue(pfc, 1, 10_000);
        enqueue(pfc, 2, 50_000);
        enqueue(pfc, 3, 10_000);
        assertEquals(
                List.of(new Sent(0, PORT, 0b0010, FULL), new Sent(0, PORT, 0b1000, FULL)),
                plane.drainSent(),
                "priority 2 is not controlled");
        dequeue(pfc, 1, 0);
        assertEquals(List.of(new Sent(0, PORT, 0b0010, 0)), plane.drainSent());
        assertEquals(0b1000, pfc.pausedPriorities());
        plane.advanceTo(FULL_NANOS / 2, pfc);
        assertEquals(
                List.of(new Sent(FULL_NANOS / 2, PORT, 0b1000, FULL)),
                plane.drainSent(),
                "the resumed priority is not refreshed");
    }

    @Test
    void theDynamicThresholdFollowsTheFreePool() {
        Pfc pfc = pfc(PfcSettings.ofDynamic(1 << 3, 0.5, 3_000, 20_000));
        plane.setFreeSharedBytes(100_000);
        enqueue(pfc, 3, 49_000);
        assertEquals(List.of(), plane.drainSent());
        plane.setFreeSharedBytes(98_000);
        enqueue(pfc, 3, 49_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << 3, FULL)), plane.drainSent());
        dequeue(pfc, 3, 46_001);
        assertEquals(List.of(), plane.drainSent(), "less than the offset below XOFF");
        dequeue(pfc, 3, 46_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << 3, 0)), plane.drainSent());
    }

    @Test
    void withADynamicThresholdHeadroomInUseHoldsThePause() {
        Pfc pfc = pfc(PfcSettings.ofDynamic(1 << 3, 4, 3_000, 20_000));
        plane.setFreeSharedBytes(1_000_000);
        plane.setHeadroomBytes(3, 1);
        enqueue(pfc, 3, 1_000);
        assertEquals(List.of(new Sent(0, PORT, 1 << 3, FULL)), plane.drainSent());
        dequeue(pfc, 3, 1);
        assertEquals(List.of(), plane.drainSent());
        plane.setHeadroomBytes(3, 0);
        dequeue(pfc, 3, 1);
        assertEquals(List.of(new Sent(0, PORT, 1 << 3, 0)), plane.drainSent());
    }

    @Test
    void anEmptyIngressIsResumedThoughThePoolIsFull() {
        Pfc pfc = pfc(PfcSettings.ofDynamic(1 << 3, 1, 3_000, 20_000));
        plane.setFreeSharedBytes(0);
        enqueue(pfc, 3, 1_000);
        plane.drainSent();
        dequeue(pfc, 3, 0);
        assertEquals(List.of(new Sent(0, PORT, 1 << 3, 0)), plane.drainSent());
    }

    /** Whatever comes and goes: PAUSE and RESUME alternate, and agree with the thresholds. */
    @Property
    void pauseAndResumeAlternate(
            @ForAll @Size(min = 1, max = 200) List<@IntRange(min = -8, max = 8) Integer> steps) {
        RecordingPlane fresh = new RecordingPlane(LINK);
        Pfc pfc = new Pfc(fresh, PORT, PfcSettings.ofStatic(1 << 3, 10_000, 4_000, 20_000));
        long held = 0;
        boolean paused = false;
        for (int step : steps) {
            for (int i = 0; i < Math.abs(step); i++) {
                if (step < 0 && held == 0) {
                    break;
                }
                held += step < 0 ? -FRAME : FRAME;
                if (step < 0) {
                    pfc.onDequeue(PORT, EGRESS, 3, FRAME, held);
                } else {
                    pfc.onEnqueue(PORT, EGRESS, 3, FRAME, held);
                }
                boolean toggles = paused ? held <= 4_000 : held >= 10_000;
                paused ^= toggles;
                assertEquals(
                        toggles ? List.of(new Sent(0, PORT, 1 << 3, paused ? FULL : 0)) : List.of(),
                        fresh.drainSent());
            }
        }
    }

    @Test
    void reservesXoffAndHeadroomOrWithADynamicThresholdHeadroomOnly() {
        BufferPolicy fixed =
                pfc(PfcSettings.ofStatic(0b11, 10_000, 4_000, 20_000)).bufferPolicy(PORT);
        assertEquals(BufferPolicy.Sharing.DEDICATED, fixed.sharing());
        assertEquals(60_000, fixed.totalReservedBytes());
        BufferPolicy dynamic = pfc(PfcSettings.ofDynamic(0b11, 4, 0, 20_000)).bufferPolicy(PORT);
        assertEquals(BufferPolicy.Sharing.DYNAMIC, dynamic.sharing());
        assertEquals(40_000, dynamic.totalReservedBytes());
        assertEquals(4.0, dynamic.alpha());
    }

    private Pfc pfc(PfcSettings settings) {
        Pfc pfc = new Pfc(plane, PORT, settings);
        pfc.start();
        return pfc;
    }

    private static void enqueue(Pfc pfc, int priority, long ingressBytes) {
        pfc.onEnqueue(PORT, EGRESS, priority, FRAME, ingressBytes);
    }

    private static void dequeue(Pfc pfc, int priority, long ingressBytes) {
        pfc.onDequeue(PORT, EGRESS, priority, FRAME, ingressBytes);
    }
}
