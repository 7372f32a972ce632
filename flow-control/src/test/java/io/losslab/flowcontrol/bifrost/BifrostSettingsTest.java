package io.losslab.flowcontrol.bifrost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.bifrost.BifrostSettings.Leak;
import io.losslab.flowcontrol.bifrost.BifrostSettings.VirtualIncoming;
import io.losslab.flowcontrol.setting.SettingProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

class BifrostSettingsTest {
    private static final long RATE = 100_000_000_000L;
    private static final long DELAY = 400_000;
    private static final long SLOT = 10_000;
    private static final long BUFFER = 64_000_000;

    @Test
    void theTestbedsSizesAreThePapers() {
        BifrostSettings testbed =
                BifrostSettings.of(new LinkProfile(RATE, DELAY, 4174), 1 << 3, SLOT);
        assertEquals(10_000_000, testbed.deltaBytes());
        assertEquals(125_000, testbed.slotBytes());
        assertEquals(10_375_000, testbed.queueBufferBytes());
        assertEquals(10_250_000, testbed.leastQueueBufferBytes());
        assertEquals(1, testbed.leakPeriodSlots());
        assertEquals((1 + 80 + 2) * 4174, testbed.extraHeadroomBytes());
        assertEquals(List.of(), testbed.problems(BUFFER));
    }

    @Test
    void theDelayIsHalfOfWhatPassesFromAGrantToTheCountOfWhatItLetsCome() {
        BifrostSettings settings =
                BifrostSettings.of(new LinkProfile(RATE, DELAY, 4174, 1_000, 501), 1 << 3, SLOT);
        assertEquals(DELAY + 751, settings.oneWayDelayNanos());
        assertEquals(10_018_775, settings.deltaBytes());
    }

    @Test
    void aSmallQueueBufferIsRefusedWithWhatItLacks() {
        List<SettingProblem> problems = settings(SLOT, DELAY, 9_720_000, false).problems(BUFFER);
        assertEquals(
                List.of(
                        new SettingProblem(
                                "queueBuffer",
                                "queueBuffer 9,720,000 B is 530,000 B below Delta + 2*Rs*T"
                                        + " = 10,250,000 B, the minimum of Theorem 1",
                                true)),
                problems);
        assertEquals(List.of(), settings(SLOT, DELAY, 10_250_000, false).problems(BUFFER));
    }

    @Test
    void unsafeMakesASmallQueueBufferAWarning() {
        List<SettingProblem> problems = settings(SLOT, DELAY, 9_720_000, true).problems(BUFFER);
        assertEquals(1, problems.size());
        assertFalse(problems.get(0).fatal());
    }

    @Test
    void theSlotLiesBetweenTheSwitchsDelayAndTheLinks() {
        assertFields(List.of("slot"), settings(1_000, DELAY, 12_000_000, false));
        assertFields(List.of(), settings(1_001, DELAY, 12_000_000, false));
        assertFields(List.of(), settings(399_999 / 2, DELAY, 20_000_000, false));
        assertFields(List.of("slot"), settings(10_000, 10_000, 12_000_000, false));
        assertFields(List.of(), settings(9_999, 10_000, 12_000_000, false));
    }

    @Test
    void aSlotHoldsNoMoreThanAFullPause() {
        // 65535 quanta are 4,194,240 B: 335,539.2 ns at 100 Gb/s.
        assertFields(List.of(), settings(335_539, DELAY, 20_000_000, false));
        assertFields(List.of("slot"), settings(335_540, DELAY, 20_000_000, false));
    }

    @Test
    void theReservationMustFitTheBuffer() {
        assertEquals(
                List.of(), settings(SLOT, DELAY, 10_375_000, false).problems(10_375_000 + 4_174));
        assertEquals(
                List.of(
                        new SettingProblem(
                                "queueBuffer",
                                "queueBuffer and extraHeadroom, 10,379,174 B in total, exceed the"
                                        + " buffer of 10,379,173 B",
                                true)),
                settings(SLOT, DELAY, 10_375_000, false).problems(10_375_000 + 4_173));
    }

    @Test
    void allProblemsAreReportedAtOnce() {
        assertEquals(
                List.of("slot", "queueBuffer", "queueBuffer"),
                settings(500, DELAY, 9_000_000, false).problems(1_000_000).stream()
                        .map(SettingProblem::field)
                        .toList());
    }

    @Test
    void settingsThatMeanNothingAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> settings(0, DELAY, 1, false));
        assertThrows(IllegalArgumentException.class, () -> settings(SLOT, 0, 1, false));
        assertThrows(IllegalArgumentException.class, () -> settings(SLOT, DELAY, 0, false));
    }

    private static void assertFields(List<String> expected, BifrostSettings settings) {
        assertEquals(
                expected, settings.problems(BUFFER).stream().map(SettingProblem::field).toList());
    }

    private static BifrostSettings settings(
            long slotNanos, long delayNanos, long queueBufferBytes, boolean unsafe) {
        return new BifrostSettings(
                1 << 3,
                RATE,
                delayNanos,
                slotNanos,
                queueBufferBytes,
                1,
                4_174,
                4_174,
                Leak.DEBT,
                VirtualIncoming.COUNTER,
                unsafe);
    }
}
