package io.losslab.softswitch.fabric;

/** A bit for each sequence number of a sliding window. */
final class SequenceBits {
    private final long[] words;
    private final int mask;

    /**
     * Makes a window without a bit set.
     *
     * @param window most sequence numbers between the lowest and the highest in use
     */
    SequenceBits(int window) {
        int bits = Math.max(64, Integer.highestOneBit(Math.max(1, window - 1)) << 1);
        words = new long[bits >> 6];
        mask = bits - 1;
    }

    boolean get(int sequence) {
        return (words[(sequence & mask) >> 6] >>> sequence & 1) != 0;
    }

    void set(int sequence) {
        words[(sequence & mask) >> 6] |= 1L << sequence;
    }

    void clear(int sequence) {
        words[(sequence & mask) >> 6] &= ~(1L << sequence);
    }
}
