package io.losslab.driver.bfrt.table;

import java.util.List;

/**
 * A field of a table's key or data, as bf-rt JSON describes it.
 *
 * @param id of the field, in its key or its action
 * @param name such as {@code guaranteed_cells}
 * @param match Exact, Ternary, LPM, Range or Optional of a key; empty of data
 * @param type of its values
 * @param bits width of a number; 0 of other types
 * @param choices what a text may be; empty: anything
 * @param repeated whether it is a list
 * @param readOnly whether only the device writes it
 * @param mandatory whether an entry must have it
 */
public record TableField(
        int id,
        String name,
        String match,
        FieldType type,
        int bits,
        List<String> choices,
        boolean repeated,
        boolean readOnly,
        boolean mandatory) {
    public TableField {
        choices = List.copyOf(choices);
        if (type == FieldType.NUMBER && bits < 1) {
            throw new IllegalArgumentException(
                    "field '%s' must have 1 bit at least: %d".formatted(name, bits));
        }
    }

    /** Bytes of a number on the wire. */
    public int bytes() {
        return (bits + 7) / 8;
    }
}
