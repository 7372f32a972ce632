package io.losslab.p4.packet;

import java.math.BigInteger;

/**
 * Bit strings as bytes, most significant first, and as words of 64 bits, least significant first.
 */
public final class Bits {
    private static final BigInteger LOW = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private Bits() {}

    /** The low {@code width} bits set, 0..64. */
    public static long mask(int width) {
        return width >= 64 ? -1 : (1L << width) - 1;
    }

    /** Words that a value takes. */
    public static int words(int width) {
        return Math.max(1, width + 63 >> 6);
    }

    /** Reads 1 to 64 bits from bit {@code at} on. */
    public static long read(byte[] from, int at, int width) {
        int first = at >> 3;
        int end = at + width;
        int last = end - 1 >> 3;
        int drop = -end & 7;
        long value = 0;
        if (last - first < 8) {
            for (int i = first; i <= last; i++) {
                value = value << 8 | from[i] & 0xff;
            }
            value >>>= drop;
        } else {
            for (int i = first; i < last; i++) {
                value = value << 8 | from[i] & 0xff;
            }
            value = value << 8 - drop | (from[last] & 0xff) >>> drop;
        }
        return value & mask(width);
    }

    /** Writes 1 to 64 bits to bit {@code at} on; the others of the bytes stay. */
    public static void write(byte[] to, int at, int width, long value) {
        int left = width;
        int end = at + width;
        long rest = value & mask(width);
        while (left > 0) {
            int index = end - 1 >> 3;
            int low = -end & 7;
            int take = Math.min(left, 8 - low);
            int mask = (1 << take) - 1 << low;
            to[index] = (byte) (to[index] & ~mask | (int) rest << low & mask);
            rest >>>= take;
            end -= take;
            left -= take;
        }
    }

    /** Reads a value of any width into words. */
    public static void read(byte[] from, int at, int width, long[] words, int slot) {
        int left = width;
        int word = slot;
        while (left > 0) {
            int take = Math.min(64, left);
            words[word++] = read(from, at + left - take, take);
            left -= take;
        }
    }

    /** Writes a value of any width from words. */
    public static void write(byte[] to, int at, int width, long[] words, int slot) {
        int left = width;
        int word = slot;
        while (left > 0) {
            int take = Math.min(64, left);
            write(to, at + left - take, take, words[word++]);
            left -= take;
        }
    }

    /** The low bits of a value, two's complement, as words. */
    public static void store(BigInteger value, int width, long[] words, int slot) {
        int count = words(width);
        for (int i = 0; i < count; i++) {
            int bits = Math.min(64, width - 64 * i);
            words[slot + i] = value.shiftRight(64 * i).longValue() & mask(bits);
        }
    }

    /** An unsigned value of words. */
    public static BigInteger load(long[] words, int slot, int width) {
        BigInteger value = BigInteger.ZERO;
        for (int i = words(width) - 1; i >= 0; i--) {
            value = value.shiftLeft(64).or(unsigned(words[slot + i]));
        }
        return value;
    }

    /** A word as a number without sign. */
    public static BigInteger unsigned(long word) {
        BigInteger value = BigInteger.valueOf(word);
        return word >= 0 ? value : value.and(LOW);
    }

    /** An unsigned value of words from a big number that fits. */
    public static long[] wordsOf(BigInteger value, int width) {
        long[] words = new long[words(width)];
        store(value, width, words, 0);
        return words;
    }
}
