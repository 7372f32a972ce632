package io.losslab.p4.table;

import io.losslab.p4.action.ActionCall;
import io.losslab.p4.table.EntryKey.Part;
import java.util.List;

/**
 * An entry that the program itself puts.
 *
 * @param parts of its key, in the order of the table's fields
 * @param priority the larger one wins; of the last entry 1
 */
public record InitialEntry(TableEntry entry, List<Part> parts, int priority, ActionCall call) {
    public InitialEntry {
        parts = List.copyOf(parts);
    }
}
