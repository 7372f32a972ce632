package io.losslab.agent.loop;

/**
 * How the data thread waits for frames: when a turn found nothing it spins for a while, then
 * sleeps, each time twice as long up to a bound. So a busy host answers at once and an idle one
 * leaves its core.
 */
public enum Polling {
    /** Spins 500 us, then sleeps 20 us up to 1 ms. */
    ADAPTIVE(500_000, 0, 20_000, 1_000_000),

    /** Never sleeps: the lowest latency for a whole core. */
    BUSY(Long.MAX_VALUE, 0, 1, 1),

    /**
     * Sleeps 50 us up to 250 us as soon as a turn found nothing, since others need its core. With
     * the scheduling of a real-time thread, it is back in time whatever else the machine does.
     */
    REAL_TIME(0, 50_000, 50_000, 250_000);

    final long spinNanos;
    final long shortestSleepNanos;
    final long firstSleepNanos;
    final long longestSleepNanos;

    Polling(long spinNanos, long shortestSleepNanos, long firstSleepNanos, long longestSleepNanos) {
        this.spinNanos = spinNanos;
        this.shortestSleepNanos = shortestSleepNanos;
        this.firstSleepNanos = firstSleepNanos;
        this.longestSleepNanos = longestSleepNanos;
    }
}
