package io.losslab.benchmarks.fabric;

import io.losslab.softswitch.fabric.Fabric;
import java.lang.management.ManagementFactory;

/** Runs one scenario for spells of CPU time and adds up what they took. One thread. */
final class Meter {
    /** Virtual time between looks at the CPU clock. */
    private static final long SLICE_NANOS = 20_000;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Scenario scenario;
    private final Fabric fabric;
    private long hops;
    private long cpuNanos;
    private long virtualNanos;
    private long allocatedBytes;

    Meter(Scenario scenario) {
        this.scenario = scenario;
        this.fabric = scenario.fabric().get();
    }

    /** Reaches steady state and compiled code; a traffic that ends leaves half of it to measure. */
    void warmUp(double cpuSeconds) {
        advance(cpuSeconds, scenario.endNanos() / 2);
        fabric.drainFlows();
    }

    /** Adds a spell of so much CPU time, shorter if the traffic ends. */
    void measure(double cpuSeconds) {
        long hopsBefore = fabric.counters().packetHops();
        long virtualBefore = fabric.nowNanos();
        long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        cpuNanos += advance(cpuSeconds, scenario.endNanos());
        allocatedBytes += THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
        hops += fabric.counters().packetHops() - hopsBefore;
        virtualNanos += fabric.nowNanos() - virtualBefore;
    }

    double hopsPerCpuSecond() {
        return hops * 1e9 / cpuNanos;
    }

    /** What was measured, with the scheme's cost or NaN. */
    FabricBench.Row row(long peakHeapBytes, double ratioToPfc) {
        return new FabricBench.Row(
                scenario.name(),
                hops,
                cpuNanos / 1e9,
                hopsPerCpuSecond(),
                (double) allocatedBytes / hops,
                peakHeapBytes,
                virtualNanos / 1e9,
                Scenarios.drops(fabric),
                ratioToPfc);
    }

    /** Runs until so much CPU time is spent or virtual time ends; returns the CPU nanoseconds. */
    private long advance(double cpuSeconds, long endNanos) {
        long start = THREADS.getCurrentThreadCpuTime();
        long spent = 0;
        while (spent < cpuSeconds * 1e9 && fabric.nowNanos() < endNanos) {
            fabric.run(fabric.nowNanos() + SLICE_NANOS);
            spent = THREADS.getCurrentThreadCpuTime() - start;
        }
        return spent;
    }
}
