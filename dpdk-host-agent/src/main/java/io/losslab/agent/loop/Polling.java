package io.losslab.agent.loop;

/**
 * How the data thread waits for frames: when a turn found nothing it spins for a while, then
 * sleeps, each time twice as long up to a bound. So a busy host answers at once and an idle one
 * leaves its core.
 *
 * @param spinNanos how long an idle thread spins; {@link Long#MAX_VALUE} for ever
 * @param firstSleepNanos above zero
 * @param longestSleepNanos at least the first
 */
public record Polling(long spinNanos, long firstSleepNanos, long longestSleepNanos) {
    /** Spins 500 us, then sleeps 20 us up to 1 ms. */
    public static final Polling ADAPTIVE = new Polling(500_000, 20_000, 1_000_000);

    /** Never sleeps: the lowest latency for a whole core. */
    public static final Polling BUSY = new Polling(Long.MAX_VALUE, 1, 1);

    public Polling {
        if (spinNanos < 0 || firstSleepNanos <= 0 || longestSleepNanos < firstSleepNanos) {
            throw new IllegalArgumentException(
                    "invalid polling: spin %d ns, sleep %d..%d ns"
                            .formatted(spinNanos, firstSleepNanos, longestSleepNanos));
        }
    }
}
