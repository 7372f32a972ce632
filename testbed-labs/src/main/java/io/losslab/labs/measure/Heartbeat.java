package io.losslab.labs.measure;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether this process itself was running: a thread calls {@link #beat} at a fixed period, and a
 * gap in its calls is a time in which the process was suspended or had no core, so that an answer
 * it missed says nothing about who was to give it. One thread beats, any thread may ask.
 */
final class Heartbeat {
    /** Of the thread that beats. */
    static final Duration PERIOD = Duration.ofMillis(100);

    /** A longer gap is a stall; shorter than what a device is given to answer. */
    private static final long STALL_NANOS = Duration.ofMillis(600).toNanos();

    private final LongSupplier wallNanos;
    private volatile long beatNanos;
    private volatile long stallEndNanos;

    /** Beats now; the clock is monotonic, in nanoseconds. */
    Heartbeat(LongSupplier wallNanos) {
        this.wallNanos = wallNanos;
        this.beatNanos = wallNanos.getAsLong();
        this.stallEndNanos = beatNanos;
    }

    /** Notes that the process runs. */
    void beat() {
        long now = wallNanos.getAsLong();
        if (now - beatNanos > STALL_NANOS) {
            stallEndNanos = now;
        }
        beatNanos = now;
    }

    /** Whether the process stood still at some time since then, or does so until this call. */
    boolean hasStalledSince(long nanos) {
        return stallEndNanos - nanos > 0 || wallNanos.getAsLong() - beatNanos > STALL_NANOS;
    }
}
