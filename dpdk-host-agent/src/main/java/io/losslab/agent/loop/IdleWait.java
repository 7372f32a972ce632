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
     * @param untilDueNanos time until there is something to do at the latest
     */
    void onIdle(long nowNanos, long untilDueNanos) {
        if (nowNanos - lastWorkNanos < polling.spinNanos) {
            Thread.onSpinWait();
            return;
        }
        if (untilDueNanos > 0) {
            LockSupport.parkNanos(Math.min(sleepNanos, untilDueNanos));
        }
        sleepNanos = Math.min(2 * sleepNanos, polling.longestSleepNanos);
    }
}
