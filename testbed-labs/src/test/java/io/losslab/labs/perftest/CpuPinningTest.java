package io.losslab.labs.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.traffic.perftest.RdmaDevice;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CpuPinningTest {
    private static final RdmaDevice DEVICE = new RdmaDevice("mlx5_0", 1, 3);

    @Test
    void sessionsTakeTheCpusOfTheNicsNodeInTurn() {
        HostFacts host = host(OptionalInt.of(1), "8-9,24", "numactl", "taskset");
        assertEquals(
                List.of("numactl", "--physcpubind=8", "--membind=1"),
                CpuPinning.of(host, DEVICE, 0).words());
        assertEquals(
                List.of("numactl", "--physcpubind=24", "--membind=1"),
                CpuPinning.of(host, DEVICE, 2).words());
        assertEquals("", CpuPinning.of(host, DEVICE, 2).lack());
        assertEquals(
                "several sessions of perftest share a CPU", CpuPinning.of(host, DEVICE, 3).lack());
    }

    @Test
    void aHostWithoutNodesOrNumactlIsPinnedByTaskset() {
        for (HostFacts host :
                List.of(
                        host(OptionalInt.empty(), "0-3", "numactl", "taskset"),
                        host(OptionalInt.of(0), "0-3", "taskset"))) {
            assertEquals(
                    List.of("taskset", "--cpu-list", "1"), CpuPinning.of(host, DEVICE, 1).words());
        }
    }

    @Test
    void theTestbedsChoiceIsTaken() {
        RdmaDevice chosen = new RdmaDevice("mlx5_0", 1, 3, List.of(5, 7));
        HostFacts host = host(OptionalInt.of(1), "8-15", "numactl", "taskset");
        assertEquals(List.of("taskset", "--cpu-list", "7"), CpuPinning.of(host, chosen, 1).words());
    }

    @Test
    void saysWhyASessionIsNotPinned() {
        CpuPinning unknown = CpuPinning.of(host(OptionalInt.empty(), "", "taskset"), DEVICE, 0);
        assertEquals(List.of(), unknown.words());
        assertTrue(unknown.lack().contains("the CPUs near mlx5_0 are not known"), unknown.lack());
        CpuPinning lacking = CpuPinning.of(host(OptionalInt.of(0), "0-3"), DEVICE, 0);
        assertTrue(lacking.lack().contains("taskset not found"), lacking.lack());
    }

    private static HostFacts host(OptionalInt node, String cpus, String... programs) {
        return new HostFacts(
                Map.of(), node, HostFacts.cpus(cpus), Set.of(programs), ClockState.FREE, 0, 0);
    }
}
