package io.losslab.driver;

import java.util.random.RandomGenerator;

/**
 * How long to wait before trying again: doubling from the first delay to the longest, each spread
 * at random over the half above it, so that clients that lost the same device do not come back at
 * once. Immutable.
 *
 * @param firstMillis above 0
 * @param longestMillis at least the first
 * @param attempts tries before giving up, at least 1
 */
public record BackOff(long firstMillis, long longestMillis, int attempts) {
    /** Gives up after about a minute and a half. */
    public static final BackOff DEFAULT = new BackOff(200, 10_000, 14);

    public BackOff {
        if (firstMillis < 1 || longestMillis < firstMillis || attempts < 1) {
            throw new IllegalArgumentException(
                    "a back-off needs 1 <= firstMillis <= longestMillis and attempts >= 1: %d, %d, %d"
                            .formatted(firstMillis, longestMillis, attempts));
        }
    }

    /**
     * Delay before a try.
     *
     * @param attempt from 0
     */
    public long delayMillis(int attempt, RandomGenerator random) {
        long doubled =
                attempt >= Long.numberOfLeadingZeros(firstMillis) - 1
                        ? longestMillis
                        : Math.min(longestMillis, firstMillis << attempt);
        return doubled / 2 + random.nextLong(doubled / 2 + 1);
    }
}
