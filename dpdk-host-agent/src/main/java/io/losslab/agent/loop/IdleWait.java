package io.losslab.agent.loop;

import java.util.concurrent.locks.LockSupport;

/** Waits as {@link Polling} says. One thread. */
final class IdleWait {
    private final Polling polling;
    private long lastWorkNanos;
    private long sleepNanos;

    IdleWait(Polling polling) {
        this.polling = polling;
        sleepNanos = polling.firstSleepNanos;
    }

    /** A turn found something to do. */
    void onWork(long nowNanos) {
        lastWorkNanos = nowNanos;
        sleepNanos = polling.firstSleepNanos;
    }

    /**
     * A turn found nothing.
     *
     * @param untilDueNanos time until there is something to do at the latest; below zero if it is
     *     due
     */
    void onIdle(long nowNanos, long untilDueNanos) {
        if (nowNanos - lastWorkNanos < polling.spinNanos) {
            Thread.onSpinWait();
            return;
        }
        // What is due and was not done has to wait for something else.
        long nanos = untilDueNanos > 0 ? Math.min(sleepNanos, untilDueNanos) : sleepNanos;
        LockSupport.parkNanos(Math.max(polling.shortestSleepNanos, nanos));
        sleepNanos = Math.min(2 * sleepNanos, polling.longestSleepNanos);
    }
}
