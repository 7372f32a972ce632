package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.Problems;
import io.losslab.orchestrator.backend.ServedLab;
import io.losslab.orchestrator.ssh.NeedsSshServer;
import io.losslab.orchestrator.ssh.SshServer;
import io.losslab.traffic.perftest.ReportFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hosts of a testbed that run perftest, over real SSH. The tools are stand-ins that say what
 * perftest said on a machine with an RDMA NIC.
 */
@NeedsSshServer
class PerftestRunTest {
    private static final String EXPERIMENT =
            """
experiment: rdma
topology: star-4
duration: 100ms
hosts: {mtu: 1024}
schemes:
  none: []
traffic:
  - {name: bulk, kind: bandwidth, from: [h1], to: [h4], size: 64KiB, txDepth: 128, flows: 4}
  - {name: ping, kind: latency, from: [h2], to: [h4], size: 8B, iterations: 1000}
""";

    /** A server waits for its client; a client finds no server the first time it looks. */
    private static final String STAND_IN =
            """
            #!/bin/sh
            echo "$(basename $0) $*" >> $HOME/calls
            for word in "$@"; do
                case "$before" in --port) port=$word ;; esac
                case "$word" in --out_json_file=*) report=${word#*=} ;; esac
                before=$word
            done
            if [ -z "$report" ]; then
                while ! [ -e "$HOME/tried-$port" ]; do sleep 0.05; done
                touch "$HOME/serves-$port"
                while ! [ -e "$HOME/done-$port" ]; do sleep 0.05; done
            elif [ -e "$HOME/serves-$port" ]; then
                cat "$HOME/$(basename $0).json" > "$report"
                touch "$HOME/done-$port"
            else
                touch "$HOME/tried-$port"
                echo "Couldn't connect to 127.0.0.1:$port" >&2
                exit 1
            fi
            """;

    private final Commands losslab = new Commands();
    @TempDir private Path folder;
    private SshServer ssh;

    @BeforeEach
    void startServer() throws Exception {
        ssh = SshServer.start(Files.createDirectory(folder.resolve("ssh")));
        Path bin = Files.createDirectory(ssh.home().resolve("bin"));
        for (String tool : List.of("ib_write_bw", "ib_write_lat")) {
            Path program = Files.writeString(bin.resolve(tool), STAND_IN);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(ssh.home().resolve("ib_write_bw.json"), ReportFiles.WRITE_BANDWIDTH);
        Files.writeString(ssh.home().resolve("ib_write_lat.json"), ReportFiles.WRITE_LATENCY);
    }

    @AfterEach
    void stopServer() {
        ssh.close();
    }

    @Test
    void eachQueuePairOfASessionIsARowOfItsReport() throws Exception {
        Path experiment = Files.writeString(folder.resolve("rdma.yaml"), EXPERIMENT);
        try (ServedLab lab = serve(experiment)) {
            Path testbed = testbed(lab, List.of("h1", "h2", "h4"));

            assertEquals(0, run(experiment, testbed), losslab::err);
        }

        // 5000 messages of 64 KiB at 96.51 Gb/s are 27.16 ms; each of the four pairs sent a
        // quarter.
        assertEquals(
                List.of(
                        "bulk h1 h4 81920000 27162367",
                        "bulk h1 h4 81920000 27162367",
                        "bulk h1 h4 81920000 27162367",
                        "bulk h1 h4 81920000 27162367",
                        "ping h2 h4 8 1580"),
                Commands.rows(
                                folder.resolve("results"),
                                "select \"group\", src, dst, bytes, fct_ns from $flows order by"
                                        + " all")
                        .stream()
                        .map(Object::toString)
                        .toList());
        List<String> calls = Files.readAllLines(ssh.home().resolve("calls"));
        assertTrue(
                calls.contains(
                        "ib_write_bw --ib-dev mlx5_0 --ib-port 1 --gid-index 3 --size 65536 --qp 4"
                                + " --tx-depth 128 --report_gbits --duration 1 --mtu 1024 --sl 3"
                                + " --tclass 98 --port 18515 --CPU-freq"),
                calls::toString);
    }

    @Test
    void aHostWithoutPerftestCannotBeTheOtherEnd() throws Exception {
        Path experiment = Files.writeString(folder.resolve("rdma.yaml"), EXPERIMENT);
        try (ServedLab lab = serve(experiment)) {
            assertEquals(1, run(experiment, testbed(lab, List.of("h1"))));
        }
        assertTrue(
                losslab.err().contains("h4 (h4) has no 'perftest' in the testbed"), losslab.err());
    }

    @Test
    void saysWhatPerftestSaidWhereItFails() throws Exception {
        Path broken = ssh.home().resolve("bin/ib_write_lat");
        Files.writeString(broken, "#!/bin/sh\necho 'IB device mlx5_0 not found' >&2\nexit 1\n");
        Path experiment = Files.writeString(folder.resolve("rdma.yaml"), EXPERIMENT);
        try (ServedLab lab = serve(experiment)) {
            assertEquals(1, run(experiment, testbed(lab, List.of("h1", "h2", "h4"))));
        }
        assertTrue(
                losslab.err()
                        .contains("h2: ib_write_lat to h4: it exited with 1: IB device mlx5_0"),
                losslab.err());
    }

    private static ServedLab serve(Path experiment) throws Exception {
        Topology topology =
                new ExperimentLoader(new Library())
                        .networkOf(experiment.toString(), new Problems())
                        .orElseThrow()
                        .topology();
        return ServedLab.start(topology, 8, "127.0.0.1", 0, Optional.empty());
    }

    /** The served lab's, in real time, with perftest in place of some hosts' agents. */
    private Path testbed(ServedLab lab, List<String> perftest) throws IOException {
        StringBuilder yaml = new StringBuilder();
        String device = "";
        for (String line : TestbedYaml.text(lab.testbed()).lines().toList()) {
            if (line.matches("  [a-zA-Z0-9]+:")) {
                device = line.strip().replace(":", "");
            }
            if (line.startsWith("clock:")) {
                continue;
            }
            boolean replaced = perftest.contains(device) && line.contains("hostAgent:");
            yaml.append(replaced ? rdma() : line + "\n");
        }
        return Files.writeString(folder.resolve("lab.yaml"), yaml.toString());
    }

    private String rdma() {
        return """
            perftest: {device: mlx5_0, gidIndex: 3}
            nic: {keep: [mtu, lldp, linkPause, trust, pfc, ets, dcqcn, cmaRoceTos]}
            ssh: {address: '127.0.0.1:%d', user: %s, key: '%s', knownHosts: '%s'}
        """
                .formatted(
                        ssh.port(),
                        ssh.login().user(),
                        ssh.login().keyFile().orElseThrow(),
                        ssh.login().knownHostsFile());
    }

    private int run(Path experiment, Path testbed) {
        return losslab.execute(
                "run",
                experiment.toString(),
                "--no-report",
                "--backend",
                "physical",
                "--testbed",
                testbed.toString(),
                "--out",
                folder.resolve("results").toString());
    }
}
