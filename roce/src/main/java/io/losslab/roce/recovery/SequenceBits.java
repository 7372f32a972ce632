package io.losslab.roce.recovery;

/** A bit for each sequence number of a sliding window. */
public final class SequenceBits {
    private final long[] words;
    private final int mask;

    /**
     * Makes a window without a bit set.
     *
     * @param window most sequence numbers between the lowest and the highest in use
     */
    public SequenceBits(int window) {
        int bits = Math.max(64, Integer.highestOneBit(Math.max(1, window - 1)) << 1);
        words = new long[bits >> 6];
        mask = bits - 1;
    }

    public boolean get(long sequence) {
        return (words[(int) (sequence & mask) >> 6] >>> sequence & 1) != 0;
    }

    public void set(long sequence) {
        words[(int) (sequence & mask) >> 6] |= 1L << sequence;
    }

    public void clear(long sequence) {
        words[(int) (sequence & mask) >> 6] &= ~(1L << sequence);
    }
}
