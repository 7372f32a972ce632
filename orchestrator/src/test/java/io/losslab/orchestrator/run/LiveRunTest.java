package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.api.topology.Node;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problems;
import io.losslab.softswitch.netns.NamespaceLab;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real frames, real SSH, real DPDK; needs root, namespaces, an sshd and DPDK. */
@Tag("real-time")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
public class LiveRunTest {
    private static final Path DPDK = Path.of("/usr/bin/dpdk-testpmd");

    /** Checks that a busy machine fails: how punctual switches and senders were. */
    private static final Set<String> OF_THE_MACHINE =
            Set.of(
                    "kept time",
                    "hosts sent in time",
                    "hosts paused in time",
                    "agrees with virtual time",
                    "no throughput loss");

    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    @TempDir private Path directory;

    private final Commands commands = new Commands();
    private String namespacesBefore;
    private List<String> linksBefore;

    @BeforeAll
    public static void needsTheMachine() {
        Optional<String> obstacle = obstacle();
        if (obstacle.isEmpty()) {
            return;
        }
        boolean root = "root".equals(System.getProperty("user.name"));
        if (root && "true".equals(System.getenv("CI"))) {
            fail("CI=true and root, yet " + obstacle.get());
        }
        abort(obstacle.get());
    }

    private static Optional<String> obstacle() {
        Optional<String> namespaces = NamespaceLab.obstacle();
        if (namespaces.isPresent()) {
            return namespaces;
        }
        for (Path program : List.of(DPDK, SSHD)) {
            if (!Files.isExecutable(program)) {
                return Optional.of(program + " is not there: install dpdk and openssh-server");
            }
        }
        Path archive = Path.of(System.getProperty("losslab.agent", "none"));
        return Files.exists(archive)
                ? Optional.empty()
                : Optional.of("the agent's archive is not built: " + archive);
    }

    @BeforeEach
    void looksAround() throws Exception {
        namespacesBefore = run("ip", "netns", "list");
        linksBefore = links();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        assertEquals(namespacesBefore, run("ip", "netns", "list"));
        assertEquals(linksBefore, links());
        assertEquals(List.of(), agents());
    }

    @Test
    void anIncastIsHeldBackByPauseFramesOnTheWireAndSeenByPrometheusMeanwhile() throws Exception {
        Prometheus.need();
        Path results = directory.resolve("incast");
        String endpoint = "127.0.0.1:" + Prometheus.freePort();
        Path folder = Files.createDirectory(directory.resolve("prometheus"));
        int exit;
        try (Prometheus prometheus = Prometheus.scraping(folder, endpoint, "1s")) {
            exit = anIncastIsHeldBack(results, endpoint);
            assertScraped(prometheus, onlyCell(results));
        }
        aComparisonThatWasCutOffGoesOn(results, exit);
    }

    /**
     * In virtual time, with the hosts that it began with; it judges the live run as before, whose
     * time may not have been kept.
     */
    private static void aComparisonThatWasCutOffGoesOn(Path results, int exit) throws Exception {
        Path virtual = results.resolve("virtual");
        byte[] flows = Files.readAllBytes(virtual.resolve("flows.parquet"));
        Files.createDirectory(virtual.resolve("parts"));
        Files.writeString(virtual.resolve("cells.json"), "[]");
        Commands losslab = new Commands();
        assertEquals(exit, losslab.execute("run", "--resume", virtual.toString()), losslab.err());
        assertFalse(Files.exists(virtual.resolve("parts")));
        assertArrayEquals(flows, Files.readAllBytes(virtual.resolve("flows.parquet")));
    }

    /** A scrape is a moment of the run: no counter is above what the results have. */
    private static void assertScraped(Prometheus prometheus, JsonNode cell) throws Exception {
        double pauses = cell.path("switchPauseFrames").asDouble();
        prometheus.await(
                Prometheus.overTime("max", "sum(losslab_port_transmit_pause_frames_total)"),
                most -> most > 0 && most <= pauses);
        prometheus.await(
                Prometheus.overTime(
                        "max", "sum(losslab_priority_receive_pause_frames_total{device='S'})"),
                most -> most == 0);
        prometheus.await(
                Prometheus.overTime("max", "sum(losslab_host_delivered_bytes_total)"),
                most -> most > 0);
        prometheus.await(
                Prometheus.overTime("max", "max(losslab_port_max_egress_queue_bytes)"),
                most -> most > 0 && most <= cell.path("maxEgressQueueBytes").asDouble());
        prometheus.await(Prometheus.overTime("max", "count(losslab_device_up == 1)"), n -> n == 5);
        prometheus.await(Prometheus.overTime("max", "sum(losslab_queue_pauses_total)"), n -> n > 0);
    }

    private int anIncastIsHeldBack(Path results, String endpoint) throws Exception {
        int exit =
                live(
                        "live/incast",
                        results,
                        "--set",
                        "timeDilation=2000",
                        "--set",
                        "duration=1ms",
                        "--set",
                        "traffic.incast.period=200us",
                        "--metrics",
                        endpoint,
                        "--pcap",
                        "S:1,S:2,S:3");
        JsonNode cell = onlyCell(results);
        assertEquals(15, cell.at("/groups/incast/completed").asInt());
        assertClean(cell);
        assertTrue(cell.path("switchPauseFrames").asInt() > 0, cell::toString);
        assertEquals(
                List.of("h1", "h2", "h3"),
                Commands.rows(
                        results,
                        "SELECT DISTINCT device FROM $events WHERE kind = 'pause' ORDER BY 1"));
        Path pcap = results.resolve("pcap/cell-0.pcapng");
        assertFalse(frames(pcap, "macc.opcode == 0x0101").isEmpty());
        assertFalse(frames(pcap, "infiniband.bth").isEmpty());
        assertEquals("", frames(pcap, "_ws.malformed"));
        String report = Files.readString(results.resolve("report.html"));
        assertTrue(report.contains("Real frames compared with virtual time"));
        assertTrue(report.contains("slowed down by a factor of 2,000"));
        assertTrue(Files.exists(results.resolve("virtual/summary.json")));
        assertTrue(
                Files.readString(results.resolve("run.json"))
                        .contains("slowed down by a factor of 2,000"));
        return exit;
    }

    /**
     * They come to the switch from a host, whose agent sees them leave and takes none for its own,
     * and to a host as if from the switch.
     */
    @Test
    void strayFramesAreDroppedAndReportedByNameAndChangeNothingElse() throws Exception {
        Path results = directory.resolve("stray");
        StrayFrameSender strays = new StrayFrameSender(host("h1"), host("h3"));
        try (strays) {
            live(
                    "live/incast",
                    results,
                    "--no-compare-virtual",
                    "--set",
                    "timeDilation=2000",
                    "--set",
                    "duration=1ms",
                    "--set",
                    "traffic.incast.period=200us");
        }
        JsonNode cell = onlyCell(results);
        assertEquals(15, cell.at("/groups/incast/completed").asInt());
        assertClean(cell);
        String reported = "";
        for (JsonNode check : cell.path("checks")) {
            if (check.path("name").asText().equals("stray frames")) {
                reported = check.path("detail").asText();
            }
        }
        assertTrue(
                reported.matches(
                        "dropped and counted: frames with a wrong ICRC: .*\\d at h3, [\\d,]+ at S"
                                + " port 1; frames of an unknown flow: .*\\d at h3, [\\d,]+ at S port"
                                + " 1"),
                cell::toString);
        assertEquals(
                List.of(
                        "S 1 unknownFlowFrames",
                        "S 1 wrongIcrcFrames",
                        "h3 1 unknownFlowFrames",
                        "h3 1 wrongIcrcFrames"),
                Commands.rows(
                        results,
                        "SELECT device || ' ' || port || ' ' || counter FROM $counters"
                                + " WHERE counter IN ('unknownFlowFrames', 'wrongIcrcFrames')"
                                + " AND value > 0 AND device IN ('S', 'h3') ORDER BY 1"));
        String warning =
                reported.replace("dropped and counted", "stray frames, dropped and counted");
        assertEquals(warning, cell.at("/notes/0").asText());
        assertTrue(Files.readString(results.resolve("report.html")).contains(warning));
    }

    @Test
    void relayingHostsHoldBackWhatIsBeforeThemByPortFcFrames() throws Exception {
        Path results = directory.resolve("ndc");
        live(
                "live/ndc-2-1",
                results,
                "--set",
                "timeDilation=4000",
                "--set",
                "duration=1500us",
                "--set",
                "traffic.relayed.period=300us",
                "--set",
                "traffic.direct.period=300us",
                "--pcap",
                "s4:1,s4:2,s6:1,s6:2");
        JsonNode cell = onlyCell(results);
        assertEquals(5, cell.at("/groups/relayed/completed").asInt());
        assertEquals(10, cell.at("/groups/direct/completed").asInt());
        assertClean(cell);
        assertFalse(frames(results.resolve("pcap/cell-0.pcapng"), "eth.type == 0x88b5").isEmpty());
    }

    /** CBFC's switches would refuse a buffer that has no room for a packet of the longest MTU. */
    @Test
    void cellsHaveTheirOwnMtuAndConserveBytesThatAreTagged() throws Exception {
        Path results = directory.resolve("mtus");
        live(
                Commands.experiment("mtus-live.yaml"),
                results,
                "--no-compare-virtual",
                "--set",
                "timeDilation=20");
        JsonNode cells =
                new ObjectMapper().readTree(results.resolve("summary.json").toFile()).path("cells");
        assertEquals(3, cells.size(), () -> failures(results));
        for (JsonNode cell : cells) {
            assertEquals(8, cell.at("/groups/messages/completed").asInt(), cell::toString);
            assertClean(cell);
        }
    }

    @Test
    void aDeadlockOfSwitchesEndsTheCellAndIsNamed() throws Exception {
        Path results = directory.resolve("ring");
        live(
                Commands.experiment("ring-live.yaml"),
                results,
                "--no-compare-virtual",
                "--set",
                "timeDilation=10");
        JsonNode cell = onlyCell(results);
        String cycle = cell.at("/deadlock/cycle").asText();
        for (String place : List.of("A:2 queue 3", "B:3 queue 3", "C:3 queue 3")) {
            assertTrue(cycle.contains(place), cell::toString);
        }
        assertTrue(cell.path("simulatedSeconds").asDouble() < 0.5, cell::toString);
        assertTrue(commands.out().contains("FAILED  no deadlock"), commands::out);
    }

    /**
     * Senders always have packets here, and hosts react late: buffers must have room for it, here
     * for 100 ms of the wall, within which a busy machine gives every agent a core.
     */
    @Test
    void bifrostCaseARunsInShortForm() throws Exception {
        Path results = directory.resolve("case-a");
        live(
                "bifrost/case-a",
                results,
                "--set",
                "sweep=flows",
                "--set",
                "duration=4ms",
                "--set",
                "warmup=1ms",
                "--set",
                "drain=3ms",
                "--set",
                "hosts.pauseReaction=50us",
                "--set",
                "scheme=bifrost",
                "--set",
                "timeDilation=2000",
                "--set",
                "flows=8",
                "--set",
                "size=1MB",
                "--seed",
                "1");
        JsonNode cell = onlyCell(results);
        assertClean(cell);
        JsonNode latency = cell.at("/groups/latency");
        assertTrue(latency.path("completed").asInt() > 0, cell::toString);
        assertEquals(latency.path("flows"), latency.path("completed"));
    }

    @Test
    void ctrlCTakesAwayAllItMade() throws Exception {
        Process interrupted = startedRun("interrupted");
        run("kill", "-INT", Long.toString(interrupted.pid()));
        int exitCode = interrupted.waitFor();
        assertEquals(130, exitCode, Files.readString(directory.resolve("interrupted.log")));
    }

    @Test
    void cleanupTakesAwayWhatAKilledRunLeft() throws Exception {
        startedRun("killed").destroyForcibly().waitFor();
        assertEquals(0, commands.execute("cleanup"), commands::err);
    }

    /** A live run in a process of its own whose agents have been started. */
    private Process startedRun(String name) throws Exception {
        Process process =
                new ProcessBuilder(
                                // A job of a shell in the background does not heed Ctrl-C.
                                "env",
                                "--default-signal=INT",
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-Dlosslab.agent=" + System.getProperty("losslab.agent"),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.losslab.orchestrator.Losslab",
                                "run",
                                "live/incast",
                                "--backend",
                                "live",
                                "--out",
                                directory.resolve(name).toString())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve(name + ".log").toFile())
                        .start();
        while (agents().size() < 4) {
            assertTrue(process.isAlive(), () -> "the run ended before its agents were there");
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return process;
    }

    /** The exit code; a run that the machine held up fails a check. */
    private int live(String experiment, Path results, String... more) {
        String[] command =
                Stream.concat(
                                Stream.of(
                                        "run",
                                        experiment,
                                        "--backend",
                                        "live",
                                        "--out",
                                        results.toString()),
                                Stream.of(more))
                        .toArray(String[]::new);
        int exit = commands.execute(command);
        assertTrue(Files.exists(results.resolve("summary.json")), commands::err);
        return exit;
    }

    private static String failures(Path results) {
        try {
            return Files.readString(results.resolve("summary.json"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Node host(String name) {
        return new ExperimentLoader(new Library())
                .networkOf("star-4", new Problems())
                .orElseThrow()
                .topology()
                .node(name)
                .orElseThrow();
    }

    private static JsonNode onlyCell(Path results) throws IOException {
        JsonNode cells =
                new ObjectMapper().readTree(results.resolve("summary.json").toFile()).path("cells");
        assertEquals(1, cells.size(), () -> failures(results));
        return cells.get(0);
    }

    /** How punctual the machine was is reported, but is no fault of the code. */
    public static void assertClean(JsonNode cell) {
        assertEquals(0, cell.path("drops").asInt(), cell::toString);
        assertEquals(0, cell.path("reordered").asInt(), cell::toString);
        for (JsonNode check : cell.path("checks")) {
            if (!OF_THE_MACHINE.contains(check.path("name").asText())) {
                assertTrue(check.path("passed").asBoolean(), cell::toString);
            }
        }
    }

    private static String frames(Path pcap, String filter) throws Exception {
        return run(
                "sh",
                "-c",
                "tshark -r '%s' -Y '%s' 2>/dev/null | head -n 5".formatted(pcap, filter));
    }

    private static List<String> links() throws Exception {
        return run("ip", "-brief", "link").lines().map(line -> line.split("\\s+", 2)[0]).toList();
    }

    /** Agents that runs like these start. */
    private static List<ProcessHandle> agents() {
        return ProcessHandle.allProcesses()
                .filter(
                        process ->
                                process.info().commandLine().orElse("").contains("--await-clock"))
                .toList();
    }

    private static String run(String... words) throws Exception {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
