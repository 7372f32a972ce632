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

    /** Both at a time, as a clock may be rescaled while others read it. */
    private record Pace(long epochNanos, double scale) {
        Pace {
            if (!(scale > 0) || Double.isInfinite(scale)) {
                throw new IllegalArgumentException("scale must be above zero: " + scale);
            }
        }

        long nanosAt(long moment) {
            long since = moment - epochNanos;
            return scale == 1 ? since : (long) Math.floor(since / scale);
        }
    }

    private volatile Pace pace;

    /**
     * A clock whose epoch is known.
     *
     * @param epochNanos reading of the monotonic clock at which the lab's time is 0
     * @param scale wall seconds a lab second takes, above zero
     */
    public ScaledClock(long epochNanos, double scale) {
        this.pace = new Pace(epochNanos, scale);
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
        if (!isStanding()) {
            throw new IllegalStateException("the lab's clock was started already");
        }
        pace = new Pace(epoch, pace.scale());
    }

    /**
     * Goes on with another scale from the time it is now; the time never goes back.
     *
     * @param scale wall seconds a lab second takes, above zero
     */
    public synchronized void rescale(double scale) {
        Pace old = pace;
        if (isStanding() || scale == old.scale()) {
            pace = new Pace(old.epochNanos(), scale);
            return;
        }
        long moment = System.nanoTime();
        // Rounded such that the lab's time at this moment is not less than it was.
        pace = new Pace(moment - (long) Math.ceil(old.nanosAt(moment) * scale), scale);
    }

    /** Whether it stands until {@link #startAt}. */
    public boolean isStanding() {
        return pace.epochNanos() == NO_EPOCH;
    }

    /** Whether the epoch has passed. */
    public boolean isRunning() {
        return System.nanoTime() - pace.epochNanos() >= 0;
    }

    /** Wall seconds a lab second takes. */
    public double scale() {
        return pace.scale();
    }

    /** Lab time now; -1 before the epoch. */
    public long nowNanos() {
        Pace now = pace;
        long since = System.nanoTime() - now.epochNanos();
        if (since < 0) {
            return -1;
        }
        return now.scale() == 1 ? since : (long) (since / now.scale());
    }

    /**
     * Lab time at a moment, which may be to come; negative before the epoch.
     *
     * @param moment reading of the monotonic clock
     */
    public long nanosAt(long moment) {
        return pace.nanosAt(moment);
    }

    /** The reading of the monotonic clock at which the lab's time is this; most where never. */
    public long momentOf(long labNanos) {
        Pace now = pace;
        long wall = wallNanos(labNanos, now.scale());
        return wall > Long.MAX_VALUE - now.epochNanos() ? Long.MAX_VALUE : now.epochNanos() + wall;
    }

    /** Wall nanoseconds that a span of lab time takes; {@link Long#MAX_VALUE} stays. */
    public long wallNanos(long labNanos) {
        return wallNanos(labNanos, pace.scale());
    }

    private static long wallNanos(long labNanos, double scale) {
        return scale == 1 || labNanos == Long.MAX_VALUE ? labNanos : (long) (labNanos * scale);
    }

    /** Wall nanoseconds until the epoch, 0 or less after it; most where none is set. */
    public long untilEpochNanos() {
        Pace now = pace;
        return now.epochNanos() == NO_EPOCH ? Long.MAX_VALUE : now.epochNanos() - System.nanoTime();
    }
}
