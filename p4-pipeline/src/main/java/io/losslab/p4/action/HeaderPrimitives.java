package io.losslab.p4.action;

import io.losslab.p4.expression.Expression;
import io.losslab.p4.expression.Expression.HeaderPick;
import io.losslab.p4.expression.Expression.StackRef;
import io.losslab.p4.expression.Expression.UnionPick;
import io.losslab.p4.expression.Expression.UnionStackRef;
import io.losslab.p4.expression.Value;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.Headers;
import io.losslab.p4.packet.Layout;
import io.losslab.p4.packet.PacketState;
import java.util.List;
import java.util.function.BiConsumer;

/** The primitives on whole headers, stacks and unions. */
final class HeaderPrimitives {
    private final Operands operands;
    private final List<HeaderLayout> headers;
    private final List<Layout.Union> unions;

    HeaderPrimitives(Operands operands) {
        this.operands = operands;
        this.headers = operands.names().layout().headers();
        this.unions = operands.names().layout().unions();
    }

    /** The step, or null if the primitive is none of these. */
    Step read() {
        return switch (operands.op()) {
            case "add_header" -> onHeader(Headers::add);
            case "add_header_fast" -> onHeader(Headers::setValid);
            case "remove_header" -> onHeader(Headers::remove);
            case "assign_header", "copy_header" -> assignHeader();
            case "assign_VL" -> assignVariable();
            case "assign_union" -> assignUnion();
            case "assign_header_stack" -> assignStack();
            case "assign_union_stack" -> assignUnionStack();
            case "push" -> move(true);
            case "pop" -> move(false);
            default -> null;
        };
    }

    private Step onHeader(BiConsumer<PacketState, HeaderLayout> what) {
        HeaderPick header = operands.require(1).header(0);
        return packet -> {
            HeaderLayout found = header.finder().of(packet);
            if (found == null) {
                packet.environment().fault("header outside of its stack");
            } else {
                what.accept(packet, found);
            }
        };
    }

    private Step assignHeader() {
        HeaderPick to = operands.require(2).header(0);
        HeaderPick from = operands.header(1);
        requireSameType(to, from);
        return packet -> {
            HeaderLayout target = to.finder().of(packet);
            HeaderLayout source = from.finder().of(packet);
            if (target == null || source == null) {
                packet.environment().fault("header outside of its stack");
            } else {
                Headers.assign(packet, target, source);
            }
        };
    }

    private void requireSameType(HeaderPick to, HeaderPick from) {
        if (!to.shape().type().equals(from.shape().type())) {
            throw operands.at(1)
                    .refused(
                            "header of type '%s' cannot become one of type '%s'"
                                    .formatted(from.shape().type(), to.shape().type()));
        }
    }

    private Step assignVariable() {
        FieldLayout to = operands.require(2).names().field(operands.name(0));
        FieldLayout from = operands.names().field(operands.name(1));
        if (!to.isVariable() || !from.isVariable()) {
            throw operands.at(to.isVariable() ? 1 : 0).wrong("a field of variable length");
        }
        return packet -> Headers.copy(packet, to, from);
    }

    private Step assignUnion() {
        UnionPick to = union(0);
        UnionPick from = union(1);
        return packet -> {
            Layout.Union target = to.finder().of(packet);
            Layout.Union source = from.finder().of(packet);
            if (target == null || source == null) {
                packet.environment().fault("union outside of its stack");
            } else {
                Headers.assign(packet, target, source);
            }
        };
    }

    private UnionPick union(int index) {
        if (operands.require(2).any(index) instanceof UnionPick union) {
            return union;
        }
        throw operands.at(index).wrong("a header union");
    }

    private Step assignStack() {
        Expression to = operands.require(2).any(0);
        Expression from = operands.any(1);
        if (!(to instanceof StackRef target)
                || !(from instanceof StackRef source)
                || target.stack().headers().size() != source.stack().headers().size()) {
            throw operands.at(1).wrong("a header stack of the same size");
        }
        return packet -> {
            for (int i = 0; i < target.stack().headers().size(); i++) {
                Headers.assign(
                        packet,
                        headers.get(target.stack().headers().get(i)),
                        headers.get(source.stack().headers().get(i)));
            }
            packet.words[target.stack().nextSlot()] = packet.words[source.stack().nextSlot()];
        };
    }

    private Step assignUnionStack() {
        Expression to = operands.require(2).any(0);
        Expression from = operands.any(1);
        if (!(to instanceof UnionStackRef target)
                || !(from instanceof UnionStackRef source)
                || target.stack().unions().size() != source.stack().unions().size()) {
            throw operands.at(1).wrong("a header union stack of the same size");
        }
        return packet -> {
            for (int i = 0; i < target.stack().unions().size(); i++) {
                Headers.assign(
                        packet,
                        unions.get(target.stack().unions().get(i)),
                        unions.get(source.stack().unions().get(i)));
            }
            packet.words[target.stack().nextSlot()] = packet.words[source.stack().nextSlot()];
        };
    }

    private Step move(boolean push) {
        Value.Low count = operands.require(2).low(1);
        Expression stack = operands.any(0);
        if (stack instanceof StackRef plain) {
            return push
                    ? packet -> Headers.push(packet, plain.stack(), amount(count.of(packet)))
                    : packet -> Headers.pop(packet, plain.stack(), amount(count.of(packet)));
        }
        if (stack instanceof UnionStackRef union) {
            return push
                    ? packet -> Headers.push(packet, union.stack(), amount(count.of(packet)))
                    : packet -> Headers.pop(packet, union.stack(), amount(count.of(packet)));
        }
        throw operands.at(0).wrong("a header stack");
    }

    private static int amount(long count) {
        return (int) Math.max(0, Math.min(count, 1 << 20));
    }
}
