package io.losslab.p4.expression;

import io.losslab.p4.expression.Expression.Condition;
import io.losslab.p4.expression.Expression.HeaderPick;
import io.losslab.p4.expression.Expression.StackRef;
import io.losslab.p4.expression.Expression.Test;
import io.losslab.p4.expression.Expression.UnionPick;
import io.losslab.p4.expression.Expression.UnionStackRef;
import io.losslab.p4.extern.RegisterArray;
import io.losslab.p4.json.JsonView;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.Headers;
import io.losslab.p4.packet.Layout;
import io.losslab.p4.packet.Names;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** Reads expressions. */
public final class ExpressionReader {
    private static final int DEEPEST = 500;

    private final Names names;
    private final Map<String, RegisterArray> registers;
    private final List<Value> locals;
    private int depth;

    /**
     * A reader for one action or one other place.
     *
     * @param locals what the parameters of the action stand for, by index
     */
    public ExpressionReader(Names names, Map<String, RegisterArray> registers, List<Value> locals) {
        this.names = names;
        this.registers = registers;
        this.locals = List.copyOf(locals);
    }

    /** A reader for an action with these parameters. */
    public ExpressionReader with(List<Value> arguments) {
        return new ExpressionReader(names, registers, arguments);
    }

    public Names names() {
        return names;
    }

    /** Reads a number. */
    public Value value(JsonView view) {
        if (read(view) instanceof Value value) {
            return value;
        }
        throw view.wrong("a number");
    }

    /** Reads a truth. */
    public Condition condition(JsonView view) {
        if (read(view) instanceof Test test) {
            return test.condition();
        }
        throw view.wrong("a condition");
    }

    /** Reads a header. */
    public HeaderPick header(JsonView view) {
        if (read(view) instanceof HeaderPick header) {
            return header;
        }
        throw view.wrong("a header");
    }

    /** Reads any expression: an object with {@code type} and {@code value}. */
    public Expression read(JsonView view) {
        if (++depth > DEEPEST) {
            throw view.refused("expressions are nested deeper than " + DEEPEST);
        }
        Expression read = readType(view);
        depth--;
        return read;
    }

    private Expression readType(JsonView view) {
        JsonView value = view.at("value");
        return switch (view.text("type")) {
            case "expression" ->
                    value.find("type").isPresent() && value.find("op").isEmpty()
                            ? read(value)
                            : readOperation(value);
            case "field" -> Value.of(numeric(names.field(value), value));
            case "hexstr" -> Value.constant(value.hex());
            case "bool" -> {
                boolean truth = value.flag();
                yield new Test(packet -> truth);
            }
            case "local", "runtime_data" -> local(value);
            case "register" -> register(value);
            case "header" -> {
                HeaderLayout header = names.header(value);
                yield new HeaderPick(header, packet -> header);
            }
            case "header_stack" -> stackNamed(value);
            case "stack_field" -> lastOfStack(value);
            case "header_union" -> {
                Layout.Union union = names.union(value);
                yield new UnionPick(union, packet -> union);
            }
            case "header_union_stack" -> new UnionStackRef(names.unionStack(value));
            default ->
                    throw view.at("type")
                            .wrong(
                                    "expression, field, hexstr, bool, local, register, header,"
                                            + " header_stack, stack_field, header_union, or"
                                            + " header_union_stack");
        };
    }

    private Expression stackNamed(JsonView name) {
        return names.layout().unionStack(name.text()).isPresent()
                ? new UnionStackRef(names.unionStack(name))
                : new StackRef(names.stack(name));
    }

    private Expression readOperation(JsonView view) {
        String op = view.text("op");
        return switch (op) {
            case "==" -> new Test(equal(view));
            case "!=" -> new Test(Comparison.not(equal(view)));
            case "<" -> new Test(Comparison.less(left(view), right(view)));
            case ">" -> new Test(Comparison.less(right(view), left(view)));
            case ">=" -> new Test(Comparison.not(Comparison.less(left(view), right(view))));
            case "<=" -> new Test(Comparison.not(Comparison.less(right(view), left(view))));
            case "and" -> {
                Condition a = condition(view.at("left"));
                Condition b = condition(view.at("right"));
                yield new Test(packet -> a.of(packet) && b.of(packet));
            }
            case "or" -> {
                Condition a = condition(view.at("left"));
                Condition b = condition(view.at("right"));
                yield new Test(packet -> a.of(packet) || b.of(packet));
            }
            case "not" -> new Test(Comparison.not(condition(view.at("right"))));
            case "valid" -> {
                HeaderPick header = header(view.at("right"));
                yield new Test(
                        packet -> {
                            HeaderLayout found = header.finder().of(packet);
                            return found != null && Headers.isValid(packet, found);
                        });
            }
            case "valid_union" -> new Test(validUnion(view.at("right")));
            case "d2b" -> {
                Value number = right(view);
                yield new Test(Comparison.not(Comparison.isZero(number)));
            }
            case "b2d" -> {
                Condition truth = condition(view.at("right"));
                yield Value.narrow(Range.BIT, packet -> truth.of(packet) ? 1 : 0);
            }
            case "?" -> choose(view);
            default -> readNumber(op, view);
        };
    }

    private Expression readNumber(String op, JsonView view) {
        return switch (op) {
            case "+" -> Arithmetic.add(leftOrZero(view), right(view));
            case "-" -> Arithmetic.subtract(leftOrZero(view), right(view));
            case "*" -> Arithmetic.multiply(left(view), right(view));
            case "/" -> Arithmetic.divide(left(view), right(view));
            case "%" -> Arithmetic.remainder(left(view), right(view));
            case "<<" -> Arithmetic.shiftLeft(left(view), right(view));
            case ">>" -> Arithmetic.shiftRight(left(view), right(view));
            case "&" -> Arithmetic.and(left(view), right(view));
            case "|" -> Arithmetic.or(left(view), right(view));
            case "^" -> Arithmetic.xor(left(view), right(view));
            case "~" -> Arithmetic.invert(right(view));
            case "two_comp_mod" -> Arithmetic.twosComplement(left(view), width(view));
            case "sat_cast" -> Arithmetic.saturate(left(view), width(view), true);
            case "usat_cast" -> Arithmetic.saturate(left(view), width(view), false);
            case "dereference_header_stack" -> elementOfStack(view);
            case "dereference_union_stack" -> elementOfUnionStack(view);
            case "last_stack_index" -> {
                int slot = stack(view.at("right")).nextSlot();
                yield Value.narrow(Range.signed(33), packet -> packet.words[slot] - 1);
            }
            case "size_stack" -> {
                int slot = stack(view.at("right")).nextSlot();
                yield Value.narrow(Range.unsigned(32), packet -> packet.words[slot]);
            }
            case "access_field" -> fieldOf(view);
            case "access_union_header" -> headerOf(view);
            default -> throw view.at("op").refused("there is no operator '" + op + "'");
        };
    }

    private Value left(JsonView view) {
        return value(view.at("left"));
    }

    private Value leftOrZero(JsonView view) {
        return view.find("left").map(this::value).orElse(Value.constant(BigInteger.ZERO));
    }

    private Value right(JsonView view) {
        return value(view.at("right"));
    }

    private int width(JsonView view) {
        JsonView right = view.at("right");
        if (!right.text("type").equals("hexstr")) {
            throw right.wrong("a constant width");
        }
        int width =
                right.at("value").hex().bitLength() > 16 ? 0 : right.at("value").hex().intValue();
        if (width < 1) {
            throw right.wrong("a width from 1 to 65535 bits");
        }
        return width;
    }

    private Condition equal(JsonView view) {
        Expression left = read(view.at("left"));
        Expression right = read(view.at("right"));
        if (left instanceof Value a && right instanceof Value b) {
            return Comparison.equal(a, b);
        }
        if (left instanceof Test a && right instanceof Test b) {
            return packet -> a.condition().of(packet) == b.condition().of(packet);
        }
        if (left instanceof HeaderPick a && right instanceof HeaderPick b) {
            return packet -> {
                HeaderLayout one = a.finder().of(packet);
                HeaderLayout other = b.finder().of(packet);
                return one != null && other != null && Headers.equal(packet, one, other);
            };
        }
        if (left instanceof UnionPick a && right instanceof UnionPick b) {
            List<HeaderLayout> all = names.layout().headers();
            return packet -> {
                Layout.Union one = a.finder().of(packet);
                Layout.Union other = b.finder().of(packet);
                if (one == null || other == null) {
                    return false;
                }
                for (int i = 0; i < one.headers().size(); i++) {
                    HeaderLayout mine = all.get(one.headers().get(i));
                    if (!Headers.equal(packet, mine, all.get(other.headers().get(i)))) {
                        return false;
                    }
                }
                return true;
            };
        }
        throw view.refused("both sides of a comparison must be of one kind");
    }

    private Condition validUnion(JsonView view) {
        if (!(read(view) instanceof UnionPick union)) {
            throw view.wrong("a header union");
        }
        List<HeaderLayout> all = names.layout().headers();
        return packet -> {
            Layout.Union found = union.finder().of(packet);
            if (found != null) {
                for (int i = 0; i < found.headers().size(); i++) {
                    if (Headers.isValid(packet, all.get(found.headers().get(i)))) {
                        return true;
                    }
                }
            }
            return false;
        };
    }

    private Expression choose(JsonView view) {
        Condition which = condition(view.at("cond"));
        Expression yes = read(view.at("left"));
        Expression no = read(view.at("right"));
        if (yes instanceof Value a && no instanceof Value b) {
            return Arithmetic.choose(which, a, b);
        }
        if (yes instanceof Test a && no instanceof Test b) {
            return new Test(
                    packet ->
                            which.of(packet) ? a.condition().of(packet) : b.condition().of(packet));
        }
        throw view.refused("both results of '?' must be numbers, or both conditions");
    }

    private Value local(JsonView index) {
        int at = index.number();
        if (at < 0 || at >= locals.size()) {
            throw index.refused(
                    "parameter %d is not there; there are %d".formatted(at, locals.size()));
        }
        return locals.get(at);
    }

    private Value register(JsonView view) {
        JsonView name = view.at(0);
        RegisterArray array = registers.get(name.text());
        if (array == null) {
            throw name.refused("there is no register '" + name.text() + "'");
        }
        Value.Low index = value(view.at(1)).low();
        return Value.of(
                Range.unsigned(array.widthBits()),
                packet -> {
                    long at = index.of(packet);
                    return array.has(at) ? array.low((int) at) : 0;
                },
                packet -> {
                    long at = index.of(packet);
                    return array.has(at) ? array.get((int) at) : BigInteger.ZERO;
                });
    }

    private Layout.Stack stack(JsonView view) {
        if (read(view) instanceof StackRef stack) {
            return stack.stack();
        }
        throw view.wrong("a header stack");
    }

    private HeaderPick elementOfStack(JsonView view) {
        Layout.Stack stack = stack(view.at("left"));
        Value.Low index = right(view).low();
        HeaderLayout[] elements = elements(stack);
        return new HeaderPick(
                elements[0],
                packet -> {
                    long at = index.of(packet);
                    return at >= 0 && at < elements.length ? elements[(int) at] : null;
                });
    }

    private UnionPick elementOfUnionStack(JsonView view) {
        if (!(read(view.at("left")) instanceof UnionStackRef stack)) {
            throw view.at("left").wrong("a header union stack");
        }
        Value.Low index = right(view).low();
        Layout.Union[] elements =
                stack.stack().unions().stream()
                        .map(names.layout().unions()::get)
                        .toArray(Layout.Union[]::new);
        return new UnionPick(
                elements[0],
                packet -> {
                    long at = index.of(packet);
                    return at >= 0 && at < elements.length ? elements[(int) at] : null;
                });
    }

    private Value fieldOf(JsonView view) {
        HeaderPick header = header(view.at("left"));
        int at = view.at("right").number(0, header.shape().fields().size() - 1);
        FieldLayout shape = numeric(header.shape().fields().get(at), view.at("right"));
        return Value.of(
                shape,
                packet -> {
                    HeaderLayout found = header.finder().of(packet);
                    return found == null ? null : found.fields().get(at);
                });
    }

    private HeaderPick headerOf(JsonView view) {
        if (!(read(view.at("left")) instanceof UnionPick union)) {
            throw view.at("left").wrong("a header union");
        }
        int at = view.at("right").number(0, union.shape().headers().size() - 1);
        List<HeaderLayout> all = names.layout().headers();
        return new HeaderPick(
                all.get(union.shape().headers().get(at)),
                packet -> {
                    Layout.Union found = union.finder().of(packet);
                    return found == null ? null : all.get(found.headers().get(at));
                });
    }

    /** A field of the last element of a stack that was extracted. */
    private Value lastOfStack(JsonView view) {
        Layout.Stack stack = names.stack(view.at(0));
        HeaderLayout[] elements = elements(stack);
        FieldLayout shape = numeric(Names.field(elements[0], view.at(1)), view.at(1));
        FieldLayout[] fields = new FieldLayout[elements.length];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = Names.field(elements[i], view.at(1));
        }
        return Value.of(
                shape,
                packet -> {
                    long next = packet.words[stack.nextSlot()];
                    return next == 0 ? null : fields[(int) next - 1];
                });
    }

    private HeaderLayout[] elements(Layout.Stack stack) {
        return stack.headers().stream()
                .map(names.layout().headers()::get)
                .toArray(HeaderLayout[]::new);
    }

    private static FieldLayout numeric(FieldLayout field, JsonView view) {
        if (field.isVariable()) {
            throw view.refused("field '" + field.name() + "' has no fixed width");
        }
        return field;
    }
}
