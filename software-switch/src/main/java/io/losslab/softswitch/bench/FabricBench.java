package io.losslab.softswitch.bench;

import io.losslab.softswitch.fabric.Fabric;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

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
     */
    public record Row(
            String name,
            long packetHops,
            double cpuSeconds,
            double packetHopsPerCpuSecond,
            double bytesAllocatedPerHop,
            long peakHeapBytes,
            double simulatedSeconds,
            long drops) {}

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

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
     * Measures all scenarios, one after the other.
     *
     * @param before told the name of each before it is measured
     */
    public List<Row> measureAll(Consumer<String> before) {
        List<Row> rows = new ArrayList<>();
        Scenarios.byName()
                .forEach(
                        (name, scenario) -> {
                            before.accept(name);
                            rows.add(measure(name, scenario));
                        });
        return rows;
    }

    /** Measures one scenario on a fabric of its own. */
    public Row measure(String name, Supplier<Fabric> scenario) {
        System.gc();
        heapPools(MemoryPoolMXBean::resetPeakUsage);
        Fabric fabric = scenario.get();
        // Steady state and compiled code first.
        advance(fabric, targetCpuSeconds);
        fabric.drainFlows();
        long hopsBefore = fabric.packetHops();
        long nanosBefore = fabric.nowNanos();
        long allocatedBefore = allocated();
        double cpu = advance(fabric, targetCpuSeconds);
        long allocatedBytes = allocated() - allocatedBefore;
        long hops = fabric.packetHops() - hopsBefore;
        return new Row(
                name,
                hops,
                cpu,
                hops / cpu,
                (double) allocatedBytes / hops,
                peakHeap(),
                (fabric.nowNanos() - nanosBefore) / 1e9,
                Scenarios.drops(fabric));
    }

    /**
     * Runs slices of virtual time until so much CPU time is spent; returns the CPU seconds spent.
     */
    private static double advance(Fabric fabric, double cpuSeconds) {
        long start = cpuNanos();
        long slice = 20_000;
        while (true) {
            fabric.run(fabric.nowNanos() + slice);
            double spent = (cpuNanos() - start) / 1e9;
            if (spent >= cpuSeconds) {
                return spent;
            }
        }
    }

    private static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private static long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes();
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
