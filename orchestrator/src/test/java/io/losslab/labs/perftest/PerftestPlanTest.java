package io.losslab.labs.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.orchestrator.run.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of sessions before any host is reached. */
class PerftestPlanTest {
    private static final String TESTBED =
            """
testbed: lab
devices:
  s1: {kind: softwareSwitch, p4runtime: 127.0.0.1:1, switchControl: 127.0.0.1:1, ports: {1..4: 100Gbps}}
  h1: {kind: host, perftest: {device: mlx5_0, gidIndex: 3}, ssh: {address: 192.0.2.1, user: lab, knownHosts: known_hosts}, ports: {1: 100Gbps}}
  h2: {kind: host, perftest: {device: mlx5_1, cpus: [4, 5]}, ssh: {address: 192.0.2.2, user: lab, knownHosts: known_hosts}, ports: {1: 100Gbps}}
  h3: {kind: host, hostAgent: 127.0.0.1:1, ports: {1: 100Gbps}}
  h4: {kind: host, hostAgent: 127.0.0.1:2, ports: {1: 100Gbps}}
cables:
  - {from: s1/1, to: h1/1}
  - {from: s1/2, to: h2/1}
  - {from: s1/3, to: h3/1}
  - {from: s1/4, to: h4/1}
""";

    private final Commands losslab = new Commands();
    @TempDir private Path folder;
    private Path testbed;

    @BeforeEach
    void writeTestbed() throws IOException {
        Files.writeString(folder.resolve("known_hosts"), "");
        testbed = Files.writeString(folder.resolve("lab.yaml"), TESTBED);
    }

    @Test
    void validateNamesWhatPerftestRefusesWhereItStands() throws IOException {
        Path experiment = experiment("size: 64KiB, txDepth: 20000, ecmp: spread");
        assertEquals(0, losslab.execute("validate", experiment.toString()), losslab::err);
        assertEquals(2, validate(experiment));
        assertTrue(
                losslab.err()
                        .contains(
                                "rdma.yaml:6:76: error: traffic 't': perftest's --tx-depth takes 1"
                                        + " to 15000: 20000\n"),
                losslab.err());
        assertTrue(losslab.err().contains("    txDepth: 15000\n"), losslab.err());
        assertTrue(losslab.err().contains("rdma.yaml:6:89: warning: traffic 't': 'spread'"));
    }

    @Test
    void validateWarnsOfLimitationsOnly() throws IOException {
        Path experiment = experiment("size: 64KiB");
        assertEquals(0, validate(experiment), losslab::err);
        assertTrue(losslab.out().contains("rdma.yaml: ok"), losslab.out());
        assertTrue(
                losslab.err()
                        .contains("warning: traffic 't': perftest reports the mean throughput"),
                losslab.err());
    }

    @Test
    void planPrintsTheCommandLines() throws IOException {
        Path experiment = experiment("size: 64KiB");
        assertEquals(
                0,
                losslab.execute("plan", experiment.toString(), "--testbed", testbed.toString()),
                losslab::err);
        String plan = losslab.out();
        assertTrue(
                plan.contains(
                        "h2: ib_write_bw --ib-dev mlx5_1 --ib-port 1 --gid-index 0 --size 65536"
                                + " --qp 1 --tx-depth 128 --report_gbits --duration 2 --margin 0 --mtu"
                                + " 4096 --sl 3 --tclass 98 --port 18515 --CPU-freq\n"),
                plan);
        assertTrue(plan.contains("h1: ib_write_bw --ib-dev mlx5_0"), plan);
        assertTrue(plan.contains("--out_json_file=report.json 192.0.2.2\n"), plan);
        assertTrue(plan.contains("perftest reports the mean throughput"), plan);
        assertTrue(
                plan.contains("host h1 (device 1): perftest, MTU 4096; its NIC and driver choose"),
                plan);
        String ofPerftest = plan.substring(plan.indexOf("host h1"), plan.indexOf("host h3"));
        assertTrue(ofPerftest.contains("message   ideal\n"), "no UDP source ports");

        assertEquals(
                0,
                losslab.execute(
                        "plan",
                        experiment.toString(),
                        "--testbed",
                        testbed.toString(),
                        "--format",
                        "json"));
        JsonNode cell = new ObjectMapper().readTree(losslab.out()).get("cells").get(0);
        assertEquals(2, cell.get("perftest").size());
        JsonNode host = cell.get("hosts").get(0);
        assertTrue(host.get("perftest").asBoolean());
        assertTrue(!host.get("flows").get(0).has("udpSourcePort"), host::toString);
        assertEquals(1, cell.get("limitations").size());
    }

    @Test
    void planRefusesWhatPerftestRefuses() throws IOException {
        Path experiment = experiment("size: 64KiB, via: S");
        assertEquals(
                2, losslab.execute("plan", experiment.toString(), "--testbed", testbed.toString()));
        assertTrue(
                losslab.err()
                        .contains("traffic.0.via: traffic 't': perftest cannot choose the path"),
                losslab.err());
    }

    private int validate(Path experiment) {
        return losslab.execute("validate", experiment.toString(), "--testbed", testbed.toString());
    }

    private Path experiment(String traffic) throws IOException {
        return Files.writeString(
                folder.resolve("rdma.yaml"),
                """
                experiment: rdma
                topology: star-4
                duration: 2s
                schemes: {none: []}
                traffic:
                  - {name: t, kind: bandwidth, from: [h1], to: [h2], %s}
                """
                        .formatted(traffic));
    }
}
