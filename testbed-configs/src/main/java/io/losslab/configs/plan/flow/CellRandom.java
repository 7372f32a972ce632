package io.losslab.configs.plan.flow;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Random choices of a cell: one source for each purpose, made of the cell's seed and the purpose's
 * name, so that schemes that are compared see the same traffic and a new traffic group does not
 * change the others'.
 */
public final class CellRandom {
    private static final long FNV64_OFFSET_BASIS = 0xCBF29CE484222325L;
    private static final long FNV64_PRIME = 0x100000001B3L;

    private CellRandom() {}

    public static SplittableRandom of(long seed, String purpose) {
        long hash = FNV64_OFFSET_BASIS;
        for (byte octet : purpose.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ octet & 0xFF) * FNV64_PRIME;
        }
        return new SplittableRandom(new SplittableRandom(seed).nextLong() ^ hash);
    }
}
