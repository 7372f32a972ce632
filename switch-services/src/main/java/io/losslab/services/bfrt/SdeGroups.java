package io.losslab.services.bfrt;

import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.TableData;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Priority groups: each gets a descriptor when it is made, and gives it back when it is deleted,
 * with all settings of its buffer, which the next one has where it sets no others. Descriptors are
 * numbered by the chip, not by the ids of groups; their counters, too. Half of a pipe's are for its
 * lower ports and half for the others. A priority of a port is in one group only. The hardware
 * keeps a hysteresis in units of 8 cells, and at least 4 of them. Sources: bf_tm_alloc_ppg,
 * bf_tm_ppg_free, bf_tm_ppg_set_icos_mask, and bf_tm_tof2_populate_wac_offset_profile of the SDE.
 */
final class SdeGroups {
    private static final String GROUPS = "tf2.tm.ppg.cfg";
    private static final String ID = "ppg_id";
    private static final String PORT = "dev_port";
    private static final int PRIORITIES = 8;
    private static final String COUNTER = "ppg_counter_id";
    private static final int PORTS_PER_PIPE = 128;
    private static final int LOWER_PORTS = 40;
    private static final long MOST_OF_HALF = 64;
    private static final String HYSTERESIS = "hysteresis_cells";
    private static final long HYSTERESIS_UNIT = 8;
    private static final long LEAST_HYSTERESIS = 32;
    private static final long RESET_HYSTERESIS = 128;
    private static final int PROFILES_PER_PIPE = 32;

    /** What stays in a descriptor. */
    private static final List<String> LASTING =
            List.of(
                    "pfc_skid_max_cells",
                    "guaranteed_cells",
                    HYSTERESIS,
                    "pool_id",
                    "pool_max_cells",
                    "dynamic_baf");

    private final SdeEntries entries;
    private final Map<Descriptor, TableData> freed = new HashMap<>();

    /** Each hysteresis that a pipe has had: the SDE gives none back. */
    private final Map<Integer, Set<Long>> profiles = new HashMap<>();

    private record Descriptor(int pipe, long number) {}

    SdeGroups(SdeEntries entries) {
        this.entries = entries;
    }

    /** The data of a new entry; that of a priority group with what its descriptor has. */
    TableData ofDescriptor(SdeTable table, SdePlace place, TableData data, String failed) {
        if (!table.type().equals("TmPpgCfg")) {
            return data;
        }
        Set<Long> taken =
                ofPipe(place.pipe()).stream()
                        .map(row -> row.number(COUNTER))
                        .collect(Collectors.toSet());
        long port = new SdeRow(table, place, data).number(PORT) % PORTS_PER_PIPE;
        long first = port < LOWER_PORTS ? 0 : MOST_OF_HALF;
        long free = first;
        while (taken.contains(free)) {
            free++;
        }
        if (free >= first + MOST_OF_HALF) {
            throw SdeRefusal.exhausted(failed);
        }
        TableData.Builder made =
                data.toBuilder()
                        .addFields(table.number(table.fieldId(data.getActionId(), COUNTER), free));
        TableData before =
                freed.getOrDefault(
                        new Descriptor(place.pipe(), free), TableData.getDefaultInstance());
        for (String name : LASTING) {
            int id = table.fieldId(data.getActionId(), name);
            if (field(data, id).isEmpty()) {
                field(before, id).ifPresent(made::addFields);
            }
        }
        return made.build();
    }

    private static Optional<DataField> field(TableData data, int id) {
        return data.getFieldsList().stream()
                .filter(field -> id != 0 && field.getFieldId() == id)
                .findFirst();
    }

    /** A group has gone. */
    void free(SdeTable table, SdePlace place, TableData data) {
        if (table.type().equals("TmPpgCfg")) {
            long number = new SdeRow(table, place, data).number(COUNTER);
            freed.put(new Descriptor(place.pipe(), number), data);
        }
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

    /** Refuses a hysteresis for which the pipe has no profile left. */
    void requireProfile(SdeTable table, SdePlace place, TableData data, String failed) {
        if (!table.type().equals("TmPpgCfg")) {
            return;
        }
        SdeRow made = new SdeRow(table, place, data);
        if (!made.has(HYSTERESIS)) {
            return;
        }
        Set<Long> taken =
                profiles.computeIfAbsent(
                        place.pipe(),
                        pipe -> new HashSet<>(Set.of(LEAST_HYSTERESIS, RESET_HYSTERESIS)));
        if (taken.add(made.number(HYSTERESIS)) && taken.size() > PROFILES_PER_PIPE) {
            taken.remove(made.number(HYSTERESIS));
            throw SdeRefusal.exhausted(failed);
        }
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
