package io.losslab.driver;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Pauses between tries to connect: each about twice as long as the one before, by chance a fifth
 * shorter or longer, so that many clients do not come at once. For one thread.
 */
final class BackOff {
    private static final int MOST_PAUSES = 3;
    private static final long FIRST_PAUSE_NANOS = 100_000_000;
    private static final double JITTER = 0.2;

    private final long until;
    private int pauses;

    /** Pauses that end within a time from now. */
    BackOff(Duration patience) {
        until = System.nanoTime() + patience.toNanos();
    }

    /** What is left of the patience; 0 or less if nothing. */
    long leftNanos() {
        return until - System.nanoTime();
    }

    /** Rests once; false, at once, where there was rest enough or the thread is interrupted. */
    boolean rest() {
        double share = 1 + JITTER * (2 * ThreadLocalRandom.current().nextDouble() - 1);
        long pauseNanos = (long) ((FIRST_PAUSE_NANOS << pauses) * share);
        if (pauses == MOST_PAUSES || System.nanoTime() + pauseNanos > until) {
            return false;
        }
        pauses++;
        try {
            TimeUnit.NANOSECONDS.sleep(pauseNanos);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
