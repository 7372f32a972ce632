package io.losslab.p4.packet;

import java.util.List;
import java.util.Optional;

/**
 * A header instance or metadata struct.
 *
 * @param index among the instances
 * @param name as in the program
 * @param type name of its type
 * @param metadata whether it is always there and never in the packet
 * @param validSlot word that is 1 while the header is valid
 * @param union index of the union that it belongs to, or -1
 * @param fields in order
 * @param fixedBits without a field of variable length
 * @param maxBytes most that it may take with one
 */
public record HeaderLayout(
        int index,
        String name,
        String type,
        boolean metadata,
        int validSlot,
        int union,
        List<FieldLayout> fields,
        int fixedBits,
        int maxBytes) {
    public static final String VALID = "$valid$";

    public HeaderLayout {
        fields = List.copyOf(fields);
    }

    /** A field by its name; {@code $valid$} is one of 1 bit. */
    public Optional<FieldLayout> field(String wanted) {
        if (wanted.equals(VALID)) {
            return Optional.of(new FieldLayout(index, VALID, validSlot, 1, false, false, -1));
        }
        return fields.stream().filter(it -> it.name().equals(wanted)).findFirst();
    }

    /** The field of variable length, if it has one. */
    public Optional<FieldLayout> variable() {
        return fields.stream().filter(FieldLayout::isVariable).findFirst();
    }
}
