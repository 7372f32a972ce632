package io.losslab.flowcontrol.ofc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OfcTypeTest {
    /** The paper's links, section IV-A1. */
    private static final LinkProfile LINK = new LinkProfile(40_000_000_000L, 20, 1_518);

    private static final Settings GIVEN =
            new Settings(
                    Map.of(
                            "flowKey", "pair",
                            "priorities", "8",
                            "xoff", "75000",
                            "xoffCongested", Setting.AUTO,
                            "xon", "45000",
                            "headroom", Setting.AUTO));

    private final OfcType type = (OfcType) SchemeTypes.find("ofc").orElseThrow();

    @Test
    void theThresholdForCongestedFlowsIsThePapers() {
        assertEquals(68_000, type.resolve(GIVEN, LINK).whole("xoffCongested"));
        Settings three = type.resolve(GIVEN.with("xoff", 225_000), LINK);
        assertEquals(203_000, three.whole("xoffCongested"));
        assertEquals(64_000, type.resolve(GIVEN.with("xoff", 71_000), LINK).whole("xoffCongested"));
    }

    @Test
    void ofASmallXoffItIsNineTenthsToTheByte() {
        assertEquals(9_450, type.resolve(GIVEN.with("xoff", 10_500), LINK).whole("xoffCongested"));
        assertEquals(9_001, type.resolve(GIVEN.with("xoff", 10_001), LINK).whole("xoffCongested"));
    }

    /** 200 B of round trip, 2 us of processing, 8 PAUSEs of PFC, 3 frames, 8 full lists. */
    @Test
    void theHeadroomCoversRoundTripFramesAndLists() {
        assertEquals(
                200 + 10_000 + 8 * 84 + 3 * 1_538 + 8 * 1_334,
                type.resolve(GIVEN, LINK).whole("headroom"));
        assertEquals(List.of(), type.problems(type.resolve(GIVEN, LINK), LINK, 200_000));
    }

    @Test
    void lessHeadroomIsAWarningAndTooLittleMemoryRefused() {
        Settings settings = type.resolve(GIVEN.with("headroom", 1_000), LINK);
        List<SettingProblem> problems = type.problems(settings, LINK, 75_999);
        assertEquals(List.of("headroom", "xoff"), problems.stream().map(p -> p.field()).toList());
        assertEquals(List.of(false, true), problems.stream().map(p -> p.fatal()).toList());
        assertTrue(problems.get(1).message().contains("76,000 B"), problems.get(1).message());
    }

    @Test
    void eachPriorityReservesXoffAndHeadroom() {
        Settings settings = type.resolve(GIVEN.with("priorities", 0b1010), LINK);
        BufferPolicy policy =
                type.downstream(new RecordingPlane(LINK), 1, settings).bufferPolicy(1);
        assertEquals(type.reservedBytes(settings), policy.totalReservedBytes());
        assertEquals(2 * (75_000 + settings.whole("headroom")), policy.totalReservedBytes());
    }

    @Test
    void thresholdsOutOfOrderAreRefused() {
        Settings settings = type.resolve(GIVEN, LINK);
        RecordingPlane plane = new RecordingPlane(LINK);
        for (Settings wrong :
                List.of(
                        settings.with("xoffCongested", 75_000),
                        settings.with("xon", 68_000),
                        settings.with("priorities", 0))) {
            assertThrows(
                    IllegalArgumentException.class, () -> type.egress(plane, Map.of(1, wrong)));
        }
    }
}
