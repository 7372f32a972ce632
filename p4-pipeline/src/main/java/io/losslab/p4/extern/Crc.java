package io.losslab.p4.extern;

/** A cyclic redundancy check of 8, 16, 32 or 64 bits, by table. */
final class Crc {
    private final int width;
    private final long initial;
    private final long finalXor;
    private final boolean reflected;
    private final long[] table = new long[256];

    /** A check whose input and output are both reflected, or neither. */
    Crc(int width, long polynomial, long initial, long finalXor, boolean reflected) {
        this.width = width;
        this.initial = initial;
        this.finalXor = finalXor;
        this.reflected = reflected;
        long mask = mask();
        for (int octet = 0; octet < table.length; octet++) {
            table[octet] =
                    reflected ? reflectedRow(octet, polynomial) : row(octet, polynomial, mask);
        }
    }

    long of(byte[] bytes, int length) {
        long mask = mask();
        long sum = reflected ? reverse(initial) : initial;
        for (int i = 0; i < length; i++) {
            int octet = bytes[i] & 0xff;
            sum =
                    reflected
                            ? sum >>> 8 ^ table[(int) (sum ^ octet) & 0xff]
                            : sum << 8 & mask ^ table[(int) (sum >>> width - 8) & 0xff ^ octet];
        }
        return (sum ^ finalXor) & mask;
    }

    private long row(int octet, long polynomial, long mask) {
        long sum = (long) octet << width - 8;
        for (int bit = 0; bit < 8; bit++) {
            boolean top = (sum >>> width - 1 & 1) != 0;
            sum = sum << 1 & mask ^ (top ? polynomial : 0);
        }
        return sum;
    }

    private long reflectedRow(int octet, long polynomial) {
        long reversed = reverse(polynomial);
        long sum = octet;
        for (int bit = 0; bit < 8; bit++) {
            sum = sum >>> 1 ^ ((sum & 1) != 0 ? reversed : 0);
        }
        return sum;
    }

    private long reverse(long value) {
        return Long.reverse(value) >>> 64 - width;
    }

    private long mask() {
        return width == 64 ? -1 : (1L << width) - 1;
    }
}
