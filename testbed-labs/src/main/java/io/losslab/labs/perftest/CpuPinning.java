package io.losslab.labs.perftest;

import io.losslab.traffic.perftest.RdmaDevice;
import java.util.List;

/**
 * The command that keeps a session on one CPU: one of those that the testbed names, or of those
 * near the NIC, which are taken in turn. Memory is of the NIC's NUMA node where the CPU is.
 *
 * @param words before the tool's; none where it is not pinned
 * @param lack why it is not pinned, or shares its CPU; empty where all is well
 */
record CpuPinning(List<String> words, String lack) {
    /**
     * Chooses the CPU.
     *
     * @param index of the session on the host, from 0
     */
    static CpuPinning of(HostFacts host, RdmaDevice device, int index) {
        boolean chosen = !device.cpus().isEmpty();
        List<Integer> cpus = chosen ? device.cpus() : host.nearCpus();
        if (cpus.isEmpty()) {
            return new CpuPinning(
                    List.of(),
                    "perftest is not pinned to a CPU: the CPUs near %s are not known; name some with"
                                    .formatted(device.name())
                            + " 'cpus'");
        }
        int cpu = cpus.get(index % cpus.size());
        String lack = index < cpus.size() ? "" : "several sessions of perftest share a CPU";
        if (!chosen && host.numaNode().isPresent() && host.has(HostFacts.NUMACTL)) {
            return new CpuPinning(
                    List.of(
                            HostFacts.NUMACTL,
                            "--physcpubind=" + cpu,
                            "--membind=" + host.numaNode().getAsInt()),
                    lack);
        }
        if (host.has(HostFacts.TASKSET)) {
            return new CpuPinning(
                    List.of(HostFacts.TASKSET, "--cpu-list", String.valueOf(cpu)), lack);
        }
        return new CpuPinning(
                List.of(), "perftest is not pinned to a CPU: taskset not found (util-linux)");
    }
}
