package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.api.clock.ScaledClock;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problems;
import io.losslab.services.lab.LiveLab;
import io.losslab.softswitch.live.LiveFabric;
import io.losslab.softswitch.netns.NamespaceLab;
import io.losslab.softswitch.netns.SshAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A testbed whose hosts have nothing but an SSH server: a physical run uploads its agents, starts
 * them, measures with them over several cells, and ends them. The testbed is that of a live lab at
 * the wall's own pace, told of by a testbed file only.
 */
@Tag("real-time")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class StartedAgentsRunTest {
    private static final int MTU_BYTES = 1024;
    private static final int DATA_QUEUES = 8;

    @TempDir private Path directory;

    private final Commands commands = new Commands();
    private final String experiment = Commands.experiment("slow-star.yaml");

    @BeforeAll
    static void needsTheMachine() {
        LiveRunTest.needsTheMachine();
    }

    @Test
    void aPhysicalRunStartsItsAgentsAndEndsThem() throws Exception {
        Topology topology = topology();
        try (NamespaceLab hosts = NamespaceLab.create(topology, MTU_BYTES);
                LiveLab switches =
                        LiveLab.start(
                                new LiveFabric(
                                        topology,
                                        DATA_QUEUES,
                                        MTU_BYTES,
                                        ScaledClock.standing(1),
                                        hosts::switchInterface))) {
            switches.live().startClockAt(System.nanoTime());
            Path testbed = directory.resolve("lab.yaml");
            Files.writeString(testbed, testbed(topology, hosts, switches.port()));
            int checked = commands.execute("testbed", "check", testbed.toString());
            assertEquals(0, checked, () -> commands.out() + commands.err());
            Path results = directory.resolve("results");
            commands.execute(
                    "run",
                    experiment,
                    "--backend",
                    "physical",
                    "--testbed",
                    testbed.toString(),
                    "--out",
                    results.toString());
            assertTrue(Files.exists(results.resolve("summary.json")), commands::err);
            JsonNode cells =
                    new ObjectMapper()
                            .readTree(results.resolve("summary.json").toFile())
                            .path("cells");
            assertEquals(2, cells.size());
            for (JsonNode cell : cells) {
                LiveRunTest.assertClean(cell);
                assertEquals(10, cell.at("/groups/incast/completed").asInt(), cell::toString);
                assertTrue(cell.path("switchPauseFrames").asInt() > 0, cell::toString);
                for (String name : List.of("hosts sent in time", "hosts paused in time")) {
                    assertTrue(detail(cell, name).matches("(?s).*h[123].* ns.*"), cell::toString);
                }
            }
            assertEquals(List.of(), agents());
        }
    }

    private static String detail(JsonNode cell, String check) {
        for (JsonNode each : cell.path("checks")) {
            if (each.path("name").asText().equals(check)) {
                return each.path("detail").asText();
            }
        }
        return "";
    }

    private Topology topology() {
        Problems problems = new Problems();
        return new ExperimentLoader(new Library())
                .load(experiment, List.of(), problems)
                .orElseThrow(() -> new AssertionError(problems.list()))
                .cells()
                .get(0)
                .setup()
                .network()
                .topology();
    }

    private static String testbed(Topology topology, NamespaceLab hosts, int port)
            throws IOException {
        Node center = topology.switches().get(0);
        StringBuilder text = new StringBuilder("testbed: slow\ndevices:\n");
        text.append(
                """
                  %s:
                    kind: softwareSwitch
                    deviceId: %d
                    p4runtime: 127.0.0.1:%d
                    switchControl: 127.0.0.1:%d
                    ports: {%s}
                """
                        .formatted(
                                center.name(),
                                center.deviceId(),
                                port,
                                port,
                                ports(topology, center)));
        SshAccess access = hosts.ssh();
        for (Node host : topology.hosts()) {
            text.append(
                    """
                      %s:
                        kind: host
                        deviceId: %d
                        ssh: {address: "%s:%d", user: %s, key: %s, knownHosts: %s}
                        agent: {interfaces: [%s]}
                        ports: {%s}
                    """
                            .formatted(
                                    host.name(),
                                    host.deviceId(),
                                    hosts.managementAddress(host),
                                    access.port(),
                                    access.user(),
                                    access.privateKey(),
                                    access.knownHosts(),
                                    NamespaceLab.hostInterface(1),
                                    ports(topology, host)));
        }
        text.append("cables:\n");
        for (Link link : topology.links()) {
            text.append(
                    "  - {from: %s/%d, to: %s/%d, delay: 10us}\n"
                            .formatted(
                                    link.a().node().name(),
                                    link.a().port(),
                                    link.b().node().name(),
                                    link.b().port()));
        }
        return text.toString();
    }

    private static String ports(Topology topology, Node node) {
        return topology.links().stream()
                .filter(link -> link.a().node().equals(node) || link.b().node().equals(node))
                .map(link -> link.endAt(node).port() + ": " + link.rate())
                .collect(Collectors.joining(", "));
    }

    /** Agents that runs like this start. */
    private static List<String> agents() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains("--separate-clocks"))
                .toList();
    }
}
