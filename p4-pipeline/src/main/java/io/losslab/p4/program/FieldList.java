package io.losslab.p4.program;

import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.PacketState;
import java.math.BigInteger;
import java.util.List;

/** Fields that a clone, a resubmitted or a recirculated packet keeps, or that a digest tells. */
public record FieldList(int id, String name, List<FieldLayout> fields) {
    public FieldList {
        fields = List.copyOf(fields);
    }

    /** What the fields of a packet hold, as bits without sign. */
    public List<BigInteger> values(PacketState packet) {
        return fields.stream().map(it -> value(it, packet)).toList();
    }

    private static BigInteger value(FieldLayout field, PacketState packet) {
        return field.isNarrow()
                ? Bits.unsigned(packet.words[field.slot()] & Bits.mask(field.widthBits()))
                : Bits.load(packet.words, field.slot(), field.widthBits());
    }

    /** Copies the fields from one packet to another. */
    public void copy(PacketState from, PacketState to) {
        for (int i = 0; i < fields.size(); i++) {
            FieldLayout field = fields.get(i);
            System.arraycopy(from.words, field.slot(), to.words, field.slot(), field.words());
        }
    }
}
