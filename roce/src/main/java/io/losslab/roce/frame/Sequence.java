package io.losslab.roce.frame;

/** Numbers of which the low bits travel, made whole again by one that is near. */
public final class Sequence {
    /** Bits of a packet sequence number. */
    public static final int BITS = 24;

    private Sequence() {}

    /** The number closest to {@code near} that has these low 24 bits. */
    public static long near(long near, int low24Bits) {
        return near(near, low24Bits, BITS);
    }

    /** The number closest to {@code near} that has these low bits. */
    static long near(long near, long low, int bits) {
        int shift = Long.SIZE - bits;
        return near + ((low - near) << shift >> shift);
    }
}
