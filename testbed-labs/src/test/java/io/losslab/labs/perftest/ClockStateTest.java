package io.losslab.labs.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.failure.CommandFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClockStateTest {
    /** As pmc of linuxptp prints it (pmc(8), pmc.c: TIME_STATUS_NP, PORT_DATA_SET); shortened. */
    private static final String PTP =
            """
            sending: GET TIME_STATUS_NP
            sending: GET PORT_DATA_SET
            \t507c6f.fffe.1fb16c-0 seq 0 RESPONSE MANAGEMENT TIME_STATUS_NP
            \t\tmaster_offset              -37
            \t\tingress_time               1634024187434571520
            \t\tgmPresent                  true
            \t\tgmIdentity                 b8cef6.fffe.02be22
            \t507c6f.fffe.1fb16c-1 seq 1 RESPONSE MANAGEMENT PORT_DATA_SET
            \t\tportIdentity            507c6f.fffe.1fb16c-1
            \t\tportState               SLAVE
            """;

    @Test
    void chronysBoundIsThatOfItsManual() {
        ClockState state = ClockState.of(Executables.CHRONY, "", false, "yes");
        assertEquals("chrony", state.source());
        assertEquals(OptionalLong.of(6_523), state.offsetNanos());
        // |6.523 us| + 1.100737 ms + 13.639022 ms / 2
        assertEquals(OptionalLong.of(7_926_771), state.errorNanos());
        assertEquals("chrony, off by 6.5 us, at most 7926.8 us", state.toString());
    }

    @Test
    void aChronyWithoutASourceKeepsNoTime() {
        String unsynchronised =
                "00000000,,0,0.000000000,0.000000000,0.000000000,0.000000000,0.000,0.000,0.000,"
                        + "1.000000000,1.000000000,0.0,Not synchronised";
        assertFalse(ClockState.of(unsynchronised, "", false, "no").disciplined());
        assertFalse(ClockState.of("506 Cannot talk to daemon", "", false, "").disciplined());
        assertEquals("free-running", ClockState.FREE.toString());
    }

    @Test
    void ptpCountsWherePhc2sysBringsItToTheHostsClock() {
        ClockState state = ClockState.of("", PTP, true, "no");
        assertEquals("PTP", state.source());
        assertEquals(OptionalLong.of(37), state.offsetNanos());
        assertEquals(OptionalLong.empty(), state.errorNanos());
        assertFalse(ClockState.of("", PTP, false, "no").disciplined());
        assertFalse(ClockState.of("", PTP.replace("SLAVE", "LISTENING"), true, "no").disciplined());
    }

    @Test
    void theKernelsFlagSaysNoMoreThanThatItIsKept() {
        assertEquals("kernel", ClockState.of("", "", false, "yes\n").toString());
    }

    @Test
    void clocksOfOneTimeAgree() {
        assertEquals(
                List.of(),
                StartTime.check(
                        Map.of("h1", host(true, 5_000_000), "h2", host(true, -40_000_000))));
        assertEquals(
                List.of("the clock of h1 is free-running; start times are by that clock"),
                StartTime.check(Map.of("h1", host(false, 0))));
    }

    @Test
    void clocksThatDifferAreRefusedThoughTheirDaemonsAreContent() {
        Map<String, HostFacts> hosts = new LinkedHashMap<>();
        hosts.put("h1", host(true, 0));
        hosts.put("h2", host(true, 37_000_000_000L));
        assertEquals(
                "the clocks of h1 and h2 differ by 37.000 s, though chrony and chrony keep them",
                assertThrows(CommandFailure.class, () -> StartTime.check(hosts)).getMessage());
    }

    @Test
    void aFreeClockAmongSeveralIsRefused() {
        Map<String, HostFacts> hosts = new LinkedHashMap<>();
        hosts.put("h1", host(true, 0));
        hosts.put("h2", host(false, 0));
        CommandFailure refusal = assertThrows(CommandFailure.class, () -> StartTime.check(hosts));
        assertTrue(refusal.getMessage().startsWith("h2: no time source"), refusal.getMessage());
    }

    private static HostFacts host(boolean kept, long aheadNanos) {
        return new HostFacts(
                Map.of(),
                OptionalInt.empty(),
                List.of(),
                Set.of(),
                kept ? ClockState.of(Executables.CHRONY, "", false, "") : ClockState.FREE,
                aheadNanos,
                1_000_000);
    }
}
