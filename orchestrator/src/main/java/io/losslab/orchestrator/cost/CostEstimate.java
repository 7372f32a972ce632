package io.losslab.orchestrator.cost;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.plan.PlannedHops;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimates what cells take in virtual time: the packet-hops that their traffic is expected to
 * make, times what one takes, which is more where more devices share the processor's caches. Cells
 * of an experiment that differ in scheme or seed have about the same traffic; that of one of them
 * is planned. For one thread.
 *
 * <p>Of eighteen bundled experiments, run with one seed, one cell at a time, and one thread (0.5 to
 * 611 million packet-hops; two cores, Java 25), the estimate with what starting a process took then
 * was 0.8 to 1.9 times the CPU time that the command took, and that of memory 0.7 to 1.4 times its
 * peak of resident memory. Since starting takes a third of that, eight were run again (1.3 to 54
 * CPU seconds): 0.8 to 1.9 times. The machine was one of the fastest so far; the rates are chosen
 * so that one which takes 1.6 times as long is within a factor of two as well.
 */
public final class CostEstimate {
    /** To start a process, to compile what it runs, and to write its results. */
    public static final double PROCESS_SECONDS = 2.2;

    private static final double CELL_SECONDS = 0.05;
    private static final double DEVICE_SECONDS = 0.003;
    private static final double MESSAGE_SECONDS = 13e-6;

    /** Of a packet-hop in a network of one device. */
    private static final double HOP_SECONDS = 60e-9;

    /** Besides, for every doubling of the number of devices. */
    private static final double MORE_HOP_SECONDS = 40e-9;

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
                        + hopSeconds(devices) * traffic.hops(),
                PROCESS_BYTES + DEVICE_BYTES * devices + MESSAGE_BYTES * traffic.messages());
    }

    private static double hopSeconds(int devices) {
        return HOP_SECONDS + MORE_HOP_SECONDS * Math.log(devices) / Math.log(2);
    }
}
