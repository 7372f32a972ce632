package io.losslab.benchmarks.control;

/**
 * A speed of the control plane.
 *
 * @param name what is done, such as {@code p4runtime write}
 * @param batch operations a call carries
 * @param callsInFlight calls under way at once
 * @param operations done while it was measured, all confirmed
 * @param seconds it was measured, wall clock
 * @param cpuSeconds that client and switch took for it, all threads; on a machine that others load
 *     too it says more than the clock
 */
public record ControlRow(
        String name,
        int batch,
        int callsInFlight,
        long operations,
        double seconds,
        double cpuSeconds) {
    public double operationsPerSecond() {
        return operations / seconds;
    }

    public double operationsPerCpuSecond() {
        return operations / cpuSeconds;
    }
}
