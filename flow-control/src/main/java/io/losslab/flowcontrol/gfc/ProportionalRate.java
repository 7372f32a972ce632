package io.losslab.flowcontrol.gfc;

/**
 * Rate C (Bm - q)/(Bm - B_0), in steps of C/64 rounded down, and never below C/2^stages: the code
 * is by how many 65536ths of C the rate is less.
 */
final class ProportionalRate implements RateCode {
    private static final int ONE = 65_536;
    private static final int STEPS = 64;

    private final long limitBytes;
    private final long spanBytes;
    private final int leastRate;

    ProportionalRate(long limitBytes, long firstBytes, int stages) {
        this.limitBytes = limitBytes;
        spanBytes = limitBytes - firstBytes;
        leastRate = ONE >> stages;
    }

    @Override
    public int of(long queueBytes, int code) {
        long steps = Math.floorDiv((limitBytes - queueBytes) * STEPS, spanBytes);
        long rate = Math.max(leastRate, Math.min(STEPS, steps) * (ONE / STEPS));
        return (int) (ONE - rate);
    }

    @Override
    public boolean has(int code) {
        return code >= 0 && code <= ONE - leastRate;
    }

    @Override
    public long pacedNanos(long lineNanos, int code) {
        return lineNanos * ONE / (ONE - code);
    }
}
