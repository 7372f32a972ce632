package io.losslab.devices.sonic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.orchestrator.run.Commands;
import io.losslab.orchestrator.run.RunProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The network of bifrost/case-a with PFC on two stand-ins, from plan to undo. */
@NeedsSshServer
@NeedsRedis
class SonicRunTest {
    private static final String EXPERIMENT =
            """
            experiment: sonic
            topology: bifrost-case-a
            duration: 1s
            schemes:
              pfc:
                - {links: edge, pfc: {xoff: 288KB, headroom: auto}}
                - {links: longHaul, pfc: {xoff: 6MB, xon: 6MB, headroom: 9.5MB}}
            traffic: []
            """;

    @TempDir private static Path switches;
    private static SonicStandIn near;
    private static SonicStandIn far;
    private final Commands losslab = new Commands();
    @TempDir private Path folder;

    @BeforeAll
    static void start() throws Exception {
        near = SonicStandIn.start(switches.resolve("near"), 4);
        far = SonicStandIn.start(switches.resolve("far"), 4);
    }

    @AfterAll
    static void stop() {
        near.close();
        far.close();
    }

    @BeforeEach
    void reset() throws Exception {
        near.reset();
        far.reset();
    }

    @Test
    void aRunSetsTheSwitchesAndLeavesThemAsTheyWere() throws Exception {
        String before = near.configText() + near.digest() + far.configText() + far.digest();
        assertEquals(0, run(), losslab::err);
        assertEquals(before, near.configText() + near.digest() + far.configText() + far.digest());
        assertTrue(
                near.calls().stream().anyMatch(call -> call.startsWith("config apply-patch /")),
                () -> losslab.out());
    }

    /** Without any of these a run fails, and a check names it before, and sets nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"password\": true} | | let the user run 'config' by sudo without a password | 3",
                "{\"refuse\": \"apply-patch\"} | | config apply-patch --dry-run | 1",
                "{} | sonic-db-cli | sonic-db-cli | 3"
            })
    void aCheckWithTheExperimentNamesWhatARunWouldMiss(
            String settings, String missing, String problem, int exitCode) throws Exception {
        String before = near.configText() + near.digest();
        assertEquals(List.of("3 of 3", "3 of 3"), check(), losslab::out);
        assertEquals(before, near.configText() + near.digest());
        near.set(settings);
        if (missing != null) {
            near.remove(missing);
        }
        List<String> found = check();
        assertNotEquals("3 of 3", found.get(0), losslab::out);
        assertEquals("3 of 3", found.get(1), losslab::out);
        assertTrue(losslab.out().contains(problem), losslab.out());
        assertEquals(exitCode, run(), losslab::err);
    }

    /** CONFIG_DB has passwords and keys of the switch's other services. */
    @Test
    void whatASwitchHoldsIsNotLoggedWhereItCannotBeRead() throws Exception {
        near.set("{\"password\": true}");
        assertEquals(3, run(), losslab::err);
        Path log;
        try (Stream<Path> files = Files.walk(folder)) {
            log = files.filter(file -> file.endsWith("log.txt")).findFirst().orElseThrow();
        }
        String text = Files.readString(log);
        assertTrue(text.contains("reading CONFIG_DB ended with status"), text);
        assertFalse(text.contains("BUFFER_POOL"), text);
    }

    /** How many of its needs each switch has; ports without cables and hosts without NICs aside. */
    private List<String> check() throws Exception {
        Path experiment = Files.writeString(folder.resolve("sonic.yaml"), EXPERIMENT);
        losslab.execute("testbed", "check", testbed().toString(), experiment.toString());
        return losslab.out()
                .lines()
                .filter(line -> line.contains("that the experiment needs"))
                .map(line -> line.replaceAll(".* has (\\d+ of \\d+) things.*", "$1"))
                .limit(2)
                .toList();
    }

    /** The interval that the paper's figures need is shorter than SONiC's. */
    @Test
    void validateAndPlanRefuseWhatItsCountersCannotTell() throws Exception {
        String lab = testbed("hostAgent: 127.0.0.1:%d").toString();
        String said =
                "dci1: counters cannot be recorded every 200us: a SONiC switch tells them every 1s";
        assertEquals(2, losslab.execute("validate", "bifrost/case-a", "--testbed", lab));
        assertEquals(1, losslab.err().split(said, -1).length - 1, losslab::err);
        assertTrue(losslab.err().contains("set 'record.counters.interval' to 1s"), losslab::err);
        List<String> plan =
                List.of("plan", "bifrost/case-a", "--testbed", lab, "--set", "scheme=pfc");
        assertEquals(2, losslab.execute(plan.toArray(String[]::new)));
        assertTrue(losslab.err().contains(said), losslab::err);
        List<String> slower = new ArrayList<>(plan);
        slower.addAll(List.of("--set", "record.counters.interval=1s"));
        assertEquals(0, losslab.execute(slower.toArray(String[]::new)), losslab::err);
    }

    @Test
    void cleanupRestoresTheSwitchesOfARunThatWasKilled() throws Exception {
        String before = near.configText() + near.digest() + far.configText() + far.digest();
        Path experiment =
                Files.writeString(
                        folder.resolve("long.yaml"),
                        EXPERIMENT.replace("duration: 1s", "duration: 600s"));
        List<String> command = RunProcess.losslab();
        command.addAll(
                List.of(
                        "run",
                        experiment.toString(),
                        "--backend",
                        "physical",
                        "--testbed",
                        testbed().toString(),
                        "--out",
                        folder.resolve("killed").toString()));
        Process run =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("out").toFile())
                        .start();
        try {
            while (near.configText().equals(near.firstText())
                    || far.configText().equals(far.firstText())) {
                assertTrue(run.isAlive(), () -> text(folder.resolve("out")));
                TimeUnit.MILLISECONDS.sleep(100);
            }
        } finally {
            run.destroyForcibly().waitFor();
        }
        assertEquals(1, near.checkpoints().size());
        assertEquals(
                0,
                losslab.execute("cleanup", folder.resolve("killed.partial").toString()),
                losslab::err);
        assertEquals(before, near.configText() + near.digest() + far.configText() + far.digest());
        assertEquals(0, near.checkpoints().size() + far.checkpoints().size());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int run() throws Exception {
        Path experiment = Files.writeString(folder.resolve("sonic.yaml"), EXPERIMENT);
        return losslab.execute(
                "run",
                experiment.toString(),
                "--no-report",
                "--backend",
                "physical",
                "--testbed",
                testbed().toString(),
                "--out",
                folder.resolve("results").toString());
    }

    private Path testbed() throws Exception {
        return testbed("perftest: {device: mlx5_0}, nic: {keep: all}, ssh: " + near.login());
    }

    private Path testbed(String host) throws Exception {
        return TwoSites.testbed(
                folder.resolve("lab.yaml"),
                near,
                far,
                name -> host.formatted((int) name.charAt(0)),
                "100Gbps",
                "100Gbps");
    }
}
