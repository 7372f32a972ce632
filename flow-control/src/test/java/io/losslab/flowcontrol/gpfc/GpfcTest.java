package io.losslab.flowcontrol.gpfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.Sent;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.registry.SchemeTypes;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** XOFF 75 KB, XON 45 KB, lower threshold 68 KB, steps of 12 KB. */
class GpfcTest {
    private static final int PORT = 2;
    private static final LinkProfile LINK = new LinkProfile(40_000_000_000L, 20, 1_518);

    private final RecordingPlane plane = new RecordingPlane(LINK);
    private final long[] ingress = new long[8];

    @Test
    void pausesTheLowestBackloggedPriorityFirstThenTheNextForEachStep() {
        Gpfc gpfc = gpfc(0b11110);
        fill(gpfc, 2, 30_000);
        fill(gpfc, 3, 37_999);
        assertEquals(List.of(), pausedNow());
        fill(gpfc, 3, 38_000);
        assertEquals(List.of(2), pausedNow(), "1 holds nothing");
        fill(gpfc, 4, 11_999);
        assertEquals(List.of(), pausedNow());
        fill(gpfc, 4, 12_000);
        assertEquals(List.of(3), pausedNow());
        fill(gpfc, 4, 60_000);
        assertEquals(List.of(), pausedNow(), "the highest is left to ordinary PFC");
        fill(gpfc, 4, 75_000);
        assertEquals(List.of(4), pausedNow());
    }

    @Test
    void resumesInReverseAtXonAndAStepEarlierForEachOneMore() {
        Gpfc gpfc = gpfc(0b11100);
        fill(gpfc, 2, 30_000);
        fill(gpfc, 3, 30_000);
        fill(gpfc, 4, 20_000);
        assertEquals(List.of(2, 3), pausedNow());
        drain(gpfc, 4, 0);
        drain(gpfc, 3, 27_001);
        assertEquals(List.of(), resumedNow());
        drain(gpfc, 3, 27_000);
        assertEquals(List.of(3), resumedNow());
        drain(gpfc, 3, 15_001);
        assertEquals(List.of(), resumedNow());
        drain(gpfc, 3, 15_000);
        assertEquals(List.of(2), resumedNow());
    }

    @Test
    void atXoffALowerPriorityWithBytesIsPausedTooAndOneThatGetsSomeLater() {
        Gpfc gpfc = gpfc(0b11110);
        fill(gpfc, 2, 1_000);
        fill(gpfc, 4, 75_000);
        assertEquals(List.of(2, 4), pausedNow());
        fill(gpfc, 1, 1_000);
        assertEquals(List.of(1), pausedNow());
    }

    @Property(tries = 100)
    void withOnePriorityItIsPfc(
            @ForAll @Size(max = 100) List<@IntRange(max = 120_000) Integer> fills) {
        RecordingPlane ofPfc = new RecordingPlane(LINK);
        Pfc pfc = new Pfc(ofPfc, PORT, PfcSettings.ofStatic(1 << 3, 75_000, 45_000, 20_000));
        RecordingPlane ofGpfc = new RecordingPlane(LINK);
        Gpfc gpfc = gpfc(ofGpfc, 1 << 3);
        int before = 0;
        for (int now : fills) {
            if (now > before) {
                pfc.onEnqueue(PORT, 1, 3, 1_000, now);
                gpfc.onEnqueue(PORT, 1, 3, 1_000, now);
            } else {
                pfc.onDequeue(PORT, 1, 3, 1_000, now);
                gpfc.onDequeue(PORT, 1, 3, 1_000, now);
            }
            before = now;
        }
        assertEquals(ofPfc.drainSent(), ofGpfc.drainSent());
    }

    /** A step fills or drains a priority by a few kilobytes. */
    @Property(tries = 150)
    void noPriorityThatFillsIsOpenWhileAHigherOneIsPausedAndAllResumeInTheEnd(
            @ForAll @Size(max = 100) List<@IntRange(max = 7_999) Integer> steps) {
        Gpfc gpfc = gpfc(0b11110);
        for (int step : steps) {
            int priority = 1 + step % 4;
            if (step % 3 != 0) {
                fill(gpfc, priority, ingress[priority] + 10L * step);
                int paused = gpfc.pausedPriorities();
                assertTrue(paused >> priority + 1 == 0 || (paused >> priority & 1) != 0);
                assertTrue(ingress[priority] < 75_000 || (paused >> priority & 1) != 0);
            } else {
                drain(gpfc, priority, Math.max(0, ingress[priority] - 20L * step));
            }
        }
        for (int priority = 1; priority <= 4; priority++) {
            drain(gpfc, priority, 0);
        }
        assertEquals(0, gpfc.pausedPriorities());
    }

    @Test
    void theLowerThresholdMustBeAboveXon() {
        PfcSettings pfc = PfcSettings.ofStatic(1, 75_000, 45_000, 20_000);
        assertThrows(IllegalArgumentException.class, () -> new GpfcSettings(pfc, 45_000, 12_000));
        assertThrows(IllegalArgumentException.class, () -> new GpfcSettings(pfc, 68_000, 0));
        assertEquals("gpfc", SchemeTypes.find("gpfc").orElseThrow().name());
    }

    private Gpfc gpfc(int priorities) {
        return gpfc(plane, priorities);
    }

    private static Gpfc gpfc(RecordingPlane device, int priorities) {
        PfcSettings pfc = PfcSettings.ofStatic(priorities, 75_000, 45_000, 20_000);
        return new Gpfc(device, PORT, new GpfcSettings(pfc, 68_000, 12_000));
    }

    private void fill(Gpfc gpfc, int priority, long bytes) {
        ingress[priority] = bytes;
        gpfc.onEnqueue(PORT, 1, priority, 1_000, bytes);
    }

    private void drain(Gpfc gpfc, int priority, long bytes) {
        ingress[priority] = bytes;
        gpfc.onDequeue(PORT, 1, priority, 1_000, bytes);
    }

    private List<Integer> pausedNow() {
        return priorities(plane.drainSent(), true);
    }

    private List<Integer> resumedNow() {
        return priorities(plane.drainSent(), false);
    }

    private static List<Integer> priorities(List<Sent> sent, boolean paused) {
        return sent.stream()
                .filter(frame -> frame.quanta() > 0 == paused)
                .map(frame -> Integer.numberOfTrailingZeros(frame.priorities()))
                .toList();
    }
}
