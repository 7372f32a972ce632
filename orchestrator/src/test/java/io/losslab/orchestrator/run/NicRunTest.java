package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.devices.nic.NicStandIn;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import io.losslab.labs.provision.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on a testbed with RDMA NICs, over real SSH: they are configured, counted and restored. */
@NeedsSshServer
class NicRunTest {
    private static final String EXPERIMENT =
            """
            experiment: nics
            topology: star-4
            duration: 2s
            hosts: {mtu: 1024, congestionControl: {dcqcn: {}}}
            schemes:
              pfc:
                - {links: [edge], pfc: {priorities: [3], xoff: 100KB, headroom: auto}}
            traffic:
              - {name: ping, kind: latency, from: [h2], to: [h3], size: 8B, iterations: 10}
            """;

    private final Commands losslab = new Commands();
    @TempDir private Path folder;
    private NicStandIn h1;

    @BeforeEach
    void start() throws Exception {
        NicStandIn.needsTheMachine();
        h1 = NicStandIn.start(folder.resolve("h1"));
    }

    @AfterEach
    void stop() {
        if (h1 != null) {
            h1.close();
        }
    }

    @Test
    void aRunConfiguresNicsCountsTheirDropsAndRestoresThem() throws Exception {
        Map<String, String> before = h1.state();
        Path experiment = Files.writeString(folder.resolve("nics.yaml"), EXPERIMENT);
        Path results = folder.resolve("results");
        try (ServedLab lab = serve(experiment)) {
            Path testbed = testbed(lab);
            Thread drops = new Thread(this::dropWhileConfigured, "drops");
            drops.start();
            int code =
                    losslab.execute(
                            "run",
                            experiment.toString(),
                            "--no-report",
                            "--backend",
                            "physical",
                            "--testbed",
                            testbed.toString(),
                            "--out",
                            results.toString());
            drops.interrupt();
            drops.join();
            assertEquals(1, code, "packets were dropped");
        }

        assertEquals(before, h1.state());
        assertTrue(
                Files.readString(results.resolve("summary.json"))
                        .replaceAll("\\s+", " ")
                        .contains("packets dropped (NICs: h1 "),
                losslab::err);
        assertEquals(
                List.of(
                        "out_of_sequence -1 true",
                        "rx_discards_phy -1 true",
                        "rx_prio3_pause 3 true"),
                Commands.rows(
                        results,
                        "select counter, queue, count(*) > 2 from $counters where device = 'h1' and"
                                + " counter in ('rx_prio3_pause', 'rx_discards_phy',"
                                + " 'out_of_sequence') group by all order by all"));
        assertEquals(
                List.of("0"),
                Commands.rows(
                        results,
                        "select max(value) from $counters where device = 'h1' and counter ="
                                + " 'rx_prio3_pause'"));
    }

    @Test
    void ctrlCRestoresTheNics() throws Exception {
        Map<String, String> before = h1.state();
        try (ServedLab lab = serve(longExperiment())) {
            Process run = configured(lab);
            assertEquals(0, new ProcessBuilder("kill", "-INT", "" + run.pid()).start().waitFor());
            assertEquals(130, run.waitFor(), () -> read(folder.resolve("out")));
        }
        assertEquals(before, h1.state());
        assertFalse(Files.exists(folder.resolve("results").resolve(Journal.FILE)));
    }

    @Test
    void cleanupRestoresTheNicsOfARunThatWasKilled() throws Exception {
        Map<String, String> before = h1.state();
        try (ServedLab lab = serve(longExperiment())) {
            configured(lab).destroyForcibly().waitFor();

            int code = losslab.execute("cleanup", folder.resolve("results.partial").toString());
            assertEquals(0, code, losslab::err);
        }
        assertEquals(before, h1.state());
    }

    private Path longExperiment() throws IOException {
        return Files.writeString(folder.resolve("nics.yaml"), EXPERIMENT.replace("2s", "100s"));
    }

    /** A run of the long experiment in a process of its own that has configured the NICs. */
    private Process configured(ServedLab lab) throws Exception {
        List<String> command = RunProcess.losslab();
        // A job of a shell in the background does not heed Ctrl-C.
        command.addAll(0, List.of("env", "--default-signal=INT"));
        command.addAll(
                List.of(
                        "run",
                        folder.resolve("nics.yaml").toString(),
                        "--backend",
                        "physical",
                        "--testbed",
                        testbed(lab).toString(),
                        "--out",
                        folder.resolve("results").toString()));
        Process run =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("out").toFile())
                        .start();
        while (!h1.isConfigured()) {
            assertTrue(run.isAlive(), () -> read(folder.resolve("out")));
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return run;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void dropWhileConfigured() {
        try {
            for (long dropped = 8; ; dropped++) {
                if (h1.isConfigured()) {
                    h1.count(dropped);
                }
                TimeUnit.MILLISECONDS.sleep(200);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ServedLab serve(Path experiment) throws Exception {
        return LocalLab.of(experiment);
    }

    /** The served lab's, in real time, with an RDMA NIC in place of a host's agent. */
    private Path testbed(ServedLab lab) throws IOException {
        StringBuilder yaml = new StringBuilder();
        String device = "";
        for (String line : TestbedYaml.text(lab.testbed()).lines().toList()) {
            if (line.matches("  [a-zA-Z0-9]+:")) {
                device = line.strip().replace(":", "");
            }
            if (line.startsWith("clock:")) {
                continue;
            }
            boolean replaced = device.equals("h1") && line.contains("hostAgent:");
            yaml.append(
                    replaced
                            ? """
                                perftest: {device: mlx5_0, gidIndex: 3}
                                ssh: %s
                            """
                                    .formatted(h1.loginText())
                            : line + "\n");
        }
        return Files.writeString(folder.resolve("lab.yaml"), yaml.toString());
    }
}
