package io.losslab.p4.program;

import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.PacketState;
import java.util.List;

/** Fields that a clone, a resubmitted or a recirculated packet keeps, or that a digest tells. */
public record FieldList(int id, String name, List<FieldLayout> fields) {
    public FieldList {
        fields = List.copyOf(fields);
    }

    /** Copies the fields from one packet to another. */
    public void copy(PacketState from, PacketState to) {
        for (int i = 0; i < fields.size(); i++) {
            FieldLayout field = fields.get(i);
            System.arraycopy(from.words, field.slot(), to.words, field.slot(), field.words());
        }
    }
}
