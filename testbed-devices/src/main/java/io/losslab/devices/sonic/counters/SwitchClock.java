package io.losslab.devices.sonic.counters;

/**
 * When a switch did what it was asked to, of {@link System#nanoTime}: by its own clock, which is
 * taken to have run as ours since the first call, in the middle of which the switch is taken to
 * have done it. Never before it was asked or after it answered, whatever its clock does.
 */
final class SwitchClock {
    private static final long NANOS_PER_MICRO = 1_000;

    /** Ours when the switch's was zero; set by the first call. */
    private long offsetNanos;

    private boolean isSet;

    /**
     * When it was.
     *
     * @param asked of {@link System#nanoTime}
     * @param answered of {@link System#nanoTime}
     * @param switchMicros its clock's time
     */
    synchronized long at(long asked, long answered, long switchMicros) {
        long nanos = switchMicros * NANOS_PER_MICRO;
        if (!isSet) {
            offsetNanos = asked + (answered - asked) / 2 - nanos;
            isSet = true;
        }
        long at = offsetNanos + nanos;
        // Differences, because nanoTime may overflow.
        return at - asked < 0 ? asked : at - answered > 0 ? answered : at;
    }
}
