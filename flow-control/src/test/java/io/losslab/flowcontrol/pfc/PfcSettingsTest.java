package io.losslab.flowcontrol.pfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.setting.SettingProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

class PfcSettingsTest {
    private static final LinkProfile LONG_HAUL = new LinkProfile(100_000_000_000L, 400_000, 4174);

    @Test
    void safeHeadroomHoldsARoundTripProcessingAndTheFramesThatAreLate() {
        // 2 Rs D, 2 us at Rs, pause frames of 8 priorities, 3 data frames; frames with their gaps.
        assertEquals(
                10_000_000 + 25_000 + 8 * 84 + 3 * 4_194, PfcSettings.safeHeadroomBytes(LONG_HAUL));
    }

    @Test
    void aSmallHeadroomIsReportedWithWhatItLacks() {
        long safe = PfcSettings.safeHeadroomBytes(LONG_HAUL);
        PfcSettings paper = PfcSettings.ofStatic(1 << 3, 6_000_000, 6_000_000, 9_500_000);
        List<SettingProblem> problems = paper.problems(LONG_HAUL, Long.MAX_VALUE);
        assertEquals(1, problems.size());
        assertEquals("headroom", problems.get(0).field());
        assertFalse(problems.get(0).fatal());
        String lacking = "headroom 9,500,000 B is %,d B below".formatted(safe - 9_500_000);
        assertTrue(problems.get(0).message().startsWith(lacking), problems.get(0).message());
        assertEquals(
                List.of(),
                PfcSettings.ofStatic(1 << 3, 6_000_000, 6_000_000, safe)
                        .problems(LONG_HAUL, Long.MAX_VALUE));
    }

    @Test
    void noThroughputLossIsPromisedFromOneRoundTripOfXon() {
        assertTrue(
                PfcSettings.ofStatic(1, 10_000_000, 10_000_000, 0)
                        .promisesNoThroughputLoss(LONG_HAUL));
        assertFalse(
                PfcSettings.ofStatic(1, 10_000_000, 9_999_999, 0)
                        .promisesNoThroughputLoss(LONG_HAUL));
        assertFalse(PfcSettings.ofDynamic(1, 4, 0, 0).promisesNoThroughputLoss(LONG_HAUL));
    }

    @Test
    void reservesXoffAndHeadroomOfEveryPriority() {
        assertEquals(
                15_500_000,
                PfcSettings.ofStatic(1 << 3, 6_000_000, 6_000_000, 9_500_000).reservedBytes());
        assertEquals(
                31_000_000,
                PfcSettings.ofStatic(0b101, 6_000_000, 6_000_000, 9_500_000).reservedBytes());
    }

    @Test
    void settingsThatMeanNothingAreRefused() {
        refused("priorities must be 1..255: 0", () -> PfcSettings.ofStatic(0, 1, 1, 0));
        refused("priorities must be 1..255: 256", () -> PfcSettings.ofStatic(256, 1, 1, 0));
        refused("xoff must be above zero: 0", () -> PfcSettings.ofStatic(1, 0, 0, 0));
        refused("xon must be 0..10 (xoff): 11", () -> PfcSettings.ofStatic(1, 10, 11, 0));
        refused("headroom must not be negative: -1", () -> PfcSettings.ofStatic(1, 10, 10, -1));
        refused("alpha must be above zero: 0.0", () -> PfcSettings.ofDynamic(1, 0, 0, 0));
        refused("resumeOffset must not be negative: -1", () -> PfcSettings.ofDynamic(1, 1, -1, 0));
    }

    private static void refused(
            String message, org.junit.jupiter.api.function.Executable constructor) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, constructor).getMessage());
    }
}
