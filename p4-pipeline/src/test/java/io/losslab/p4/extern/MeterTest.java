package io.losslab.p4.extern;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MeterTest {
    @Test
    void coloursByTwoRates() {
        Meter meter = new Meter(1_000, 1_000, 2_000, 3_000, 0);
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
    void bucketsNeverHoldMoreThanTheirBurst() {
        Meter meter = new Meter(1_000_000_000_000L, 10, 1_000_000_000_000L, 10, 0);
        assertEquals(Meter.GREEN, meter.mark(10, Long.MAX_VALUE / 2));
        assertEquals(Meter.RED, meter.mark(1, Long.MAX_VALUE / 2));
    }
}
