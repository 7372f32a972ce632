package io.losslab.p4.parser;

import io.losslab.p4.expression.Expression.Condition;
import io.losslab.p4.extern.Calculation;
import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.Headers;
import io.losslab.p4.packet.PacketState;

/**
 * A checksum that is verified after parsing, updated before deparsing, or both.
 *
 * @param field that holds it
 * @param header of the field
 * @param when it applies
 */
record Checksum(
        FieldLayout field,
        HeaderLayout header,
        Calculation calculation,
        Condition when,
        boolean verifies,
        boolean updates) {

    /** Whether the packet's is right, or does not apply. */
    boolean isRight(PacketState packet) {
        if (!Headers.isValid(packet, header) || !when.of(packet)) {
            return true;
        }
        return packet.words[field.slot()] == masked(calculation.of(packet));
    }

    void update(PacketState packet) {
        if (when.of(packet)) {
            packet.words[field.slot()] = masked(calculation.of(packet));
        }
    }

    private long masked(long sum) {
        return sum & Bits.mask(field.widthBits());
    }
}
