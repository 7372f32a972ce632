package io.losslab.softswitch.live;

/**
 * The fabric's time: the wall's, slowed down by a factor, from the moment it is started. So a
 * fabric of 100 Gb/s links sends real frames at 100 Gb/s divided by the factor, and all its delays
 * and timers last longer by it. Thread safe but for {@link #start}.
 */
public final class FabricClock {
    private static final long NOT_STARTED = Long.MIN_VALUE;

    private final long scale;
    private volatile long startedAt = NOT_STARTED;

    /**
     * Makes a clock that stands at zero.
     *
     * @param scale wall nanoseconds a nanosecond of the fabric lasts, 1..1,000,000
     */
    public FabricClock(long scale) {
        if (scale < 1 || scale > 1_000_000) {
            throw new IllegalArgumentException("scale must be 1..1000000: " + scale);
        }
        this.scale = scale;
    }

    public long scale() {
        return scale;
    }

    /** Lets time pass, from zero. */
    void start() {
        startedAt = System.nanoTime();
    }

    public boolean isStarted() {
        return startedAt != NOT_STARTED;
    }

    /** Nanoseconds of the fabric; 0 before the start. */
    public long nowNanos() {
        return isStarted() ? (System.nanoTime() - startedAt) / scale : 0;
    }

    /** The fabric's time of a moment of {@link System#nanoTime}; 0 for any before the start. */
    long fabricNanos(long wallNanos) {
        return Math.max(0, (wallNanos - startedAt) / scale);
    }

    /** The moment of {@link System#nanoTime} at which the fabric's clock shows a time. */
    long wallNanos(long fabricNanos) {
        return fabricNanos > (Long.MAX_VALUE >> 1) / scale
                ? Long.MAX_VALUE >> 1
                : startedAt + fabricNanos * scale;
    }
}
