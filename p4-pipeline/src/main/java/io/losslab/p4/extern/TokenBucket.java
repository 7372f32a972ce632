package io.losslab.p4.extern;

/** Tokens of a meter, in bytes or packets, up to a burst. Full at first. */
final class TokenBucket {
    /** Largest burst whose billionths fit a long. */
    static final long MOST_BURST = 9_000_000_000L;

    private static final long NANO = 1_000_000_000L;

    /** Both in billionths. */
    private final long burst;

    private long tokens;

    TokenBucket(long burst) {
        this.burst = Math.min(burst, MOST_BURST) * NANO;
        this.tokens = this.burst;
    }

    /** What a rate a second brings in a time, in billionths; at most what fits a long. */
    static long brought(long rate, long nanos) {
        return rate > 0 && nanos > Long.MAX_VALUE / rate ? Long.MAX_VALUE : nanos * rate;
    }

    /** Adds billionths; returns those that have no room. */
    long add(long billionths) {
        long added = Math.min(billionths, burst - tokens);
        tokens += added;
        return billionths - added;
    }

    /** Takes an amount, or nothing where there is less. */
    boolean take(long amount) {
        long wanted = amount * NANO;
        if (tokens < wanted) {
            return false;
        }
        tokens -= wanted;
        return true;
    }
}
