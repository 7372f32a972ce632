package io.losslab.benchmarks.fabric;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures packet-hops per CPU-second of the calling thread, and bytes allocated per packet-hop, in
 * steady state.
 *
 * <p>A packet-hop is one packet leaving one port, ACKs and control frames included.
 */
public final class FabricBench {
    /**
     * What was measured.
     *
     * @param name of the scenario
     * @param packetHops in the measured part
     * @param cpuSeconds of the thread, for that part
     * @param packetHopsPerCpuSecond their ratio
     * @param bytesAllocatedPerHop by the thread
     * @param peakHeapBytes of the process since the scenario's start
     * @param simulatedSeconds of the measured part
     * @param drops must be 0 for the rate to mean anything
     * @param ratioToPfc CPU time a packet-hop over that of PFC on the same network and traffic; NaN
     *     where PFC was not measured for comparison
     */
    public record Row(
            String name,
            long packetHops,
            double cpuSeconds,
            double packetHopsPerCpuSecond,
            double bytesAllocatedPerHop,
            long peakHeapBytes,
            double simulatedSeconds,
            long drops,
            double ratioToPfc) {}

    /** A scheme and PFC are measured in so many turns: what else runs here meets both alike. */
    private static final int TURNS = 20;

    private final double targetCpuSeconds;

    /**
     * Makes a bench.
     *
     * @param targetCpuSeconds how long to measure each scenario, and to warm up, in CPU time
     */
    public FabricBench(double targetCpuSeconds) {
        this.targetCpuSeconds = targetCpuSeconds;
    }

    /**
     * Measures all scenarios, one after the other, then what each scheme costs: every scheme on a
     * network and traffic that exercise it, compared with PFC on the same.
     *
     * @param before told the name of each before it is measured
     * @param after given each row as soon as it is measured
     */
    public List<Row> measureAll(Consumer<String> before, Consumer<Row> after) {
        List<Row> rows = new ArrayList<>();
        for (Scenario scenario : Scenarios.all()) {
            before.accept(scenario.name());
            rows.add(measure(scenario));
            after.accept(rows.get(rows.size() - 1));
        }
        for (SchemeScenarios.Pair pair : SchemeScenarios.all()) {
            before.accept(pair.own().name());
            rows.add(measure(pair));
            after.accept(rows.get(rows.size() - 1));
        }
        return rows;
    }

    /** Measures one scenario on a fabric of its own. */
    public Row measure(Scenario scenario) {
        forgetPeakHeap();
        Meter meter = new Meter(scenario);
        meter.warmUp(targetCpuSeconds);
        meter.measure(targetCpuSeconds);
        return meter.row(peakHeap(), Double.NaN);
    }

    /** Measures a scheme and PFC in turns, each for half the time. */
    Row measure(SchemeScenarios.Pair pair) {
        forgetPeakHeap();
        Meter own = new Meter(pair.own());
        Meter pfc = new Meter(pair.pfc());
        double half = targetCpuSeconds / 2;
        own.warmUp(half);
        pfc.warmUp(half);
        for (int turn = 0; turn < TURNS; turn++) {
            own.measure(half / TURNS);
            pfc.measure(half / TURNS);
        }
        return own.row(peakHeap(), pfc.hopsPerCpuSecond() / own.hopsPerCpuSecond());
    }

    private static void forgetPeakHeap() {
        System.gc();
        heapPools(MemoryPoolMXBean::resetPeakUsage);
    }

    private static long peakHeap() {
        long[] sum = new long[1];
        heapPools(pool -> sum[0] += pool.getPeakUsage().getUsed());
        return sum[0];
    }

    private static void heapPools(Consumer<MemoryPoolMXBean> action) {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                action.accept(pool);
            }
        }
    }
}
