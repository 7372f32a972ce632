package io.losslab.p4.expression;

import java.math.BigInteger;

/**
 * Bounds of a value, both included, known when a program is read.
 *
 * @param low least value
 * @param high greatest value
 */
record Range(BigInteger low, BigInteger high) {
    private static final BigInteger SIGNED_LOW = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger SIGNED_HIGH = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger UNSIGNED_HIGH =
            BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    static final Range BIT = unsigned(1);

    static Range of(BigInteger value) {
        return new Range(value, value);
    }

    static Range unsigned(int widthBits) {
        return new Range(
                BigInteger.ZERO, BigInteger.ONE.shiftLeft(widthBits).subtract(BigInteger.ONE));
    }

    static Range signed(int widthBits) {
        BigInteger half = BigInteger.ONE.shiftLeft(widthBits - 1);
        return new Range(half.negate(), half.subtract(BigInteger.ONE));
    }

    /** What holds both. */
    Range or(Range other) {
        return new Range(low.min(other.low), high.max(other.high));
    }

    /** Whether a {@code long} holds every value. */
    boolean fitsSigned() {
        return low.compareTo(SIGNED_LOW) >= 0 && high.compareTo(SIGNED_HIGH) <= 0;
    }

    /** Whether 64 bits without sign hold every value. */
    boolean fitsUnsigned() {
        return low.signum() >= 0 && high.compareTo(UNSIGNED_HIGH) <= 0;
    }

    boolean isNegative() {
        return low.signum() < 0;
    }

    /** Bits of the largest amount. */
    int bits() {
        return Math.max(low.bitLength(), high.bitLength());
    }
}
