package io.losslab.p4.expression;

import io.losslab.p4.expression.Value.Low;
import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.PacketState;
import java.math.BigInteger;
import java.util.Arrays;

/** Puts a number into a field: cut to its width, or made to fit where the field saturates. */
@FunctionalInterface
public interface Store {
    void into(PacketState packet);

    /** Stores a value in one field for all packets. */
    static Store of(FieldLayout field, Value value) {
        Low low = value.low();
        int slot = field.slot();
        if (field.isNarrow() && !field.saturating()) {
            if (field.signed()) {
                int shift = 64 - field.widthBits();
                return packet -> packet.words[slot] = low.of(packet) << shift >> shift;
            }
            if (value.fits(field.widthBits())) {
                return packet -> packet.words[slot] = low.of(packet);
            }
            long mask = Bits.mask(field.widthBits());
            return packet -> packet.words[slot] = low.of(packet) & mask;
        }
        if (!field.saturating() && value.isNarrow() && !value.mayBeNegative()) {
            int words = field.words();
            return packet -> {
                packet.words[slot] = low.of(packet);
                Arrays.fill(packet.words, slot + 1, slot + words, 0);
            };
        }
        if (value.field().isPresent()
                && value.field().get().words() == field.words()
                && value.field().get().widthBits() == field.widthBits()) {
            int from = value.field().get().slot();
            int words = field.words();
            return packet -> System.arraycopy(packet.words, from, packet.words, slot, words);
        }
        return packet -> put(packet, field, value.exact(packet));
    }

    /** Stores a value in the field that is found for each packet, if there is one. */
    static Store of(Value.Place place, Value value) {
        return packet -> {
            FieldLayout field = place.of(packet);
            if (field == null) {
                packet.environment().fault("assignment outside of a header stack");
            } else if (field.isNarrow() && !field.saturating()) {
                put(packet, field, value.low().of(packet));
            } else {
                put(packet, field, value.exact(packet));
            }
        };
    }

    /** Stores the low bits of a number in a narrow field. */
    static void put(PacketState packet, FieldLayout field, long value) {
        int shift = 64 - field.widthBits();
        packet.words[field.slot()] =
                field.signed() ? value << shift >> shift : value & Bits.mask(field.widthBits());
    }

    /** Stores any number in any field. */
    static void put(PacketState packet, FieldLayout field, BigInteger value) {
        BigInteger kept = value;
        if (field.saturating()) {
            Range range =
                    field.signed()
                            ? Range.signed(field.widthBits())
                            : Range.unsigned(field.widthBits());
            kept = value.max(range.low()).min(range.high());
        }
        if (field.isNarrow()) {
            put(packet, field, kept.longValue());
        } else {
            Bits.store(kept, field.widthBits(), packet.words, field.slot());
        }
    }
}
