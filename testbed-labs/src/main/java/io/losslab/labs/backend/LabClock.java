package io.losslab.labs.backend;

import java.util.function.BiConsumer;

/** A lab's time: virtual where the fabric is, otherwise the wall's. */
public interface LabClock {
    /**
     * Readies hosts for a run; once, when all devices are set and no traffic was handed out.
     *
     * @param leadNanos least time until the lab's time is zero, where it passes by itself
     */
    default void prepare(long leadNanos) {}

    /** Whether the lab's time is the wall's, which passes even where a device is lost. */
    default boolean passesByItself() {
        return false;
    }

    /** The lab's time now; negative before it is zero, and where it does not pass by itself. */
    default long nowNanos() {
        return -1;
    }

    /** How long it is until the lab's time is zero; 0 where it does not pass by itself. */
    default long untilZeroNanos() {
        return 0;
    }

    /**
     * Returns when the lab's time has come to a point.
     *
     * @param untilNanos since the lab's start
     * @param onProgress called on the way with the time and, where the lab counts them, packet-hops
     *     so far
     * @return where the lab stands
     */
    LabTime runUntil(long untilNanos, BiConsumer<Long, Long> onProgress);
}
