package io.losslab.p4.extern;

/** A two-rate three-colour meter, colour-blind (RFC 2698), in bytes or packets. */
public final class TwoRateMeter implements Meter {
    private final long committedRate;
    private final long peakRate;
    private final TokenBucket committed;
    private final TokenBucket peak;
    private long lastNanos;

    /**
     * A meter with full buckets.
     *
     * @param committedRate bytes or packets a second; the peak rate likewise
     * @param committedBurst bytes or packets; the peak burst likewise
     */
    public TwoRateMeter(
            long committedRate, long committedBurst, long peakRate, long peakBurst, long nowNanos) {
        this.committedRate = committedRate;
        this.peakRate = peakRate;
        this.committed = new TokenBucket(committedBurst);
        this.peak = new TokenBucket(peakBurst);
        this.lastNanos = nowNanos;
    }

    @Override
    public int mark(long amount, long nowNanos) {
        long elapsed = nowNanos - lastNanos;
        lastNanos = nowNanos;
        committed.add(TokenBucket.brought(committedRate, elapsed));
        peak.add(TokenBucket.brought(peakRate, elapsed));
        if (!peak.take(amount)) {
            return RED;
        }
        return committed.take(amount) ? GREEN : YELLOW;
    }
}
