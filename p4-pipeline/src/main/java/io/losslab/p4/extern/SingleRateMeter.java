package io.losslab.p4.extern;

/** A single-rate three-colour meter, colour-blind (RFC 2697), in bytes or packets. */
public final class SingleRateMeter implements Meter {
    private final long rate;
    private final TokenBucket committed;

    /** Gets what has no room in the committed bucket. */
    private final TokenBucket excess;

    private long lastNanos;

    /**
     * A meter with full buckets.
     *
     * @param rate bytes or packets a second
     * @param committedBurst bytes or packets; the excess burst likewise
     */
    public SingleRateMeter(long rate, long committedBurst, long excessBurst, long nowNanos) {
        this.rate = rate;
        this.committed = new TokenBucket(committedBurst);
        // What fills both fits a long.
        long room = TokenBucket.MOST_BURST - Math.min(committedBurst, TokenBucket.MOST_BURST);
        this.excess = new TokenBucket(Math.min(excessBurst, room));
        this.lastNanos = nowNanos;
    }

    @Override
    public int mark(long amount, long nowNanos) {
        long brought = TokenBucket.brought(rate, nowNanos - lastNanos);
        lastNanos = nowNanos;
        excess.add(committed.add(brought));
        if (committed.take(amount)) {
            return GREEN;
        }
        return excess.take(amount) ? YELLOW : RED;
    }
}
