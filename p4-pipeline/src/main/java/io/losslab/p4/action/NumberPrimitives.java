package io.losslab.p4.action;

import io.losslab.p4.expression.Arithmetic;
import io.losslab.p4.expression.Comparison;
import io.losslab.p4.expression.Expression;
import io.losslab.p4.expression.Store;
import io.losslab.p4.expression.Value;
import io.losslab.p4.packet.PacketState;
import java.util.List;
import java.util.function.BinaryOperator;

/** The primitives that compute, jump and report. */
final class NumberPrimitives {
    private final Operands operands;

    NumberPrimitives(Operands operands) {
        this.operands = operands;
    }

    /** The step, or null if the primitive is none of these. */
    Step read() {
        return switch (operands.op()) {
            case "assign", "modify_field" -> store(operands.require(2).number(1));
            case "add_to_field" -> store(combined(Arithmetic::add, 0, 1));
            case "subtract_from_field" -> store(combined(Arithmetic::subtract, 0, 1));
            case "add" -> store(combined(Arithmetic::add, 1, 2));
            case "subtract" -> store(combined(Arithmetic::subtract, 1, 2));
            case "bit_xor" -> store(combined(Arithmetic::xor, 1, 2));
            case "bit_or" -> store(combined(Arithmetic::or, 1, 2));
            case "bit_and" -> store(combined(Arithmetic::and, 1, 2));
            case "shift_left" -> store(combined(Arithmetic::shiftLeft, 1, 2));
            case "shift_right" -> store(combined(Arithmetic::shiftRight, 1, 2));
            case "modify_field_rng_uniform" -> random();
            case "no_op" -> packet -> {};
            case "_jump" -> {
                Value.Low to = operands.require(1).low(0);
                yield packet -> packet.jump = (int) to.of(packet);
            }
            case "_jump_if_zero" -> {
                Expression.Condition zero = isZero(0);
                Value.Low to = operands.require(2).low(1);
                yield packet -> {
                    if (zero.of(packet)) {
                        packet.jump = (int) to.of(packet);
                    }
                };
            }
            case "exit" -> packet -> packet.exited = true;
            case "assert", "assume" -> require();
            case "log_msg" -> log();
            default -> null;
        };
    }

    private Step store(Value value) {
        Store store = operands.store(0, value);
        return store::into;
    }

    private Value combined(BinaryOperator<Value> how, int left, int right) {
        operands.require(right + 1);
        return how.apply(operands.number(left), operands.number(right));
    }

    /** Of a number or a condition. */
    private Expression.Condition isZero(int index) {
        Expression read = operands.any(index);
        if (read instanceof Expression.Test test) {
            return packet -> !test.condition().of(packet);
        }
        return Comparison.isZero(operands.number(index));
    }

    private Step random() {
        Value.Low low = operands.require(3).low(1);
        Value.Low high = operands.low(2);
        Store store =
                operands.store(
                        0,
                        Value.computed(
                                packet ->
                                        packet.environment()
                                                .random(low.of(packet), high.of(packet))));
        return packet -> {
            if (Long.compareUnsigned(low.of(packet), high.of(packet)) <= 0) {
                store.into(packet);
            }
        };
    }

    private Step require() {
        Expression.Condition broken = isZero(0);
        String text = operands.require(1).op() + " failed at " + operands.source();
        return packet -> {
            if (broken.of(packet)) {
                packet.failed = true;
                packet.exited = true;
                packet.environment().fault(text);
            }
        };
    }

    private Step log() {
        String format = operands.require(2).name(0).text();
        List<Value> values = operands.numbers(1);
        return packet -> packet.environment().log(filled(format, values, packet));
    }

    private static String filled(String format, List<Value> values, PacketState packet) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (Value value : values) {
            int open = format.indexOf("{}", from);
            if (open < 0) {
                break;
            }
            text.append(format, from, open).append(value.exact(packet));
            from = open + 2;
        }
        return text.append(format.substring(from)).toString();
    }
}
