package io.losslab.labs.backend.served;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.sonic.NeedsRedis;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.labs.backend.served.sonic.ServedSonic;
import io.losslab.orchestrator.run.Commands;
import io.losslab.services.sonic.Redis;
import io.losslab.services.sonic.SonicTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /** Of the switch of {@code dcqcn-star.yaml}: all messages leave by its port 4. */
    private static final List<String> SENDERS = List.of("Ethernet0", "Ethernet4", "Ethernet8");

    private static final String INCAST_QUEUE = "Ethernet12:3";

    private static final String[] INTERVAL = {"--set", "record.counters.interval=1s"};

    @TempDir private Path folder;
    private ServedRuns lab;

    private void serve(String experiment) throws IOException {
        lab = new ServedRuns(experiment, new ServedSonic(), folder);
    }

    @AfterEach
    void end() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parallel-links.yaml", "dynamic-pfc.yaml"})
    void aRunHasTheFlowsOfTheVirtualBackendAndLeavesConfigDbAsItWas(String name)
            throws IOException, SQLException {
        serve(Commands.experiment(name));
        List<String> before = List.of(config("M"), config("N"));
        assertTrue(before.get(0).contains("PORT_QOS_MAP"), before::toString);
        lab.assertRunsAsVirtual("switchPauseFrames|droppedPackets", INTERVAL);
        lab.assertPaused();
        assertEquals(before, List.of(config("M"), config("N")));
    }

    /** By the profile that the run writes: hosts under DCQCN send as the marks tell them. */
    @Test
    void packetsAreMarkedAsOnTheVirtualBackend() throws IOException, SQLException {
        serve(Commands.experiment("dcqcn-star.yaml"));
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Map<String, Long>> marked =
                CompletableFuture.supplyAsync(() -> mostMarked(over));
        try {
            lab.assertRunsAsVirtual(
                    "switchPauseFrames|droppedPackets",
                    "--set",
                    "record.counters={interval: 1s, links: edge}",
                    "--set",
                    "seeds=[1]",
                    "--set",
                    "duration=40ms",
                    "--set",
                    "drain=200ms");
        } finally {
            over.set(true);
        }
        Map<String, Long> most = marked.join();
        for (String sender : SENDERS) {
            long held = most.remove(sender + ":3 SHARED_WATERMARK_BYTES");
            assertTrue(held > 1000, "the group of the incast's class holds " + held + " bytes");
        }
        assertTrue(
                most.remove(INCAST_QUEUE + " WRED_ECN_MARKED_PACKETS") > 1000,
                "packets of the incast are marked");
        assertEquals(Set.of(0L), Set.copyOf(most.values()), "others are not: " + most);
    }

    /** Highest values that COUNTERS_DB has had; marks are zero when a cell is over. */
    private Map<String, Long> mostMarked(AtomicBoolean over) {
        Map<String, Long> most = new HashMap<>();
        try (Redis counters = redis("S", "COUNTERS_DB")) {
            while (!over.get()) {
                read(
                        counters,
                        "COUNTERS_QUEUE_NAME_MAP",
                        "COUNTERS",
                        "SAI_QUEUE_STAT_",
                        "WRED_ECN_MARKED_PACKETS",
                        most);
                read(
                        counters,
                        "COUNTERS_PG_NAME_MAP",
                        "USER_WATERMARKS",
                        "SAI_INGRESS_PRIORITY_GROUP_STAT_",
                        "SHARED_WATERMARK_BYTES",
                        most);
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return most;
    }

    private static void read(
            Redis counters,
            String nameMap,
            String table,
            String prefix,
            String counter,
            Map<String, Long> most)
            throws IOException {
        List<?> names = (List<?>) counters.call("HGETALL", nameMap);
        for (int i = 0; i < names.size(); i += 2) {
            Object now = counters.call("HGET", table + ":" + names.get(i + 1), prefix + counter);
            most.merge(names.get(i) + " " + counter, Long.parseLong((String) now), Math::max);
        }
    }

    @Test
    void checkFindsAllThatTheExperimentNeeds() throws IOException {
        serve(EXPERIMENT);
        Commands losslab = lab.losslab();
        assertEquals(
                0,
                losslab.execute(
                        "testbed",
                        "check",
                        lab.testbed().toString(),
                        EXPERIMENT,
                        INTERVAL[0],
                        INTERVAL[1]),
                losslab::out);
        assertTrue(losslab.out().contains("M (sonic): ok"), losslab::out);
        assertTrue(losslab.out().contains("SONiC 20230531.04"), losslab::out);
    }

    /** Port Ethernet0 has a watchdog, as SONiC sets it up, and PFC by the run. */
    @Test
    void timeDoesNotPassWhereConfigDbAsksForWhatAVirtualSwitchLacks() throws IOException {
        serve(EXPERIMENT);
        String file = Files.readString(lab.testbed());
        Files.writeString(
                lab.testbed(), file.replace("kind: sonic", "kind: sonic\n    pfcWatchdog: keep"));
        List<String> before = List.of(config("M"), config("N"));
        assertNotEquals(0, lab.run(INTERVAL));
        String refused = lab.losslab().err();
        assertTrue(refused.contains("Ethernet0: the PFC watchdog is on"), refused);
        assertEquals(before, List.of(config("M"), config("N")));
    }

    private String config(String device) throws IOException {
        try (Redis redis = redis(device, "CONFIG_DB")) {
            return SonicTables.read(redis).toString();
        }
    }

    private Redis redis(String device, String database) throws IOException {
        Path socket =
                lab.device(device)
                        .ssh()
                        .orElseThrow()
                        .knownHostsFile()
                        .resolveSibling("home/redis.sock");
        return Redis.connect(socket, database);
    }
}
