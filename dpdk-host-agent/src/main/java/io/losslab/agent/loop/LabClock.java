package io.losslab.agent.loop;

/**
 * The time of the lab, which may run slower than the wall clock: nanoseconds of the lab are wall
 * nanoseconds since an epoch, divided by a scale. Thread safe.
 *
 * <p>The wall clock is the machine's monotonic one ({@code CLOCK_MONOTONIC}), which all processes
 * of a machine share, in whatever network namespace. Before the epoch the lab's time stands at -1.
 */
public final class LabClock {
    /** The monotonic clock itself. */
    public static final LabClock WALL = new LabClock(0, 1);

    private static final long NOT_SAID = Long.MAX_VALUE;

    private final double scale;
    private volatile long epochNanos;

    /**
     * A clock whose epoch is known.
     *
     * @param epochNanos reading of the monotonic clock at which the lab's time is 0
     * @param scale wall seconds a lab second takes, above zero
     */
    public LabClock(long epochNanos, double scale) {
        if (!(scale > 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException("scale must be above zero: " + scale);
        }
        this.epochNanos = epochNanos;
        this.scale = scale;
    }

    /** A clock that stands until {@link #startAt} says when its epoch is. */
    public static LabClock standing(double scale) {
        return new LabClock(NOT_SAID, scale);
    }

    /**
     * Lets time pass from zero at a moment, now or to come.
     *
     * @param epoch reading of the monotonic clock
     * @throws IllegalStateException where the epoch is known already
     */
    public synchronized void startAt(long epoch) {
        if (epochNanos != NOT_SAID) {
            throw new IllegalStateException("the lab's clock was started already");
        }
        epochNanos = epoch;
    }

    /** Whether it stands until {@link #startAt}. */
    public boolean isStanding() {
        return epochNanos == NOT_SAID;
    }

    /**
     * Lab time at a moment, which may be to come.
     *
     * @param moment reading of the monotonic clock
     */
    public long nanosAt(long moment) {
        long since = moment - epochNanos;
        return scale == 1 ? since : (long) (since / scale);
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

    /** Wall nanoseconds that a span of lab time takes; {@link Long#MAX_VALUE} stays. */
    public long wallNanos(long labNanos) {
        return scale == 1 || labNanos == Long.MAX_VALUE ? labNanos : (long) (labNanos * scale);
    }
}
