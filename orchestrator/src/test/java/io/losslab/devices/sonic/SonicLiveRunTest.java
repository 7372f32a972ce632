package io.losslab.devices.sonic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.api.address.MacAddress;
import io.losslab.api.clock.ScaledClock;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.Sessions;
import io.losslab.devices.registry.FabricTestbed;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.driver.DeviceChannel;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.provision.CellSettings;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import io.losslab.orchestrator.run.Commands;
import io.losslab.orchestrator.run.LiveRunTest;
import io.losslab.services.lab.LiveLab;
import io.losslab.softswitch.live.LiveFabric;
import io.losslab.softswitch.netns.NamespaceLab;
import io.losslab.softswitch.netns.SshAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * bifrost/case-a with PFC on two SONiC switches and three hosts in namespaces, whose agents a run
 * uploads and starts over SSH: real frames through chips that do what CONFIG_DB says, and counters
 * from COUNTERS_DB. The links are slower than the paper's, and C's is the slowest, so that software
 * fills it.
 */
@Tag("real-time")
@NeedsSshServer
@NeedsRedis
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SonicLiveRunTest {
    private static final int MTU_BYTES = 4096;
    private static final int DATA_QUEUES = 8;
    private static final int MEGABITS = 100;
    private static final int SLOWEST_MEGABITS = 20;
    private static final long XOFF_BYTES = 60_000;
    private static final long HEADROOM_BYTES = 1_000_000;
    private static final int PRIORITY_3 = 1 << 3;

    private final Commands losslab = new Commands();
    private final List<AutoCloseable> open = new ArrayList<>();
    private Path folder;
    private SonicStandIn near;
    private SonicStandIn far;
    private SonicChip nearChip;
    private SonicChip farChip;
    private Path testbed;
    private List<String> experiment;

    @BeforeAll
    void build(@TempDir Path directory) throws Exception {
        LiveRunTest.needsTheMachine();
        folder = directory;
        Path topologyFile =
                Files.writeString(
                        folder.resolve("two-sites.yaml"),
                        """
                        topology: two-sites
                        hosts: [A, B, C]
                        switches: {M: {buffer: 12MB}, N: {buffer: 12MB}}
                        links:
                          - {ends: [A, M], rate: %1$dMbps, length: 2m, group: edge}
                          - {ends: [B, M], rate: %1$dMbps, length: 2m, group: edge}
                          - {ends: [M, N], count: 2, rate: %1$dMbps, length: 80km, group: longHaul}
                          - {ends: [N, C], rate: %2$dMbps, length: 2m, group: edge}
                        """
                                .formatted(MEGABITS, SLOWEST_MEGABITS));
        experiment =
                List.of(
                        "topology=" + topologyFile,
                        "scheme=pfc",
                        "schemes.pfc.1.pfc={xoff: 60KB, xon: 60KB, headroom: 1MB}",
                        "hosts.pauseReaction=200ms",
                        "record.counters.interval=1s",
                        "size=4KB",
                        "flows=2",
                        "spreading=hash",
                        "seeds=[1]",
                        "duration=2200ms",
                        "warmup=200ms",
                        "drain=1500ms");
        CellPlan plan = plan();
        Topology topology = plan.topology();
        near = opened(SonicStandIn.start(folder.resolve("near"), 4));
        far = opened(SonicStandIn.start(folder.resolve("far"), 3));
        hasSpeeds(near, MEGABITS, MEGABITS, MEGABITS, MEGABITS);
        hasSpeeds(far, MEGABITS, MEGABITS, SLOWEST_MEGABITS);
        NamespaceLab hosts = opened(NamespaceLab.create(topology, MTU_BYTES));
        LiveLab switches =
                opened(
                        LiveLab.start(
                                new LiveFabric(
                                        topology,
                                        DATA_QUEUES,
                                        MTU_BYTES,
                                        ScaledClock.standing(1),
                                        hosts::switchInterface)));
        switches.live().startClockAt(System.nanoTime());
        route(plan, switches.port());
        nearChip = chip(near, topology, "M", switches.port());
        farChip = chip(far, topology, "N", switches.port());
        testbed =
                TwoSites.testbed(
                        folder.resolve("lab.yaml"),
                        near,
                        far,
                        name -> agent(hosts, topology, name),
                        MEGABITS + "Mbps",
                        SLOWEST_MEGABITS + "Mbps");
    }

    private <T extends AutoCloseable> T opened(T part) {
        open.add(0, part);
        return part;
    }

    @AfterAll
    void takeDown() throws Exception {
        for (AutoCloseable part : open) {
            part.close();
        }
    }

    @Test
    @Order(1)
    void fromCheckAndPlanToTheReportAndBack() throws Exception {
        String before = near.configText() + far.configText();
        assertEquals(0, nearChip.lossless() | farChip.lossless());
        assertEquals(0, losslab.execute(words("testbed", "check", "LAB", "CASE")), losslab::out);
        assertTrue(losslab.out().contains("has 3 of 3 things"), losslab::out);
        assertEquals(0, losslab.execute(words("plan", "CASE", "--testbed", "LAB")), losslab::err);
        assertTrue(losslab.out().contains("config apply-patch"), losslab::out);
        assertEquals(before, near.configText() + far.configText());
        Path results = folder.resolve("results");
        losslab.execute(run(results));
        assertTrue(Files.exists(results.resolve("report.html")), losslab::err);
        assertFalse(losslab.out().contains("was run again"), losslab::out);
        assertEquals(before, near.configText() + far.configText());
        assertEquals(0, near.checkpoints().size() + far.checkpoints().size());
        for (JsonNode cell :
                new ObjectMapper()
                        .readTree(results.resolve("summary.json").toFile())
                        .get("cells")) {
            LiveRunTest.assertClean(cell);
            assertTrue(cell.at("/groups/background/completed").asInt() > 0, cell::toString);
            assertTrue(cell.at("/groups/latency/completed").asInt() > 0, cell::toString);
            assertTrue(cell.get("switchPauseFrames").asInt() > 0, cell::toString);
        }
        assertFalse(losslab.err().contains("failed"), losslab::err);
        assertCounters(results);
    }

    /**
     * N pauses M by priority 3 alone, beyond XOFF and within its headroom; M hears of it. Times are
     * the cell's, which lasts for 3.7 s at most, and not those of what came before it.
     */
    private static void assertCounters(Path results) throws Exception {
        assertEquals(
                List.of("0 true true true true true true", "1 true true true true true true"),
                Commands.rows(
                        results,
                        """
                        SELECT cell,
                          max(value) FILTER (device = 'N' AND port <= 2 AND queue = 3
                            AND counter = 'txPauseFrames') > 0,
                          max(value) FILTER (device = 'M' AND port >= 3 AND queue = 3
                            AND counter = 'rxPauseFrames') > 0,
                          max(value) FILTER (queue NOT IN (3, -1)
                            AND counter IN ('txPauseFrames', 'rxPauseFrames')) = 0,
                          max(value) FILTER (device = 'M' AND port >= 3 AND queue = 3
                            AND counter = 'txPackets') > 100,
                          count(DISTINCT time_ns) FILTER (device = 'N') >= 2,
                          min(time_ns) >= 0 AND max(time_ns) < 5e9
                        FROM $counters GROUP BY cell ORDER BY cell
                        """));
        assertEquals(
                List.of("0"),
                Commands.rows(
                        results,
                        "SELECT coalesce(sum(value), 0) FROM $counters WHERE counter ="
                                + " 'droppedPackets'"));
        long highest =
                Long.parseLong(
                        Commands.rows(
                                        results,
                                        "SELECT max(value) FROM $counters WHERE device = 'N' AND"
                                                + " port <= 2 AND queue = 3 AND counter ="
                                                + " 'maxIngressBytes'")
                                .get(0));
        assertTrue(highest > XOFF_BYTES && highest <= XOFF_BYTES + HEADROOM_BYTES, "" + highest);
    }

    /** Last: until then, the agents of the killed run go on sending. */
    @Test
    @Order(2)
    void cleanupEndsTheAgentsAndRestoresTheSwitchesOfARunThatWasKilledAmidItsTraffic()
            throws Exception {
        String before = near.configText() + far.configText();
        Set<Path> agentsBefore = agents();
        long pausesBefore = pauses(far);
        Path results = folder.resolve("killed");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-Dlosslab.agent=" + System.getProperty("losslab.agent"),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.losslab.orchestrator.Losslab"));
        command.addAll(List.of(run(results)));
        command.addAll(List.of("--set", "duration=600s"));
        Process run =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("out").toFile())
                        .start();
        try {
            while (pauses(far) == pausesBefore) {
                assertTrue(run.isAlive(), () -> "the run ended: see " + folder.resolve("out"));
                TimeUnit.MILLISECONDS.sleep(100);
            }
        } finally {
            run.destroyForcibly().waitFor();
        }
        assertEquals(PRIORITY_3, nearChip.lossless());
        assertEquals(PRIORITY_3, farChip.lossless());
        assertFalse(before.equals(near.configText() + far.configText()));
        assertEquals(agentsBefore.size() + 3, agents().size());
        assertEquals(
                0,
                losslab.execute("cleanup", folder.resolve("killed.partial").toString()),
                losslab::err);
        assertEquals(before, near.configText() + far.configText());
        assertEquals(0, near.checkpoints().size() + far.checkpoints().size());
        assertEquals(agentsBefore, agents());
    }

    /** Directories of the agents that runs started on the three hosts, which share their files. */
    private static Set<Path> agents() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
            return files.filter(file -> file.toString().contains("/losslab-agent-server"))
                    .collect(Collectors.toSet());
        }
    }

    /** Pause frames of priority 3 that a switch has sent by its first two ports. */
    private static long pauses(SonicStandIn sonic) throws Exception {
        long frames = 0;
        for (int port = 0; port < 2; port++) {
            String object = "COUNTERS:oid:0x1" + port;
            String stat = "SAI_PORT_STAT_PFC_3_TX_PKTS";
            frames += Long.parseLong(sonic.redis("COUNTERS_DB", "HGET", object, stat));
        }
        return frames;
    }

    private String[] run(Path results) {
        return words(
                "run",
                "CASE",
                "--backend",
                "physical",
                "--testbed",
                "LAB",
                "--out",
                results.toString());
    }

    /** A command on the experiment and the testbed. */
    private String[] words(String... command) {
        List<String> words = new ArrayList<>();
        for (String word : command) {
            words.add(
                    word.equals("CASE")
                            ? "bifrost/case-a"
                            : word.equals("LAB") ? testbed.toString() : word);
        }
        experiment.forEach(set -> words.addAll(List.of("--set", set)));
        return words.toArray(String[]::new);
    }

    private CellPlan plan() {
        Problems problems = new Problems();
        return new CellPlanner()
                .plan(
                        new ExperimentLoader(new Library())
                                .load("bifrost/case-a", experiment, problems)
                                .orElseThrow(() -> new AssertionError(problems.list()))
                                .cells()
                                .get(0));
    }

    private static void hasSpeeds(SonicStandIn sonic, int... megabits) throws Exception {
        ObjectNode config = sonic.config();
        for (int i = 0; i < megabits.length; i++) {
            ((ObjectNode) config.get("PORT").get(SonicStandIn.port(i)))
                    .put("speed", "" + megabits[i]);
            sonic.linkUp(i);
        }
        sonic.writeConfig(config);
    }

    /** Routes, which SONiC's switches have before a run. */
    private static void route(CellPlan plan, int port) {
        try (Channels channels = new Channels();
                Sessions sessions = new Sessions(channels)) {
            new Provisioner(sessions, Ledger.inMemory())
                    .apply(
                            new CellSettings(
                                            plan,
                                            Binding.ofFabric(
                                                    plan.topology(),
                                                    FabricTestbed.of(
                                                            plan.topology(),
                                                            node -> address(port),
                                                            ChannelSecurity.plaintext(),
                                                            Optional.empty())))
                                    .desired().stream()
                                            .filter(
                                                    state ->
                                                            state.part()
                                                                    .name()
                                                                    .equals("forwarding"))
                                            .toList());
        }
    }

    private SonicChip chip(SonicStandIn sonic, Topology topology, String name, int port)
            throws Exception {
        Node node = topology.node(name).orElseThrow();
        DeviceChannel channel =
                opened(
                        DeviceChannel.open(
                                name,
                                address(port),
                                ChannelSecurity.plaintext(),
                                Device.DEFAULT_DEADLINE));
        return opened(new SonicChip(sonic, channel, node.deviceId(), node.ports()));
    }

    private static DeviceAddress address(int port) {
        return new DeviceAddress("127.0.0.1", port);
    }

    private static String agent(NamespaceLab hosts, Topology topology, String name) {
        Node host = topology.node(name).orElseThrow();
        PortRef router = topology.linkAt(host, 1).peerOf(host);
        SshAccess access = hosts.ssh();
        return "deviceId: %d, ssh: {address: '%s:%d', user: %s, key: '%s', knownHosts: '%s'}, agent: {interfaces: [%s], peerMac: ['%s']}"
                .formatted(
                        host.deviceId(),
                        hosts.managementAddress(host),
                        access.port(),
                        access.user(),
                        access.privateKey(),
                        access.knownHosts(),
                        NamespaceLab.hostInterface(1),
                        MacAddress.text(Topology.macOf(router.node().id(), router.port())));
    }
}
