package io.losslab.p4.extern;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MeterTest {
    @Test
    void coloursByTwoRates() {
        Meter meter = new TwoRateMeter(1_000, 1_000, 2_000, 3_000, 0);
        assertEquals(Meter.GREEN, meter.mark(1_000, 0));
        assertEquals(Meter.YELLOW, meter.mark(1_000, 0));
        assertEquals(Meter.YELLOW, meter.mark(1_000, 0));
        assertEquals(Meter.RED, meter.mark(1, 0));
        // After half a second: 500 committed, 1000 peak.
        assertEquals(Meter.GREEN, meter.mark(500, 500_000_000));
        assertEquals(Meter.YELLOW, meter.mark(500, 500_000_000));
        assertEquals(Meter.RED, meter.mark(1, 500_000_000));
    }

    @Test
    void coloursByOneRateAndAnExcessBurst() {
        Meter meter = new SingleRateMeter(1_000, 1_000, 500, 0);
        assertEquals(Meter.GREEN, meter.mark(1_000, 0));
        assertEquals(Meter.YELLOW, meter.mark(400, 0));
        assertEquals(Meter.RED, meter.mark(101, 0));
        assertEquals(Meter.YELLOW, meter.mark(100, 0));
        // After half a second: 500 committed, no excess.
        assertEquals(Meter.RED, meter.mark(501, 500_000_000));
        assertEquals(Meter.GREEN, meter.mark(500, 500_000_000));
        // After 1.25 seconds more: 1000 committed, 250 excess, which do not add up for a packet.
        assertEquals(Meter.RED, meter.mark(1_001, 1_750_000_000));
        assertEquals(Meter.GREEN, meter.mark(1_000, 1_750_000_000));
        assertEquals(Meter.RED, meter.mark(251, 1_750_000_000));
        assertEquals(Meter.YELLOW, meter.mark(250, 1_750_000_000));
        // After 2 milliseconds more: 2 committed.
        assertEquals(Meter.GREEN, meter.mark(2, 1_752_000_000));
        assertEquals(Meter.RED, meter.mark(1, 1_752_000_000));
    }

    @Test
    void bucketsNeverHoldMoreThanTheirBurst() {
        Meter meter = new TwoRateMeter(1_000_000_000_000L, 10, 1_000_000_000_000L, 10, 0);
        assertEquals(Meter.GREEN, meter.mark(10, Long.MAX_VALUE / 2));
        assertEquals(Meter.RED, meter.mark(1, Long.MAX_VALUE / 2));

        Meter single = new SingleRateMeter(1_000_000_000_000L, 10, 10, 0);
        assertEquals(Meter.GREEN, single.mark(10, Long.MAX_VALUE / 2));
        assertEquals(Meter.YELLOW, single.mark(10, Long.MAX_VALUE / 2));
        assertEquals(Meter.RED, single.mark(1, Long.MAX_VALUE / 2));
    }

    @Test
    void theLargestBurstsAreAccepted() {
        Meter meter = new SingleRateMeter(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 0);
        assertEquals(Meter.GREEN, meter.mark(1_000_000_000, 0));
        assertEquals(Meter.GREEN, meter.mark(9_000_000_000L, Long.MAX_VALUE));
    }
}
