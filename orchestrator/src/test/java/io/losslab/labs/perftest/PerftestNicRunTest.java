package io.losslab.labs.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.devices.nic.NicStandIn;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.labs.backend.ServedLab;
import io.losslab.orchestrator.run.Commands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hosts with NICs, each behind its own SSH server with its own {@code /sys}: a run counts what
 * the NICs count, pins the tools, and leaves the hosts as they were. The tools are those of a new
 * perftest.
 */
@NeedsSshServer
class PerftestNicRunTest {
    private static final String EXPERIMENT =
            """
experiment: rdma
topology: star-4
duration: 1s
hosts: {mtu: 1024}
schemes:
  none: []
traffic:
  - {name: bulk, kind: bandwidth, from: [h1], to: [h4], size: 64KiB, flows: 2, iterations: 1000}
  - {name: ping, kind: latency, from: [h1], to: [h4], size: 8B, iterations: 100}
""";

    private final Commands losslab = new Commands();
    @TempDir private Path folder;

    @Test
    void retransmissionsAreThoseOfTheNics() throws Exception {
        NicStandIn.needsTheMachine();
        Path experiment = Files.writeString(folder.resolve("rdma.yaml"), EXPERIMENT);
        try (NicStandIn client = host("client");
                NicStandIn server = host("server");
                ServedLab lab = PerftestLab.serve(experiment)) {
            Path testbed =
                    PerftestLab.testbed(
                            folder.resolve("lab.yaml"),
                            lab,
                            Map.of("h1", client.login(), "h4", server.login()),
                            "");

            assertEquals(
                    0,
                    PerftestLab.run(losslab, experiment, testbed, folder.resolve("results")),
                    losslab::err);

            // Each of two clients made its NIC go back three times.
            assertEquals(
                    "16",
                    client.read("class/infiniband/mlx5_0/ports/1/hw_counters/packet_seq_err"));
            List<String> calls = Files.readAllLines(client.home().resolve("calls"));
            assertTrue(
                    calls.stream().anyMatch(call -> call.contains("--iters 100 ")),
                    calls::toString);
        }
        JsonNode cell =
                new ObjectMapper()
                        .readTree(folder.resolve("results/summary.json").toFile())
                        .get("cells")
                        .get(0);
        assertEquals(6, cell.get("retransmitted").asLong());
        assertTrue(cell.at("/extra/startSpreadMicros").asDouble() >= 0);
        assertTrue(cell.at("/extra/startDelayMicros").asDouble() > 0);
        assertEquals(99, cell.at("/groups/ping/completed").asLong());
        assertEquals(2, cell.at("/groups/bulk/sessions").asLong());
        assertTrue(cell.at("/groups/bulk/fctMicros").isNull());
        assertEquals(96.51, cell.at("/groups/bulk/goodputGbps").asDouble(), 0.01);
        String tables = Files.readString(folder.resolve("results/perftest.txt"));
        assertTrue(tables.contains("h1: retransmissions that its NIC counted: 6"), tables);
        assertTrue(tables.contains("h4: retransmissions that its NIC counted: 0"), tables);
        assertTrue(tables.contains("taskset --cpu-list 0 stdbuf -oL ib_write_bw"), tables);
        assertTrue(tables.contains("taskset --cpu-list 1 stdbuf -oL ib_write_lat"), tables);
    }

    private NicStandIn host(String name) throws Exception {
        NicStandIn host = NicStandIn.start(Files.createDirectory(folder.resolve(name)));
        Path bin = host.home().resolve("bin");
        PerftestStandIn.install(bin, host.home(), false);
        Executables.chronyc(bin, Executables.CHRONY);
        host.write("class/infiniband/mlx5_0/device/numa_node", "-1");
        host.write("class/infiniband/mlx5_0/device/local_cpulist", "0-1");
        host.write("class/infiniband/mlx5_0/ports/1/hw_counters/packet_seq_err", "10");
        return host;
    }
}
