package io.losslab.labs.measure;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HeartbeatTest {
    private long millis = -5_000;
    private final Heartbeat heart = new Heartbeat(this::nanos);

    private long nanos() {
        return millis * 1_000_000;
    }

    @Test
    void aProcessThatRunsHasNoStall() {
        long since = nanos();
        for (int beat = 0; beat < 50; beat++) {
            millis += 200;
            heart.beat();
        }
        assertFalse(heart.hasStalledSince(since));
    }

    @Test
    void aStallCountsForWhoBeganToWaitBeforeItsEnd() {
        long before = nanos();
        millis += 3_000;
        long within = nanos();
        millis += 1_000;
        heart.beat();
        long after = nanos();
        millis += 100;
        heart.beat();
        assertTrue(heart.hasStalledSince(before));
        assertTrue(heart.hasStalledSince(within));
        assertFalse(heart.hasStalledSince(after));
    }

    @Test
    void aStallIsSeenBeforeTheNextBeat() {
        long since = nanos();
        millis += 3_000;
        assertTrue(heart.hasStalledSince(since));
    }
}
