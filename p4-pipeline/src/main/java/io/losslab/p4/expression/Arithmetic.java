package io.losslab.p4.expression;

import io.losslab.p4.expression.Value.Exact;
import io.losslab.p4.expression.Value.Low;
import java.math.BigInteger;
import java.util.stream.Stream;

/**
 * Operators on numbers. Division by zero gives zero, since P4 leaves it open.
 *
 * <p>Low bits of sums, products and left shifts follow from the low bits of the operands; those of
 * other operators need the operands themselves.
 */
public final class Arithmetic {
    /** Shifts by more give the same as this many bits. */
    private static final int MOST_SHIFT = 1 << 14;

    private Arithmetic() {}

    public static Value add(Value left, Value right) {
        Low a = left.low();
        Low b = right.low();
        Range l = left.range();
        Range r = right.range();
        return Value.of(
                new Range(l.low().add(r.low()), l.high().add(r.high())),
                packet -> a.of(packet) + b.of(packet),
                packet -> left.exact(packet).add(right.exact(packet)));
    }

    public static Value subtract(Value left, Value right) {
        Low a = left.low();
        Low b = right.low();
        Range l = left.range();
        Range r = right.range();
        return Value.of(
                new Range(l.low().subtract(r.high()), l.high().subtract(r.low())),
                packet -> a.of(packet) - b.of(packet),
                packet -> left.exact(packet).subtract(right.exact(packet)));
    }

    public static Value multiply(Value left, Value right) {
        Low a = left.low();
        Low b = right.low();
        return Value.of(
                corners(left.range(), right.range()),
                packet -> a.of(packet) * b.of(packet),
                packet -> left.exact(packet).multiply(right.exact(packet)));
    }

    public static Value divide(Value left, Value right) {
        Low low;
        Low a = left.low();
        Low b = right.low();
        Exact exact = packet -> quotient(left.exact(packet), right.exact(packet));
        if (left.range().fitsUnsigned() && right.range().fitsUnsigned()) {
            low =
                    packet -> {
                        long by = b.of(packet);
                        return by == 0 ? 0 : Long.divideUnsigned(a.of(packet), by);
                    };
        } else {
            low = packet -> exact.of(packet).longValue();
        }
        return Value.of(spread(left.range()), low, exact);
    }

    public static Value remainder(Value left, Value right) {
        Low low;
        Low a = left.low();
        Low b = right.low();
        Exact exact =
                packet -> {
                    BigInteger by = right.exact(packet);
                    return by.signum() == 0 ? by : left.exact(packet).remainder(by);
                };
        if (left.range().fitsUnsigned() && right.range().fitsUnsigned()) {
            low =
                    packet -> {
                        long by = b.of(packet);
                        return by == 0 ? 0 : Long.remainderUnsigned(a.of(packet), by);
                    };
        } else {
            low = packet -> exact.of(packet).longValue();
        }
        return Value.of(spread(left.range()), low, exact);
    }

    public static Value shiftLeft(Value left, Value right) {
        Low a = left.low();
        Low b = right.low();
        Range l = left.range();
        int most = right.range().high().min(BigInteger.valueOf(MOST_SHIFT)).intValue();
        return Value.of(
                new Range(
                        l.low().min(l.low().shiftLeft(most)),
                        l.high().max(l.high().shiftLeft(most))),
                packet -> {
                    long by = b.of(packet);
                    return (by & ~63) != 0 ? 0 : a.of(packet) << by;
                },
                packet -> left.exact(packet).shiftLeft(shift(b.of(packet))));
    }

    public static Value shiftRight(Value left, Value right) {
        Low a = left.low();
        Low b = right.low();
        Range l = left.range();
        Exact exact = packet -> left.exact(packet).shiftRight(shift(b.of(packet)));
        Low low;
        if (l.fitsSigned()) {
            low =
                    packet -> {
                        long by = b.of(packet);
                        return a.of(packet) >> ((by & ~63) != 0 ? 63 : by);
                    };
        } else if (l.fitsUnsigned()) {
            low =
                    packet -> {
                        long by = b.of(packet);
                        return (by & ~63) != 0 ? 0 : a.of(packet) >>> by;
                    };
        } else {
            low = packet -> exact.of(packet).longValue();
        }
        int least = right.range().low().min(BigInteger.valueOf(MOST_SHIFT)).intValue();
        BigInteger high = l.high().signum() > 0 ? l.high().shiftRight(least) : l.high();
        return Value.of(
                new Range(l.low().min(BigInteger.ZERO), high.max(BigInteger.ZERO)), low, exact);
    }

    public static Value and(Value left, Value right) {
        Low a = left.low();
        Low b = right.low();
        Range l = left.range();
        Range r = right.range();
        Range range;
        if (!l.isNegative() && !r.isNegative()) {
            range = new Range(BigInteger.ZERO, l.high().min(r.high()));
        } else if (!l.isNegative() || !r.isNegative()) {
            range = new Range(BigInteger.ZERO, l.isNegative() ? r.high() : l.high());
        } else {
            range = bitwise(l, r);
        }
        return Value.of(
                range,
                packet -> a.of(packet) & b.of(packet),
                packet -> left.exact(packet).and(right.exact(packet)));
    }

    public static Value or(Value left, Value right) {
        Low a = left.low();
        Low b = right.low();
        return Value.of(
                bitwise(left.range(), right.range()),
                packet -> a.of(packet) | b.of(packet),
                packet -> left.exact(packet).or(right.exact(packet)));
    }

    public static Value xor(Value left, Value right) {
        Low a = left.low();
        Low b = right.low();
        return Value.of(
                bitwise(left.range(), right.range()),
                packet -> a.of(packet) ^ b.of(packet),
                packet -> left.exact(packet).xor(right.exact(packet)));
    }

    public static Value invert(Value of) {
        Low a = of.low();
        Range r = of.range();
        return Value.of(
                new Range(r.high().not(), r.low().not()),
                packet -> ~a.of(packet),
                packet -> of.exact(packet).not());
    }

    /** The low bits of a number, as a number with sign. */
    public static Value twosComplement(Value of, int widthBits) {
        Low a = of.low();
        Range range = Range.signed(widthBits);
        if (widthBits <= 64) {
            int shift = 64 - widthBits;
            return Value.narrow(range, packet -> a.of(packet) << shift >> shift);
        }
        BigInteger modulus = BigInteger.ONE.shiftLeft(widthBits);
        Exact exact =
                packet -> {
                    BigInteger value = of.exact(packet).mod(modulus);
                    return value.testBit(widthBits - 1) ? value.subtract(modulus) : value;
                };
        return Value.of(range, a, exact);
    }

    /** The nearest number that so many bits hold, with or without sign. */
    public static Value saturate(Value of, int widthBits, boolean signed) {
        Range range = signed ? Range.signed(widthBits) : Range.unsigned(widthBits);
        if (of.range().fitsSigned() && range.fitsSigned()) {
            Low a = of.low();
            long least = range.low().longValue();
            long most = range.high().longValue();
            return Value.narrow(range, packet -> Math.max(least, Math.min(most, a.of(packet))));
        }
        Exact exact = packet -> of.exact(packet).max(range.low()).min(range.high());
        return Value.of(range, packet -> exact.of(packet).longValue(), exact);
    }

    public static Value choose(Expression.Condition which, Value yes, Value no) {
        Low a = yes.low();
        Low b = no.low();
        return Value.of(
                yes.range().or(no.range()),
                packet -> which.of(packet) ? a.of(packet) : b.of(packet),
                packet -> which.of(packet) ? yes.exact(packet) : no.exact(packet));
    }

    /** By what to shift, at most {@link #MOST_SHIFT}; a negative amount has no meaning. */
    private static int shift(long by) {
        return (int) Math.max(0, Math.min(MOST_SHIFT, by));
    }

    private static BigInteger quotient(BigInteger left, BigInteger right) {
        return right.signum() == 0 ? right : left.divide(right);
    }

    /** Of results no further from zero than the operand. */
    private static Range spread(Range of) {
        BigInteger most = of.low().abs().max(of.high().abs());
        return new Range(of.isNegative() ? most.negate() : BigInteger.ZERO, most);
    }

    private static Range bitwise(Range l, Range r) {
        int bits = Math.max(l.bits(), r.bits());
        return l.isNegative() || r.isNegative() ? Range.signed(bits + 1) : Range.unsigned(bits);
    }

    private static Range corners(Range l, Range r) {
        BigInteger[] products =
                Stream.of(
                                l.low().multiply(r.low()),
                                l.low().multiply(r.high()),
                                l.high().multiply(r.low()),
                                l.high().multiply(r.high()))
                        .sorted()
                        .toArray(BigInteger[]::new);
        return new Range(products[0], products[3]);
    }
}
