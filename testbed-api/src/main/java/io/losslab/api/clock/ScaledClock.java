package io.losslab.api.clock;

/**
 * The time of a lab with real frames: nanoseconds of the lab are wall nanoseconds since an epoch,
 * divided by a scale. So a fabric of 100 Gb/s links sends real frames at 100 Gb/s divided by the
 * scale, and all its delays and timers last longer by it. Thread safe.
 *
 * <p>The wall clock is the machine's monotonic one, {@link System#nanoTime}, which on Linux all
 * processes of a machine share, in whatever network namespace.
 */
public final class ScaledClock {
    /** The monotonic clock itself. */
    public static final ScaledClock WALL = new ScaledClock(0, 1);

    private static final long NO_EPOCH = Long.MAX_VALUE;

    private final double scale;
    private volatile long epochNanos;

    /**
     * A clock whose epoch is known.
     *
     * @param epochNanos reading of the monotonic clock at which the lab's time is 0
     * @param scale wall seconds a lab second takes, above zero
     */
    public ScaledClock(long epochNanos, double scale) {
        if (!(scale > 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException("scale must be above zero: " + scale);
        }
        this.epochNanos = epochNanos;
        this.scale = scale;
    }

    /** A clock that stands until {@link #startAt} sets its epoch. */
    public static ScaledClock standing(double scale) {
        return new ScaledClock(NO_EPOCH, scale);
    }

    /**
     * Lets time pass from zero at a moment, now or to come.
     *
     * @param epoch reading of the monotonic clock
     * @throws IllegalStateException where the epoch is set already
     */
    public synchronized void startAt(long epoch) {
        if (epochNanos != NO_EPOCH) {
            throw new IllegalStateException("the lab's clock was started already");
        }
        epochNanos = epoch;
    }

    /** Whether it stands until {@link #startAt}. */
    public boolean isStanding() {
        return epochNanos == NO_EPOCH;
    }

    /** Whether the epoch has passed. */
    public boolean isRunning() {
        return System.nanoTime() - epochNanos >= 0;
    }

    /** Wall seconds a lab second takes. */
    public double scale() {
        return scale;
    }

    /** Lab time now; -1 before the epoch. */
    public long nowNanos() {
        long since = System.nanoTime() - epochNanos;
        if (since < 0) {
            return -1;
        }
        return scale == 1 ? since : (long) (since / scale);
    }

    /**
     * Lab time at a moment, which may be to come; negative before the epoch.
     *
     * @param moment reading of the monotonic clock
     */
    public long nanosAt(long moment) {
        long since = moment - epochNanos;
        return scale == 1 ? since : (long) Math.floor(since / scale);
    }

    /** The reading of the monotonic clock at which the lab's time is this; most where never. */
    public long momentOf(long labNanos) {
        long wall = wallNanos(labNanos);
        return wall > Long.MAX_VALUE - epochNanos ? Long.MAX_VALUE : epochNanos + wall;
    }

    /** Wall nanoseconds that a span of lab time takes; {@link Long#MAX_VALUE} stays. */
    public long wallNanos(long labNanos) {
        return scale == 1 || labNanos == Long.MAX_VALUE ? labNanos : (long) (labNanos * scale);
    }

    /** Wall nanoseconds until the epoch, 0 or less after it; most where none is set. */
    public long untilEpochNanos() {
        return epochNanos == NO_EPOCH ? Long.MAX_VALUE : epochNanos - System.nanoTime();
    }
}
