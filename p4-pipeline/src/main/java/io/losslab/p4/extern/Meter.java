package io.losslab.p4.extern;

/**
 * A two-rate three-colour meter, colour-blind (RFC 2698), in bytes or packets. Its buckets are full
 * when it is set.
 */
public final class Meter {
    public static final int GREEN = 0;
    public static final int YELLOW = 1;
    public static final int RED = 2;

    /** Largest burst whose billionths fit a long. */
    private static final long MOST_BURST = 9_000_000_000L;

    private static final long NANO = 1_000_000_000L;

    private final long committedRate;
    private final long committedBurst;
    private final long peakRate;
    private final long peakBurst;

    /** Tokens in billionths. */
    private long committed;

    private long peak;
    private long lastNanos;

    /**
     * A meter with full buckets.
     *
     * @param committedRate bytes or packets a second; the peak rate likewise
     * @param committedBurst bytes or packets; the peak burst likewise
     */
    public Meter(
            long committedRate, long committedBurst, long peakRate, long peakBurst, long nowNanos) {
        this.committedRate = committedRate;
        this.committedBurst = Math.min(committedBurst, MOST_BURST) * NANO;
        this.peakRate = peakRate;
        this.peakBurst = Math.min(peakBurst, MOST_BURST) * NANO;
        this.committed = this.committedBurst;
        this.peak = this.peakBurst;
        this.lastNanos = nowNanos;
    }

    /** The colour of what arrives now; {@code amount} is bytes, or 1 packet. */
    public int mark(long amount, long nowNanos) {
        long elapsed = nowNanos - lastNanos;
        lastNanos = nowNanos;
        committed = filled(committed, committedBurst, committedRate, elapsed);
        peak = filled(peak, peakBurst, peakRate, elapsed);
        long wanted = amount * NANO;
        if (peak < wanted) {
            return RED;
        }
        peak -= wanted;
        if (committed < wanted) {
            return YELLOW;
        }
        committed -= wanted;
        return GREEN;
    }

    private static long filled(long tokens, long burst, long rate, long elapsedNanos) {
        long room = burst - tokens;
        return rate > 0 && elapsedNanos > room / rate
                ? burst
                : Math.min(burst, tokens + elapsedNanos * rate);
    }
}
