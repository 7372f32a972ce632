package io.losslab.labs.perftest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.SshLogin;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import io.losslab.orchestrator.run.Commands;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.Callable;

/** A served lab in real time, with perftest in place of some hosts' agents. */
final class PerftestLab {
    private static final Path TURN =
            Path.of(System.getProperty("java.io.tmpdir"), "losslab-test-perftest-ports");

    private PerftestLab() {}

    /** A lab of an experiment's topology. */
    static ServedLab serve(Path experiment) throws Exception {
        return LocalLab.of(experiment);
    }

    /**
     * Writes the lab's testbed file.
     *
     * @param perftest logins of the hosts that run perftest, by name
     * @param keys more lines for these hosts
     */
    static Path testbed(Path file, ServedLab lab, Map<String, SshLogin> perftest, String keys)
            throws IOException {
        StringBuilder yaml = new StringBuilder();
        String device = "";
        for (String line : TestbedYaml.text(lab.testbed()).lines().toList()) {
            if (line.matches("  [a-zA-Z0-9]+:")) {
                device = line.strip().replace(":", "");
            }
            if (!line.startsWith("clock:")) {
                boolean replaced = perftest.containsKey(device) && line.contains("hostAgent:");
                yaml.append(replaced ? rdma(perftest.get(device)) + keys : line + "\n");
            }
        }
        return Files.writeString(file, yaml.toString());
    }

    private static String rdma(SshLogin login) {
        return ("    perftest: {device: mlx5_0, gidIndex: 3}\n"
                        + "    ssh: {address: '127.0.0.1:%d', user: %s, key: '%s', knownHosts: '%s'}\n")
                .formatted(
                        login.port(),
                        login.user(),
                        login.keyFile().orElseThrow(),
                        login.knownHostsFile());
    }

    /** Runs an experiment on a testbed, {@link #inTurn}; returns the exit code. */
    static int run(Commands losslab, Path experiment, Path testbed, Path results) throws Exception {
        return inTurn(() -> execute(losslab, experiment, testbed, results));
    }

    /**
     * Does something with a lab's hosts, which share this machine's TCP ports with those of other
     * tests: their processes take turns.
     */
    static int inTurn(Callable<Integer> work) throws Exception {
        try (FileChannel turn =
                        FileChannel.open(
                                TURN, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = turn.lock()) {
            assertTrue(lock.isValid());
            return work.call();
        }
    }

    static int execute(Commands losslab, Path experiment, Path testbed, Path results) {
        return losslab.execute(
                "run",
                experiment.toString(),
                "--no-report",
                "--backend",
                "physical",
                "--testbed",
                testbed.toString(),
                "--out",
                results.toString());
    }
}
