package io.losslab.agent.loop;

/**
 * How the data thread waits for frames: when a turn found nothing it spins for a while, then
 * sleeps, each time twice as long up to a bound. So a busy host answers at once and an idle one
 * leaves its core.
 */
public enum Polling {
    /** Spins 500 us, then sleeps 20 us up to 1 ms. */
    ADAPTIVE(500_000, 20_000, 1_000_000),

    /** Never sleeps: the lowest latency for a whole core. */
    BUSY(Long.MAX_VALUE, 1, 1);

    final long spinNanos;
    final long firstSleepNanos;
    final long longestSleepNanos;

    Polling(long spinNanos, long firstSleepNanos, long longestSleepNanos) {
        this.spinNanos = spinNanos;
        this.firstSleepNanos = firstSleepNanos;
        this.longestSleepNanos = longestSleepNanos;
    }
}
