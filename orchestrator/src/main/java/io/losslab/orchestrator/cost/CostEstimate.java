package io.losslab.orchestrator.cost;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.plan.PlannedHops;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimates what cells take in virtual time: the packet-hops that their traffic is expected to
 * make, times what a packet-hop took under the scheme that costs most (two cores, Java 17). Too
 * long for other schemes, by up to three times: good for limits that leave room. Cells of an
 * experiment that differ in scheme or seed have about the same traffic; that of one of them is
 * planned. For one thread.
 *
 * <p>Of sixteen runs of bundled experiments with one seed and one thread (0.5 to 119 million
 * packet-hops; two cores that other programs used, too, Java 25), the estimate with {@link
 * #PROCESS_SECONDS} was 0.6 to 1.7 times the CPU time that the command took; of six with 9 to 1,344
 * devices, that of memory was 0.8 to 1.8 times the resident memory at its peak.
 */
public final class CostEstimate {
    /** To start a process, to compile what it runs, and to write its results. */
    public static final double PROCESS_SECONDS = 7;

    private static final double CELL_SECONDS = 0.2;
    private static final double DEVICE_SECONDS = 0.006;
    private static final double MESSAGE_SECONDS = 2e-5;

    private static final double HOP_SECONDS = 354e-9;

    private static final long MEBIBYTE = 1 << 20;
    private static final long PROCESS_BYTES = 300 * MEBIBYTE;
    private static final long DEVICE_BYTES = MEBIBYTE / 4;
    private static final long MESSAGE_BYTES = 1_000;

    private final Map<List<Object>, PlannedHops> planned = new HashMap<>();

    /** What a cell takes in a process that has more cells. */
    public CellCost of(Cell cell) {
        PlannedHops traffic =
                planned.computeIfAbsent(
                        List.of(cell.sweep(), cell.parameters()), point -> PlannedHops.of(cell));
        int devices = cell.setup().network().topology().nodes().size();
        return new CellCost(
                CELL_SECONDS
                        + DEVICE_SECONDS * devices
                        + MESSAGE_SECONDS * traffic.messages()
                        + HOP_SECONDS * traffic.hops(),
                PROCESS_BYTES + DEVICE_BYTES * devices + MESSAGE_BYTES * traffic.messages());
    }
}
