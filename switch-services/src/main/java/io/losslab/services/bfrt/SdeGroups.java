package io.losslab.services.bfrt;

import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.TableData;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Priority groups: each gets a counter when it is made, and gives it back when it is deleted.
 * Counters are numbered by the chip, not by the ids of groups. A priority of a port is in one group
 * only. The hardware keeps a hysteresis in units of 8 cells, and at least 4 of them. Sources:
 * bf_tm_ppg_set_icos_mask and bf_tm_tof2_populate_wac_offset_profile of the SDE.
 */
final class SdeGroups {
    private static final String GROUPS = "tf2.tm.ppg.cfg";
    private static final String ID = "ppg_id";
    private static final String PORT = "dev_port";
    private static final int PRIORITIES = 8;
    private static final String COUNTER = "ppg_counter_id";
    private static final long COUNTERS_PER_PIPE = 128;
    private static final String HYSTERESIS = "hysteresis_cells";
    private static final long HYSTERESIS_UNIT = 8;
    private static final long LEAST_HYSTERESIS = 32;

    private final SdeEntries entries;

    SdeGroups(SdeEntries entries) {
        this.entries = entries;
    }

    /** The data of a new entry; that of a priority group with its counter. */
    TableData withCounter(SdeTable table, SdePlace place, TableData data, String failed) {
        if (!table.type().equals("TmPpgCfg")) {
            return data;
        }
        Set<Long> taken =
                ofPipe(place.pipe()).stream()
                        .map(row -> row.number(COUNTER))
                        .collect(Collectors.toSet());
        long free = 0;
        while (taken.contains(free)) {
            free++;
        }
        if (free == COUNTERS_PER_PIPE) {
            throw SdeRefusal.full(failed);
        }
        return data.toBuilder()
                .addFields(table.number(table.fieldId(data.getActionId(), COUNTER), free))
                .build();
    }

    /** A field as the hardware has it after it was written. */
    DataField kept(SdeTable table, int actionId, DataField field) {
        if (!table.type().equals("TmPpgCfg")
                || field.getFieldId() != table.fieldId(actionId, HYSTERESIS)) {
            return field;
        }
        long cells = SdeRow.number(field.getStream());
        return table.number(
                field.getFieldId(), Math.max(LEAST_HYSTERESIS, cells - cells % HYSTERESIS_UNIT));
    }

    /** Refuses a priority that another group of the port has. */
    void requireOwnPriorities(SdeTable table, SdePlace place, TableData data, String failed) {
        if (!table.type().equals("TmPpgCfg")) {
            return;
        }
        SdeRow made = new SdeRow(table, place, data);
        boolean shared =
                made.has(PORT)
                        && ofPipe(place.pipe()).stream()
                                .filter(row -> row.key(ID) != made.key(ID))
                                .filter(row -> row.has(PORT))
                                .filter(row -> row.number(PORT) == made.number(PORT))
                                .anyMatch(row -> (priorities(row) & priorities(made)) != 0);
        if (shared) {
            throw SdeRefusal.invalid(failed);
        }
    }

    private static int priorities(SdeRow row) {
        int priorities = 0;
        for (int icos = 0; icos < PRIORITIES; icos++) {
            priorities |= row.flag("icos_" + icos) ? 1 << icos : 0;
        }
        return priorities;
    }

    /** Refuses to change a counter that no group has. */
    void requireCounted(SdeTable table, SdePlace place, String failed) {
        if (table.type().equals("TmCounterPpg")) {
            long counter = new SdeRow(table, place, TableData.getDefaultInstance()).key(COUNTER);
            if (ofPipe(place.pipe()).stream().noneMatch(row -> row.number(COUNTER) == counter)) {
                throw SdeRefusal.missing(failed);
            }
        }
    }

    private List<SdeRow> ofPipe(int pipe) {
        return entries.rows(GROUPS).stream().filter(row -> row.pipe() == pipe).toList();
    }
}
