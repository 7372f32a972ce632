package io.losslab.agent.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.roce.congestion.CongestionControl;
import io.losslab.roce.congestion.FlowPath;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long LINE_RATE = 100_000_000_000L;
    private static final FlowPath PATH = new FlowPath(LINE_RATE, LINE_RATE, 10_000);

    /** With preamble and gap 1,000 bytes: 8 us at 1 Gb/s. */
    private static final int FRAME_BYTES = 980;

    private long rate = LINE_RATE;
    private final CongestionControl control = now -> rate;

    @Test
    void letsAllGoAtLineRate() {
        Pace pace = new Pace(control, PATH, 0);

        assertEquals(64, pace.packets(FRAME_BYTES, 64, 1000));
        pace.onSent(64, 64L * FRAME_BYTES, 1000);
        assertEquals(64, pace.packets(FRAME_BYTES, 64, 1000));
    }

    @Test
    void spacesPacketsByTheRate() {
        rate = 1_000_000_000;
        Pace pace = new Pace(control, PATH, 0);

        assertEquals(1, pace.packets(FRAME_BYTES, 64, 1000));
        pace.onSent(1, FRAME_BYTES, 1000);
        assertFalse(pace.allows(8_999));
        assertEquals(0, pace.packets(FRAME_BYTES, 64, 8_999));
        assertEquals(9_000, pace.dueNanos());
        assertEquals(1, pace.packets(FRAME_BYTES, 64, 9_000));
    }

    @Test
    void makesUpForALateTurnUpToItsSlack() {
        rate = 1_000_000_000;
        Pace pace = new Pace(control, PATH, 20_000);
        pace.packets(FRAME_BYTES, 64, 0);
        pace.onSent(1, FRAME_BYTES, 0);

        // Its turns were at 8 us less the first slack, then every 8 us.
        assertTrue(pace.allows(100_000));
        assertEquals(3, pace.packets(FRAME_BYTES, 64, 100_000));
        assertEquals(2, pace.packets(FRAME_BYTES, 2, 100_000));
        pace.onSent(3, 3L * FRAME_BYTES, 100_000);
        assertEquals(104_000, pace.dueNanos());
    }
}
