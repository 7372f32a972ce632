package io.losslab.labs.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SilenceTest {
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private final Silence silence = new Silence();

    @Test
    void aRunBeginsSilentAndWhatWasSentBeforeIsRecent() {
        assertTrue(silence.untilNanos(HOUR_NANOS) > HOUR_NANOS / 2);
        assertEquals(0, silence.untilNanos(0));
    }

    @Test
    void itLastsFromTheFirstMomentWithoutTraffic() {
        silence.end();
        assertEquals(HOUR_NANOS, silence.untilNanos(HOUR_NANOS));
        silence.begin();
        long left = silence.untilNanos(HOUR_NANOS);
        silence.begin();
        assertTrue(silence.untilNanos(HOUR_NANOS) < left);
    }
}
