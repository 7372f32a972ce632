package io.losslab.orchestrator.backend.served;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.devices.sonic.NeedsRedis;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.orchestrator.backend.ServedLab;
import io.losslab.orchestrator.backend.served.sonic.ServedSonic;
import io.losslab.orchestrator.run.Commands;
import io.losslab.services.sonic.Redis;
import io.losslab.services.sonic.SonicTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on a served lab of SONiC switches, as in a lab: over its testbed file. */
@NeedsSshServer
@NeedsRedis
class ServedSonicRunTest {
    private static final String EXPERIMENT = Commands.experiment("parallel-links.yaml");
    private static final String INTERVAL = "record.counters.interval=1s";
    private static final String FLOWS = "select * from $flows order by all";

    @TempDir private Path folder;
    private final Commands losslab = new Commands();
    private ServedLab lab;
    private Path testbed;

    private void serve(String experiment) throws IOException {
        lab = ServedExperiment.start(experiment, new ServedSonic());
        testbed = Files.writeString(folder.resolve("lab.yaml"), TestbedYaml.text(lab.testbed()));
    }

    @AfterEach
    void end() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parallel-links.yaml", "dynamic-pfc.yaml"})
    void aRunHasTheFlowsOfTheVirtualBackendAndLeavesConfigDbAsItWas(String name)
            throws IOException, SQLException {
        String experiment = Commands.experiment(name);
        serve(experiment);
        Path virtual = folder.resolve("virtual");
        Path served = folder.resolve("served");
        List<String> before = List.of(config("M"), config("N"));
        assertTrue(before.get(0).contains("PORT_QOS_MAP"), before::toString);
        assertEquals(0, run(experiment, virtual, "--backend", "virtual"), losslab::err);
        assertEquals(
                0,
                run(experiment, served, "--backend", "physical", "--testbed", testbed.toString()),
                losslab::err);
        List<String> flows = Commands.rows(virtual, FLOWS);
        assertTrue(flows.size() > 100, flows::toString);
        assertEquals(flows, Commands.rows(served, FLOWS));
        assertEquals(figures(virtual), figures(served));
        assertTrue(
                figures(virtual).get(0).matches(".*switchPauseFrames\\W+[1-9].*"),
                () -> figures(virtual).toString());
        assertEquals(before, List.of(config("M"), config("N")));
    }

    @Test
    void checkFindsAllThatTheExperimentNeeds() throws IOException {
        serve(EXPERIMENT);
        String[] check = {"testbed", "check", testbed.toString(), EXPERIMENT, "--set", INTERVAL};
        assertEquals(0, losslab.execute(check), losslab::out);
        assertTrue(losslab.out().contains("M (sonic): ok"), losslab::out);
        assertTrue(losslab.out().contains("SONiC 20230531.04"), losslab::out);
    }

    /** Port Ethernet0 has a watchdog, as SONiC sets it up, and PFC by the run. */
    @Test
    void timeDoesNotPassWhereConfigDbAsksForWhatAVirtualSwitchLacks() throws IOException {
        serve(EXPERIMENT);
        String file = Files.readString(testbed);
        Files.writeString(
                testbed, file.replace("kind: sonic", "kind: sonic\n    pfcWatchdog: keep"));
        List<String> before = List.of(config("M"), config("N"));
        int exit =
                run(
                        EXPERIMENT,
                        folder.resolve("served"),
                        "--backend",
                        "physical",
                        "--testbed",
                        testbed.toString());
        assertNotEquals(0, exit);
        assertTrue(losslab.err().contains("Ethernet0: the PFC watchdog is on"), losslab::err);
        assertEquals(before, List.of(config("M"), config("N")));
    }

    private String config(String device) throws IOException {
        Path socket =
                lab.testbed()
                        .device(device)
                        .orElseThrow()
                        .ssh()
                        .orElseThrow()
                        .knownHostsFile()
                        .resolveSibling("home/redis.sock");
        try (Redis redis = Redis.connect(socket, "CONFIG_DB")) {
            return SonicTables.read(redis).toString();
        }
    }

    /** What a run's summary says of pauses and drops of each cell. */
    private static List<String> figures(Path results) {
        try {
            return Files.readAllLines(results.resolve("summary.json")).stream()
                    .filter(line -> line.matches(".*(switchPauseFrames|droppedPackets).*"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int run(String experiment, Path results, String... more) {
        List<String> words = new ArrayList<>(List.of("run", experiment, "--no-report"));
        words.addAll(List.of("--set", INTERVAL));
        words.addAll(List.of("--out", results.toString()));
        words.addAll(List.of(more));
        return losslab.execute(words.toArray(String[]::new));
    }
}
