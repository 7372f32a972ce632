package io.losslab.flowcontrol.gfc;

/**
 * Rates C, C/2, C/4 ...: the code is the stage k, which begins at B_k = Bm - (Bm - B_1)/2^(k-1) and
 * ends, on the way down, a frame below.
 */
final class Stages implements RateCode {
    /** By stage; stage 0 begins at 0. */
    private final long[] beginBytes;

    private final long hysteresisBytes;

    Stages(long limitBytes, long firstBytes, int stages, int hysteresisBytes) {
        this.hysteresisBytes = hysteresisBytes;
        beginBytes = new long[stages + 1];
        long spanBytes = limitBytes - firstBytes;
        for (int stage = 1; stage < beginBytes.length; stage++) {
            beginBytes[stage] = limitBytes - (spanBytes >> stage - 1);
        }
    }

    @Override
    public int of(long queueBytes, int code) {
        int stage = code;
        while (stage + 1 < beginBytes.length && queueBytes >= beginBytes[stage + 1]) {
            stage++;
        }
        while (stage > 0 && queueBytes + hysteresisBytes < beginBytes[stage]) {
            stage--;
        }
        return stage;
    }

    @Override
    public boolean has(int code) {
        return code >= 0 && code <= last();
    }

    @Override
    public long pacedNanos(long lineNanos, int code) {
        return lineNanos << code;
    }

    /** The stage of the least rate. */
    int last() {
        return beginBytes.length - 1;
    }

    /** B_k. */
    long beginBytes(int stage) {
        return beginBytes[stage];
    }
}
