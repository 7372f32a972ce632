package io.losslab.agent.loop;

/**
 * The time of the lab, which may run slower than the wall clock: nanoseconds of the lab are wall
 * nanoseconds since an epoch, divided by a scale. Immutable; thread safe.
 *
 * <p>The wall clock is the machine's monotonic one ({@code CLOCK_MONOTONIC}), which all processes
 * of a machine share, in whatever network namespace.
 *
 * @param epochNanos reading of the monotonic clock at which the lab's time is 0
 * @param scale wall seconds a lab second takes, above zero
 */
public record LabClock(long epochNanos, double scale) {
    /** The monotonic clock itself. */
    public static final LabClock WALL = new LabClock(0, 1);

    public LabClock {
        if (!(scale > 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException("scale must be above zero: " + scale);
        }
    }

    /** Lab time now; below zero before the epoch. */
    public long nowNanos() {
        long since = System.nanoTime() - epochNanos;
        return scale == 1 ? since : (long) (since / scale);
    }

    /** Wall nanoseconds that a span of lab time takes; {@link Long#MAX_VALUE} stays. */
    public long wallNanos(long labNanos) {
        return scale == 1 || labNanos == Long.MAX_VALUE ? labNanos : (long) (labNanos * scale);
    }
}
