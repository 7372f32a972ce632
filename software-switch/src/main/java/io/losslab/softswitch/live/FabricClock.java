package io.losslab.softswitch.live;

/**
 * The fabric's time: the wall's, slowed down by a factor, from an epoch on. So a fabric of 100 Gb/s
 * links sends real frames at 100 Gb/s divided by the factor, and all its delays and timers last
 * longer by it. Thread safe but for {@link #startAt}.
 */
public final class FabricClock {
    private static final long NOT_STARTED = Long.MIN_VALUE;

    private final long scale;
    private volatile long epoch = NOT_STARTED;

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

    /**
     * Lets time pass from zero at a moment, now or to come.
     *
     * @param epochNanos of {@link System#nanoTime}, which on Linux is the monotonic clock that all
     *     processes of a machine share
     * @throws IllegalStateException where it was called before
     */
    void startAt(long epochNanos) {
        if (epoch != NOT_STARTED) {
            throw new IllegalStateException("the clock was started already");
        }
        epoch = epochNanos;
    }

    /** Whether time passes. */
    public boolean isRunning() {
        return epoch != NOT_STARTED && System.nanoTime() - epoch >= 0;
    }

    /** Nanoseconds of the fabric; 0 before the epoch. */
    public long nowNanos() {
        return isRunning() ? (System.nanoTime() - epoch) / scale : 0;
    }

    /** Wall nanoseconds until the epoch, 0 or less after it; most where none is set. */
    long untilEpochNanos() {
        return epoch == NOT_STARTED ? Long.MAX_VALUE : epoch - System.nanoTime();
    }

    /** The fabric's time of a moment of {@link System#nanoTime}; negative before the epoch. */
    long fabricNanos(long wallNanos) {
        return epoch == NOT_STARTED ? -1 : Math.floorDiv(wallNanos - epoch, scale);
    }

    /** The moment of {@link System#nanoTime} at which the fabric's clock shows a time. */
    long wallNanos(long fabricNanos) {
        return fabricNanos > (Long.MAX_VALUE >> 1) / scale
                ? Long.MAX_VALUE >> 1
                : epoch + fabricNanos * scale;
    }
}
