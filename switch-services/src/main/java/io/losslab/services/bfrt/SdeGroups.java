package io.losslab.services.bfrt;

import io.losslab.proto.bfrt.TableData;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Counters of priority groups: a group gets one when it is made, and gives it back when it is
 * deleted. They are numbered by the chip, not by the ids of groups.
 */
final class SdeGroups {
    private static final String GROUPS = "tf2.tm.ppg.cfg";
    private static final String COUNTER = "ppg_counter_id";
    private static final long COUNTERS_PER_PIPE = 128;

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
