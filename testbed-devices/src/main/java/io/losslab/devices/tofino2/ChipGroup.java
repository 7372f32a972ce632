package io.losslab.devices.tofino2;

import io.losslab.configs.testbed.DevicePort;
import io.losslab.devices.tofino2.program.HeldGroup;
import io.losslab.devices.tofino2.program.PortPlace;
import io.losslab.driver.bfrt.RowReader;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.flowcontrol.setting.PriorityMask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A priority group of a port of a Tofino2, and where its counters are: by a number that the chip
 * gives it, in the group's pipe.
 *
 * @param icos the lowest that is in it
 * @param counter key of its counters
 */
record ChipGroup(DevicePort port, int icos, long counter) {
    /** The table of groups' counters. */
    static final String COUNTERS = "tf2.tm.counter.ppg";

    private static final String GROUPS = "tf2.tm.ppg.cfg";
    private static final String COUNTER = "ppg_counter_id";
    private static final String PORT = "dev_port";
    private static final String ID = "ppg_id";

    /**
     * The groups that ports have now, whoever made them.
     *
     * @throws io.losslab.driver.DeviceException where the device does not tell them
     */
    static List<ChipGroup> all(RowReader reader, List<DevicePort> ports) {
        List<ChipGroup> groups = new ArrayList<>();
        for (int pipe : pipes(ports)) {
            for (TableRow row : reader.all(pipe, GROUPS)) {
                ports.stream()
                        .filter(port -> Long.valueOf(port.number()).equals(row.data().get(PORT)))
                        .forEach(port -> add(groups, port, row));
            }
        }
        groups.sort(Comparator.comparingInt(group -> group.port().number()));
        return groups;
    }

    private static void add(List<ChipGroup> groups, DevicePort port, TableRow row) {
        int priorities = priorities(row);
        if (priorities != 0) {
            int lowest = Integer.numberOfTrailingZeros(priorities);
            groups.add(new ChipGroup(port, lowest, (Long) row.data().get(COUNTER)));
        }
    }

    private static int priorities(TableRow row) {
        int priorities = 0;
        for (int icos = 0; icos < PriorityMask.COUNT; icos++) {
            if (Boolean.TRUE.equals(row.data().get("icos_" + icos))) {
                priorities |= 1 << icos;
            }
        }
        return priorities;
    }

    /**
     * All groups in the pipes of ports, also those of other ports.
     *
     * @throws io.losslab.driver.DeviceException where the device does not tell them
     */
    static List<HeldGroup> held(RowReader reader, List<DevicePort> ports) {
        List<HeldGroup> groups = new ArrayList<>();
        for (int pipe : pipes(ports)) {
            for (TableRow row : reader.all(pipe, GROUPS)) {
                int id = ((Long) row.key().get(ID)).intValue();
                int port = row.data().get(PORT) instanceof Long number ? number.intValue() : -1;
                groups.add(
                        new HeldGroup(
                                pipe,
                                id,
                                port,
                                priorities(row),
                                cells(row, "guaranteed_cells"),
                                cells(row, "pfc_skid_max_cells")));
            }
        }
        return groups;
    }

    private static long cells(TableRow row, String field) {
        return (Long) row.data().getOrDefault(field, 0L);
    }

    private static List<Integer> pipes(List<DevicePort> ports) {
        return ports.stream().map(PortPlace::pipeOf).distinct().sorted().toList();
    }

    /** Where its counters are, in its pipe. */
    RowReader.Place counters() {
        return new RowReader.Place(COUNTERS, TableRow.at(COUNTER, counter));
    }

    /** What it holds: of its own, of a pool, and of the headroom. */
    static long heldBytes(TableRow counters) {
        return Stream.of(
                        "guaranteed_min_usage_cells",
                        "shared_pool_usage_cells",
                        "skid_pool_usage_cells")
                .mapToLong(field -> ChipPortCounters.bytes(counters, field))
                .sum();
    }
}
