package io.losslab.p4.table;

import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.PacketState;

/** A part of a table's key. Immutable. */
public final class KeyField {
    private final String name;
    private final MatchKind kind;
    private final FieldLayout field;
    private final HeaderLayout header;
    private final long[] mask;
    private final int at;

    /**
     * A part.
     *
     * @param name as the controller knows it
     * @param field that is compared; of kind {@link MatchKind#VALID} the validity of its header
     * @param header of the field; null where the field counts even though its header is not valid
     * @param mask words of the bits that count at all; null for all
     * @param at first of its words in the key
     */
    KeyField(
            String name,
            MatchKind kind,
            FieldLayout field,
            HeaderLayout header,
            long[] mask,
            int at) {
        this.name = name;
        this.kind = kind;
        this.field = field;
        this.header = header;
        this.mask = mask;
        this.at = at;
    }

    public String name() {
        return name;
    }

    public MatchKind kind() {
        return kind;
    }

    public FieldLayout field() {
        return field;
    }

    /** First of its words in the key. */
    int at() {
        return at;
    }

    public int widthBits() {
        return field.widthBits();
    }

    void put(PacketState packet, long[] key) {
        int words = field.words();
        boolean there = header == null || packet.words[header.validSlot()] != 0;
        for (int i = 0; i < words; i++) {
            long word = there ? packet.words[field.slot() + i] : 0;
            int bits = Math.min(64, field.widthBits() - 64 * i);
            key[at + i] = word & Bits.mask(bits) & (mask == null ? -1 : mask[i]);
        }
    }
}
