package io.losslab.services.tofino2;

import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.services.bfrt.SdeEntries;
import io.losslab.services.bfrt.SdeRow;
import java.util.List;

/**
 * A priority group of a chip.
 *
 * @param pipe of its port
 * @param id that its user has chosen
 * @param counter number of its counters in the pipe
 * @param icos bit i: iCoS i is in it
 * @param guaranteedCells what it holds of its own; more is headroom
 */
record ChipGroup(int pipe, long id, long counter, int port, int icos, long guaranteedCells) {
    /** The groups that ports have. */
    static List<ChipGroup> all(SdeEntries entries) {
        return entries.rows("tm.ppg.cfg").stream()
                .filter(row -> row.action().equals("dev_port"))
                .map(
                        row ->
                                new ChipGroup(
                                        row.pipe(),
                                        row.key("ppg_id"),
                                        row.number("ppg_counter_id"),
                                        (int) row.number("dev_port"),
                                        icos(row),
                                        row.number("guaranteed_cells")))
                .toList();
    }

    /** The iCoS of a row of priority groups. */
    static int icos(SdeRow row) {
        int mask = 0;
        for (int each = 0; each < PriorityMask.COUNT; each++) {
            mask |= row.flag("icos_" + each) ? 1 << each : 0;
        }
        return mask;
    }
}
