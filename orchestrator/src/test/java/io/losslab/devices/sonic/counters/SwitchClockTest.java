package io.losslab.devices.sonic.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** When a switch was read: times in nanoseconds of ours, microseconds of the switch's. */
class SwitchClockTest {
    private static final long NOW = 1_700_000_000_000_000L;

    private final SwitchClock clock = new SwitchClock();

    @Test
    void theFirstReadingIsInTheMiddleOfItsCall() {
        assertEquals(-15_000, clock.at(-20_000, -10_000, NOW));
    }

    /** Whether the switch was asked long before, or answered long after. */
    @Test
    void timeBetweenReadingsIsThatOfTheSwitch() {
        clock.at(0, 10_000, NOW);
        assertEquals(1_005_000, clock.at(300_000, 1_006_000, NOW + 1_000));
        assertEquals(2_005_000, clock.at(2_004_000, 9_000_000, NOW + 2_000));
    }

    @Test
    void aReadingIsWithinItsCallThoughTheSwitchsClockWasSet() {
        clock.at(0, 10_000, NOW);
        assertEquals(1_000_000, clock.at(1_000_000, 1_010_000, NOW - 3_600_000_000L));
        assertEquals(2_010_000, clock.at(2_000_000, 2_010_000, NOW + 3_600_000_000L));
    }
}
