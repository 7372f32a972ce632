package io.losslab.flowcontrol.ppfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.RecordingPlane.Sent;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PpfcTest {
    private static final int PORT = 2;
    private static final int PRIORITY = 3;
    private static final int FULL = PauseFrame.MAX_QUANTA;
    private static final LinkProfile LINK = new LinkProfile(40_000_000_000L, 2_000, 1_518);

    private final SchemeType type = SchemeTypes.find("ppfc").orElseThrow();
    private final RecordingPlane plane = new RecordingPlane(LINK, 4);

    /** Gain 0.5, samples of 1 us, 4 us ahead, XOFF 75 KB, XON 45 KB. */
    private Settings settings(String mode) {
        Map<String, String> values = new LinkedHashMap<>();
        type.settings().forEach(setting -> values.put(setting.key(), setting.defaultInBaseUnits()));
        values.putAll(
                Map.of(
                        "priorities", "8",
                        "xoff", "75000",
                        "xon", "45000",
                        "sample", "1000",
                        "gain", "0.5",
                        "timer", "untilResume",
                        "mode", mode));
        return type.resolve(new Settings(values), LINK);
    }

    @Test
    void whatIsLeftOpenFollowsFromTheLink() {
        Settings settings = settings("derivative");
        assertEquals(4_000, settings.whole("predict"), "the round trip");
        assertEquals(4 * 1_518, settings.whole("floor"));
        assertEquals(67_500, settings.whole("ingressOff"), "0.9 of XOFF");
        assertEquals(List.of(), type.problems(settings, LINK, 1_000_000));
        assertEquals("derivative", type.settings().get(5).otherwise());
        assertEquals(Setting.Kind.CHOICE, type.settings().get(5).kind());
    }

    /**
     * 20 KB more each microsecond; mean growth 10, 15 KB: 4 us ahead 60, 100 KB at 20 and 40 KB.
     */
    @Test
    void pausesWhenTheGrowthWouldReachXoffWithinARoundTrip() {
        PredictivePfc ppfc = derivative();
        enqueue(ppfc, 20_000);
        plane.advanceTo(999, ppfc);
        assertEquals(List.of(), plane.drainSent());
        plane.advanceTo(1_000, ppfc);
        assertEquals(10_000, ppfc.growthBytes(PRIORITY));
        assertEquals(List.of(), plane.drainSent(), "60 KB ahead");
        enqueue(ppfc, 34_999);
        assertEquals(List.of(), plane.drainSent(), "74,999 B ahead");
        enqueue(ppfc, 35_000);
        assertEquals(List.of(new Sent(1_000, PORT, 1 << PRIORITY, FULL)), plane.drainSent());
    }

    @Test
    void resumesAtXonOnceItNoLongerGrows() {
        PredictivePfc ppfc = derivative();
        enqueue(ppfc, 40_000);
        plane.advanceTo(1_000, ppfc);
        assertEquals(1, plane.drainSent().size());
        dequeue(ppfc, 39_000);
        assertEquals(List.of(), plane.drainSent(), "still growing on average");
        plane.advanceTo(2_000, ppfc);
        assertEquals(9_500, ppfc.growthBytes(PRIORITY));
        dequeue(ppfc, 20_000);
        plane.advanceTo(2_999, ppfc);
        assertEquals(List.of(), plane.drainSent());
        plane.advanceTo(3_000, ppfc);
        assertEquals((9_500 - 19_000) / 2.0, ppfc.growthBytes(PRIORITY));
        assertEquals(List.of(new Sent(3_000, PORT, 1 << PRIORITY, 0)), plane.drainSent());
    }

    @Test
    void aFadingGrowthEndsThePauseAndAnEmptyPriorityIsNotSampled() {
        PredictivePfc ppfc = derivative();
        enqueue(ppfc, 75_000);
        plane.advanceTo(1_000, ppfc);
        enqueue(ppfc, 80_000);
        dequeue(ppfc, 0);
        assertEquals(1, plane.drainSent().size());
        plane.advanceTo(100_000, ppfc);
        assertEquals(1, plane.drainSent().size());
        plane.advanceTo(200_000);
    }

    @Test
    void anEmptiedPriorityGrowsFromNothingAgain() {
        PredictivePfc ppfc = derivative();
        enqueue(ppfc, 10_000);
        plane.advanceTo(1_000, ppfc);
        dequeue(ppfc, 0);
        plane.advanceTo(2_000, ppfc);
        enqueue(ppfc, 12_000);
        plane.advanceTo(3_000, ppfc);
        assertEquals(6_000, ppfc.growthBytes(PRIORITY));
    }

    @Property(tries = 100)
    void pausesNoLaterThanPfcAndResumesInTheEnd(
            @ForAll @Size(min = 1, max = 100) List<@IntRange(max = 100_000) Integer> fills) {
        RecordingPlane device = new RecordingPlane(LINK, 4);
        IngressScheme ppfc = type.downstream(device, PORT, settings("derivative"));
        int paused = 0;
        long now = 0;
        for (int fill : fills) {
            ppfc.onEnqueue(PORT, 1, PRIORITY, 1_000, fill);
            paused += balance(device.drainSent());
            assertTrue(fill < 75_000 || paused == 1);
            now += 300;
            device.advanceTo(now, ppfc);
            paused += balance(device.drainSent());
        }
        ppfc.onDequeue(PORT, 1, PRIORITY, 1_000, 0);
        device.advanceTo(now + 100_000, ppfc);
        assertEquals(0, paused + balance(device.drainSent()));
    }

    @Test
    void averageEgressPausesBelowXoffOnlyWhereTheIngressIsLongToo() {
        IngressScheme ppfc = type.downstream(plane, PORT, settings("avgEgress"));
        plane.setQueueBytes(1, PRIORITY, 20_000);
        enqueue(ppfc, 67_499);
        assertEquals(List.of(), plane.drainSent());
        enqueue(ppfc, 67_500);
        assertEquals(1, plane.drainSent().size());
    }

    @Test
    void averageEgressAlonePausesWhatJoinsAQueueAboveTheMean() {
        IngressScheme ppfc = egressAlone();
        plane.setQueueBytes(1, PRIORITY, 20_000);
        plane.setQueueBytes(3, PRIORITY, 40_000);
        plane.setQueueBytes(4, PRIORITY, 20_004);
        enqueue(ppfc, 3_000);
        assertEquals(List.of(), plane.drainSent(), "20,000 B are below the mean of 20,001");
        plane.setQueueBytes(1, PRIORITY, 40_000);
        plane.setTransitBytes(PORT, 1, 3_000);
        enqueue(ppfc, 4_000);
        assertEquals(1, plane.drainSent().size());
        dequeue(ppfc, 3_000);
        assertEquals(List.of(), plane.drainSent());
        plane.setQueueBytes(1, PRIORITY, 18_000);
        dequeue(ppfc, 2_000);
        assertEquals(1, plane.drainSent().size());
    }

    @Test
    void averageEgressHasAFloorOfFourFrames() {
        IngressScheme ppfc = egressAlone();
        plane.setQueueBytes(1, PRIORITY, 6_071);
        enqueue(ppfc, 6_071);
        assertEquals(List.of(), plane.drainSent());
        plane.setQueueBytes(1, PRIORITY, 6_072);
        enqueue(ppfc, 6_072);
        assertEquals(1, plane.drainSent().size());
    }

    private IngressScheme egressAlone() {
        return type.downstream(plane, PORT, settings("avgEgress").with("ingressOff", 0));
    }

    private PredictivePfc derivative() {
        return (PredictivePfc) type.downstream(plane, PORT, settings("derivative"));
    }

    private static int balance(List<Sent> sent) {
        return sent.stream().mapToInt(frame -> frame.quanta() > 0 ? 1 : -1).sum();
    }

    private static void enqueue(IngressScheme ppfc, long ingressBytes) {
        ppfc.onEnqueue(PORT, 1, PRIORITY, 1_000, ingressBytes);
    }

    private static void dequeue(IngressScheme ppfc, long ingressBytes) {
        ppfc.onDequeue(PORT, 1, PRIORITY, 1_000, ingressBytes);
    }
}
