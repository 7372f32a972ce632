package io.losslab.p4.expression;

import io.losslab.p4.expression.Expression.Condition;
import io.losslab.p4.expression.Value.Low;
import java.math.BigInteger;

/** Comparisons of numbers. */
public final class Comparison {
    private Comparison() {}

    public static Condition equal(Value left, Value right) {
        Low a = left.low();
        Low b = right.low();
        if (comparable(left, right)) {
            return packet -> a.of(packet) == b.of(packet);
        }
        return packet -> left.exact(packet).equals(right.exact(packet));
    }

    public static Condition less(Value left, Value right) {
        Low a = left.low();
        Low b = right.low();
        if (left.range().fitsSigned() && right.range().fitsSigned()) {
            return packet -> a.of(packet) < b.of(packet);
        }
        if (comparable(left, right)) {
            return packet -> Long.compareUnsigned(a.of(packet), b.of(packet)) < 0;
        }
        return packet -> left.exact(packet).compareTo(right.exact(packet)) < 0;
    }

    public static Condition not(Condition condition) {
        return packet -> !condition.of(packet);
    }

    public static Condition isZero(Value value) {
        return equal(value, Value.constant(BigInteger.ZERO));
    }

    /** Whether the low bits of both decide. */
    private static boolean comparable(Value left, Value right) {
        return left.range().fitsSigned() && right.range().fitsSigned()
                || left.range().fitsUnsigned() && right.range().fitsUnsigned();
    }
}
