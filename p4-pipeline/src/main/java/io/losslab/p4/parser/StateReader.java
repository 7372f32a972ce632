package io.losslab.p4.parser;

import io.losslab.p4.action.ActionReader;
import io.losslab.p4.action.Step;
import io.losslab.p4.expression.Expression.Condition;
import io.losslab.p4.expression.ExpressionReader;
import io.losslab.p4.expression.Store;
import io.losslab.p4.expression.Value;
import io.losslab.p4.extern.Resources;
import io.losslab.p4.json.JsonView;
import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.Headers;
import io.losslab.p4.packet.Layout;
import io.losslab.p4.packet.Names;
import io.losslab.p4.packet.PacketState;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Reads parser states: their operations and their transitions. */
final class StateReader {
    private static final int WIDEST_LOOKAHEAD_BITS = 1 << 14;

    private final ExpressionReader expressions;
    private final ActionReader actions;
    private final Map<String, ValueSet> sets;
    private final Map<String, ParseState> states;
    private final Names names;
    private final int tooShort;
    private final int headerTooShort;
    private final int stackError;
    private final int badArgument;

    StateReader(
            ExpressionReader expressions,
            ActionReader actions,
            ParserErrors errors,
            Map<String, ValueSet> sets,
            Map<String, ParseState> states) {
        this.expressions = expressions;
        this.actions = actions;
        this.sets = sets;
        this.states = states;
        this.names = expressions.names();
        this.tooShort = errors.code(ParserErrors.TOO_SHORT);
        this.headerTooShort = errors.code(ParserErrors.HEADER_TOO_SHORT);
        this.stackError = errors.code(ParserErrors.STACK);
        this.badArgument = errors.code(ParserErrors.INVALID_ARGUMENT);
    }

    void read(JsonView view, ParseState into) {
        into.setSteps(view.itemsOf("parser_ops").stream().map(this::step).toList());
        List<ParseState.KeyPart> parts = new ArrayList<>();
        List<Integer> widths = new ArrayList<>();
        for (JsonView part : view.itemsOf("transition_key")) {
            readKeyPart(part, parts, widths);
        }
        into.setKey(parts, widths);
        view.itemsOf("transitions").forEach(it -> readTransition(it, into));
    }

    ParseState state(JsonView name) {
        ParseState found = states.get(name.text());
        if (found == null) {
            throw name.refused("there is no state '" + name.text() + "'");
        }
        return found;
    }

    private ParseStep step(JsonView view) {
        JsonView parameters = view.at("parameters");
        return switch (view.text("op")) {
            case "extract" -> extract(parameters.items(1).get(0), null);
            case "extract_VL" -> extract(parameters.items(2).get(0), parameters.at(1));
            case "set" -> set(parameters.items(2).get(0), parameters.at(1));
            case "verify" -> verify(parameters.items(2).get(0), parameters.at(1));
            case "shift" -> {
                int bytes = parameters.items(1).get(0).number(0, 1 << 16);
                yield packet -> advance(packet, 8L * bytes);
            }
            case "advance" -> {
                Value.Low bits = expressions.value(parameters.items(1).get(0)).low();
                yield packet -> advance(packet, bits.of(packet));
            }
            case "primitive" -> {
                Step step = actions.step(parameters.items(1).get(0));
                yield packet -> {
                    step.run(packet);
                    return ParseStep.FINE;
                };
            }
            default ->
                    throw view.at("op")
                            .wrong(
                                    "extract, extract_VL, set, verify, shift, advance, or"
                                            + " primitive");
        };
    }

    private int advance(PacketState packet, long bits) {
        if (bits % 8 != 0 || bits < 0) {
            return badArgument;
        }
        if (bits / 8 > packet.length - packet.payload) {
            return tooShort;
        }
        packet.payload += (int) (bits / 8);
        return ParseStep.FINE;
    }

    private ParseStep extract(JsonView what, JsonView length) {
        JsonView value = what.at("value");
        return switch (what.text("type")) {
            case "regular" -> {
                HeaderLayout header = names.header(value);
                Value.Low bits = lengthOf(header, length, what);
                HeaderImage image = new HeaderImage(header);
                yield packet -> take(packet, image, bits);
            }
            case "stack" -> {
                Layout.Stack stack = names.stack(value);
                HeaderImage[] images = new HeaderImage[stack.headers().size()];
                Value.Low[] bits = new Value.Low[images.length];
                for (int i = 0; i < images.length; i++) {
                    HeaderLayout header = names.layout().headers().get(stack.headers().get(i));
                    images[i] = new HeaderImage(header);
                    bits[i] = lengthOf(header, length, what);
                }
                yield takeNext(images, bits, stack.nextSlot());
            }
            case "union_stack" -> {
                Layout.UnionStack stack = names.unionStack(value.items(2).get(0));
                HeaderImage[] images = new HeaderImage[stack.unions().size()];
                Value.Low[] bits = new Value.Low[images.length];
                for (int i = 0; i < images.length; i++) {
                    HeaderLayout header = memberOf(stack, i, value.at(1));
                    images[i] = new HeaderImage(header);
                    bits[i] = lengthOf(header, length, what);
                }
                yield takeNext(images, bits, stack.nextSlot());
            }
            default -> throw what.at("type").wrong("regular, stack, or union_stack");
        };
    }

    private HeaderLayout memberOf(Layout.UnionStack stack, int element, JsonView member) {
        Layout.Union union = names.layout().unions().get(stack.unions().get(element));
        return names.layout().headers().get(union.headers().get(Names.member(union, member)));
    }

    /** The length of a header's variable field; null where it has none. */
    private Value.Low lengthOf(HeaderLayout header, JsonView given, JsonView where) {
        if (header.variable().isEmpty()) {
            return null;
        }
        if (given != null) {
            return expressions.value(given).low();
        }
        JsonView own =
                names.lengthOf(header)
                        .orElseThrow(
                                () ->
                                        where.refused(
                                                "header '%s' has a field of variable length: use"
                                                                .formatted(header.name())
                                                        + " extract_VL"));
        List<Value> fields =
                header.fields().stream()
                        .map(it -> it.isVariable() ? Value.constant(BigInteger.ZERO) : Value.of(it))
                        .toList();
        return expressions.with(fields).value(own).low();
    }

    private ParseStep takeNext(HeaderImage[] images, Value.Low[] bits, int nextSlot) {
        return packet -> {
            int next = (int) packet.words[nextSlot];
            if (next >= images.length) {
                return stackError;
            }
            int error = take(packet, images[next], bits[next]);
            if (error == ParseStep.FINE) {
                packet.words[nextSlot] = next + 1L;
            }
            return error;
        };
    }

    private int take(PacketState packet, HeaderImage image, Value.Low length) {
        HeaderLayout header = image.header();
        if (length == null) {
            if (header.fixedBits() / 8 > packet.length - packet.payload) {
                return tooShort;
            }
            image.extract(packet, 0);
            return ParseStep.FINE;
        }
        if (names.lengthOf(header).isPresent()) {
            // Its own length is computed from the fields in front, which are taken first.
            if (header.fixedBits() / 8 > packet.length - packet.payload) {
                return tooShort;
            }
            int from = packet.payload;
            image.extract(packet, 0);
            packet.payload = from;
        }
        long bits = length.of(packet);
        if (bits % 8 != 0 || bits < 0) {
            return badArgument;
        }
        long bytes = (header.fixedBits() + bits) / 8;
        if (bytes > packet.length - packet.payload) {
            return tooShort;
        }
        if (bytes > header.maxBytes()) {
            return headerTooShort;
        }
        image.extract(packet, (int) bits);
        return ParseStep.FINE;
    }

    private ParseStep set(JsonView target, JsonView source) {
        if (!target.text("type").equals("field")) {
            throw target.at("type").wrong("field");
        }
        FieldLayout to = names.field(target.at("value"));
        if (source.text("type").equals("lookahead")) {
            return peek(to, source.at("value"));
        }
        if (to.isVariable()) {
            FieldLayout from = names.field(source.at("value"));
            return packet -> {
                Headers.copy(packet, to, from);
                return ParseStep.FINE;
            };
        }
        Store store = Store.of(to, expressions.value(source));
        return packet -> {
            store.into(packet);
            return ParseStep.FINE;
        };
    }

    private ParseStep peek(FieldLayout to, JsonView place) {
        ParseState.KeyPart ahead = lookahead(place);
        int width = place.at(1).number();
        long[] words = new long[Bits.words(width)];
        return packet -> {
            int error = ahead.put(packet, words, 0);
            if (error == ParseStep.FINE && to.isNarrow()) {
                Store.put(packet, to, words[0]);
            } else if (error == ParseStep.FINE) {
                for (int i = 0; i < to.words(); i++) {
                    long word = i < words.length ? words[i] : 0;
                    packet.words[to.slot() + i] =
                            word & Bits.mask(Math.min(64, to.widthBits() - 64 * i));
                }
            }
            return error;
        };
    }

    private ParseState.KeyPart lookahead(JsonView place) {
        int offset = place.items(2).get(0).number(0, WIDEST_LOOKAHEAD_BITS);
        int width = place.at(1).number(1, WIDEST_LOOKAHEAD_BITS);
        return (packet, key, at) -> {
            int bit = 8 * packet.payload + offset;
            if (bit + width > 8 * packet.length) {
                return tooShort;
            }
            packet.ensure(bit + width + 7 >> 3);
            Bits.read(packet.data, bit, width, key, at);
            return ParseStep.FINE;
        };
    }

    private ParseStep verify(JsonView condition, JsonView error) {
        Condition holds = expressions.condition(condition);
        Value.Low code =
                error.isNumber()
                        ? Value.constant(BigInteger.valueOf(error.number())).low()
                        : expressions.value(error).low();
        return packet -> holds.of(packet) ? ParseStep.FINE : (int) code.of(packet);
    }

    private void readKeyPart(JsonView part, List<ParseState.KeyPart> parts, List<Integer> widths) {
        JsonView value = part.at("value");
        switch (part.text("type")) {
            case "field" -> {
                FieldLayout field = names.field(value);
                parts.add((packet, key, at) -> copy(packet, field, key, at));
                widths.add(field.widthBits());
            }
            case "stack_field" -> {
                Layout.Stack stack = names.stack(value.items(2).get(0));
                FieldLayout[] fields = new FieldLayout[stack.headers().size()];
                for (int i = 0; i < fields.length; i++) {
                    HeaderLayout header = names.layout().headers().get(stack.headers().get(i));
                    fields[i] = Names.field(header, value.at(1));
                }
                parts.add(last(fields, stack.nextSlot()));
                widths.add(fields[0].widthBits());
            }
            case "union_stack_field" -> {
                Layout.UnionStack stack = names.unionStack(value.items(3).get(0));
                FieldLayout[] fields = new FieldLayout[stack.unions().size()];
                for (int i = 0; i < fields.length; i++) {
                    fields[i] = Names.field(memberOf(stack, i, value.at(1)), value.at(2));
                }
                parts.add(last(fields, stack.nextSlot()));
                widths.add(fields[0].widthBits());
            }
            case "lookahead" -> {
                parts.add(lookahead(value));
                widths.add(value.at(1).number());
            }
            default ->
                    throw part.at("type")
                            .wrong("field, stack_field, union_stack_field, or lookahead");
        }
    }

    /** A field of the element that was extracted last; zero while there is none. */
    private static ParseState.KeyPart last(FieldLayout[] fields, int nextSlot) {
        return (packet, key, at) -> {
            int next = (int) packet.words[nextSlot];
            if (next > 0) {
                return copy(packet, fields[next - 1], key, at);
            }
            for (int i = 0; i < fields[0].words(); i++) {
                key[at + i] = 0;
            }
            return ParseStep.FINE;
        };
    }

    private static int copy(PacketState packet, FieldLayout field, long[] key, int at) {
        if (field.isNarrow()) {
            key[at] = packet.words[field.slot()] & Bits.mask(field.widthBits());
        } else {
            System.arraycopy(packet.words, field.slot(), key, at, field.words());
        }
        return ParseStep.FINE;
    }

    private void readTransition(JsonView view, ParseState from) {
        ParseState next = view.find("next_state").map(this::state).orElse(null);
        String type = view.text("type", "hexstr");
        boolean old = type.equals("hexstr") && view.text("value").equals("default");
        switch (old ? "default" : type) {
            case "default" -> from.setOtherwise(next);
            case "hexstr" -> {
                long[] value = words(view.at("value"), from.keyWidths());
                long[] mask =
                        view.find("mask")
                                .map(it -> words(it, from.keyWidths()))
                                .orElseGet(() -> ones(from.keyWidths()));
                from.addWay(value, mask, next);
            }
            case "parse_vset" -> {
                ValueSet set = Resources.named(sets, view.at("value"), "value set");
                from.addWay(set, next);
            }
            default -> throw view.at("type").wrong("default, hexstr, or parse_vset");
        }
    }

    /** A value that joins the parts of a key, each filled up to whole bytes. */
    private static long[] words(JsonView view, List<Integer> widths) {
        BigInteger all = view.hex();
        int bytes = widths.stream().mapToInt(it -> (it + 7) / 8).sum();
        if (all.signum() < 0 || all.bitLength() > 8 * bytes) {
            throw view.wrong("a value of " + bytes + " bytes");
        }
        long[] words = new long[widths.stream().mapToInt(Bits::words).sum()];
        int at = 0;
        int left = bytes;
        for (int width : widths) {
            left -= (width + 7) / 8;
            Bits.store(all.shiftRight(8 * left), width, words, at);
            at += Bits.words(width);
        }
        return words;
    }

    private static long[] ones(List<Integer> widths) {
        long[] words = new long[widths.stream().mapToInt(Bits::words).sum()];
        Arrays.fill(words, -1);
        return words;
    }
}
