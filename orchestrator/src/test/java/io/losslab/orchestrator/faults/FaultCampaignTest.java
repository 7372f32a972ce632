package io.losslab.orchestrator.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.collectors.RunDirectory;
import io.losslab.orchestrator.faults.Fault.Kind;
import io.losslab.orchestrator.faults.Fault.Place;
import io.losslab.orchestrator.run.Commands;
import io.losslab.orchestrator.run.LiveRunTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults at random moments of virtual, served and live runs. After each of them: the exit code and
 * the message are right; nothing is left on the machine, after {@code losslab cleanup} where the
 * run itself was killed; and nothing that was collected is lost: {@code --resume} comes to the
 * results of a run without a fault, byte for byte in virtual time, and devices are such that a run
 * on them does.
 *
 * <p>System properties: {@code losslab.faults}, how many (default 6, which is for CI); {@code
 * losslab.faults.seed}; {@code losslab.faults.minutes}, after which no other begins.
 */
@Tag("real-time")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultCampaignTest {
    private static final int COUNT = Integer.getInteger("losslab.faults", 6);
    private static final long SEED = Long.getLong("losslab.faults.seed", 129);
    private static final int MINUTES = Integer.getInteger("losslab.faults.minutes", 15);

    private static final List<String> RECORDED =
            List.of("flows.parquet", "counters.parquet", "events.parquet");

    private static final Path LABS = Path.of("/run/losslab");
    private static final Path DPDK = Path.of("/var/run/dpdk");

    private final Commands losslab = new Commands();
    private final Random random = new Random(SEED);
    private final Map<Place, Double> seconds = new EnumMap<>(Place.class);
    private final long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);

    private Path folder;
    private CuttableLink link;
    private LosslabProcess server;
    private Path testbed;

    static List<Fault> faults() {
        return Fault.random(COUNT, SEED);
    }

    @BeforeAll
    void runWithoutAFault(@TempDir Path directory) throws Exception {
        LiveRunTest.needsTheMachine();
        folder = directory;
        link = new CuttableLink();
        testbed = folder.resolve("lab.yaml");
        serve();
        for (Place place : Place.values()) {
            if (faults().stream().anyMatch(fault -> fault.kind().place() == place)) {
                long start = System.nanoTime();
                Path results = results(whole(place));
                try (LosslabProcess run = begin(whole(place), place, results)) {
                    requireDone(run.exitCode(), place, results, run.said());
                }
                seconds.put(place, (System.nanoTime() - start) / 1e9);
            }
        }
    }

    @AfterAll
    void end() throws Exception {
        server.close();
        link.close();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void nothingIsLeftAndNothingIsLost(Fault fault) throws Exception {
        assumeTrue(System.nanoTime() < end, MINUTES + " minutes are over");
        Path own = Files.createDirectory(folder.resolve("fault-" + fault.number()));
        Place place = fault.kind().place();
        long nanos = (long) (fault.moment() * seconds.get(place) * 1e9);
        switch (fault.kind()) {
            case VIRTUAL_FULL_DISK -> fillDisk(own, fault.moment());
            case VIRTUAL_INTERRUPT, SERVED_INTERRUPT, LIVE_INTERRUPT ->
                    endRun(own, place, nanos, "INT");
            case VIRTUAL_TERMINATE, SERVED_TERMINATE, LIVE_TERMINATE ->
                    endRun(own, place, nanos, "TERM");
            case VIRTUAL_KILL, SERVED_KILL, LIVE_KILL -> endRun(own, place, nanos, "KILL");
            default -> disturb(own, fault.kind(), nanos);
        }
        requireNothingLeft();
    }

    /** A signal ends the run. */
    private void endRun(Path own, Place place, long nanos, String signal) throws Exception {
        Path results = results(own);
        try (LosslabProcess run = begin(own, place, results)) {
            TimeUnit.NANOSECONDS.sleep(nanos);
            run.signal(signal);
            int code = run.exitCode();
            List<Integer> expected =
                    switch (signal) {
                        case "INT" -> List.of(130);
                        case "TERM" -> List.of(130, 143);
                        default -> List.of(137);
                    };
            if (!expected.contains(code)) {
                requireDone(code, place, results, run.said());
            }
            assertFalse(run.said().contains("internal error"), run::said);
            assertFalse(run.said().contains("\tat "), run::said);
            if (signal.equals("KILL")) {
                cleanUp(partial(results));
            }
            run.requireNothingLeft();
        }
        requireComplete(own, place, results);
    }

    /** Something else fails, or stands still for a while. */
    private void disturb(Path own, Kind kind, long nanos) throws Exception {
        Path results = results(own);
        try (LosslabProcess run = begin(own, kind.place(), results)) {
            TimeUnit.NANOSECONDS.sleep(nanos);
            boolean before = run.isAlive();
            switch (kind) {
                case VIRTUAL_SUSPEND -> suspend(run);
                case SERVER_SUSPEND -> suspend(server);
                case SERVER_KILL -> server.signal("KILL");
                case CONNECTIONS_CUT -> link.cut();
                case AGENT_KILL -> signalOne("KILL", "io.losslab.agent.cli.LosslabAgent");
                case AGENT_SUSPEND -> signalOne("STOP", "io.losslab.agent.cli.LosslabAgent");
                case SSH_CUT -> signalOne("KILL", "sshd: root");
                case STRAY_FRAMES -> sendStrays(run);
                default -> throw new IllegalArgumentException(kind.name());
            }
            int code = run.exitCode();
            String said = run.said();
            assertFalse(said.contains("internal error"), said);
            assertFalse(said.contains("\tat "), said);
            boolean mayFail =
                    kind != Kind.VIRTUAL_SUSPEND
                            && kind != Kind.SERVER_SUSPEND
                            && kind != Kind.STRAY_FRAMES;
            if (!(mayFail && before && code == 3)) {
                requireDone(code, kind.place(), results, said);
            } else {
                assertTrue(
                        said.contains("cannot be reached")
                                || said.contains("no answer")
                                || said.contains("its agent")
                                || said.contains("no SSH connection"),
                        said);
            }
            run.requireNothingLeft();
            if (kind == Kind.SERVER_KILL) {
                server.close();
                serve();
            }
            Path left = Files.exists(results) ? results : partial(results);
            if (Files.exists(left.resolve("undo.jsonl"))) {
                cleanUp(left);
            }
        }
        requireComplete(own, kind.place(), results);
    }

    /** The disk has too little room for the results, and later enough. */
    private void fillDisk(Path own, double share) throws Exception {
        Path disk = Files.createDirectory(own.resolve("disk"));
        long whole = 0;
        for (String file : RECORDED) {
            whole += Files.size(results(whole(Place.VIRTUAL)).resolve(file));
        }
        long bytes = Math.max(4096, (long) (share * 2 * whole));
        mount("-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", disk.toString());
        try {
            Path results = disk.resolve("results");
            try (LosslabProcess run = begin(own, Place.VIRTUAL, results)) {
                int code = run.exitCode();
                String said = run.said();
                assertFalse(said.contains("internal error"), said);
                assertTrue(
                        code == 0
                                || code == 1 && said.contains("No space left on device")
                                || code == 2 && said.contains("No space left on device"),
                        () -> "exit code " + code + "\n" + said);
                run.requireNothingLeft();
            }
            mount("-o", "remount,size=100m", disk.toString());
            requireComplete(own, Place.VIRTUAL, results);
        } finally {
            command("umount", disk.toString());
        }
    }

    /** Goes on where the run was cut off, and compares. */
    private void requireComplete(Path own, Place place, Path results) throws Exception {
        boolean complete =
                Files.exists(results.resolve("run.json"))
                        && Files.readString(results.resolve("run.json"))
                                .replace(" ", "")
                                .contains("\"status\":\"complete\"");
        if (!complete && RunDirectory.unfinished(results).isPresent()) {
            int code = losslab.execute("run", "--resume", results.toString());
            requireDone(code, place, results, losslab.err() + losslab.out());
        } else if (!complete) {
            Path again = Files.createDirectory(own.resolve("again"));
            try (LosslabProcess run = begin(again, place, results)) {
                requireDone(run.exitCode(), place, results, run.said());
            }
        }
        assertFalse(Files.exists(partial(results)));
        if (place == Place.LIVE) {
            assertEquals("5", Commands.rows(results, "SELECT count(*) FROM $flows").get(0));
            return;
        }
        for (String file : RECORDED) {
            assertEquals(
                    -1,
                    Files.mismatch(results(whole(place)).resolve(file), results.resolve(file)),
                    file);
        }
    }

    /** The run came to its end and its checks held, but for those that a busy machine fails. */
    private static void requireDone(int code, Place place, Path results, String said)
            throws IOException {
        if (code == 1 && place == Place.LIVE) {
            Path summary = results.resolve("summary.json");
            assertTrue(Files.exists(summary), said);
            new ObjectMapper()
                    .readTree(summary.toFile())
                    .path("cells")
                    .forEach(LiveRunTest::assertClean);
        } else {
            assertEquals(0, code, said);
        }
    }

    /** Nothing on this machine tells of a run that was. */
    private static void requireNothingLeft() throws Exception {
        assertEquals("", command("sh", "-c", "ip netns list | grep '^losslab' || true"));
        assertEquals("", command("sh", "-c", "ip -o link | grep -o ' ll[0-9]*[hm][^:]*' || true"));
        assertEquals(List.of(), processes("io.losslab.agent.cli.LosslabAgent"));
        assertEquals(List.of(), processes("/run/losslab/"));
        for (Path place : List.of(LABS, DPDK)) {
            if (Files.isDirectory(place)) {
                try (Stream<Path> left = Files.list(place)) {
                    assertEquals(List.of(), left.toList());
                }
            }
        }
    }

    private void cleanUp(Path results) {
        List<String> words = new ArrayList<>(List.of("cleanup"));
        if (Files.isDirectory(results)) {
            words.add(results.toString());
        }
        assertEquals(0, losslab.execute(words.toArray(String[]::new)), losslab::err);
    }

    private LosslabProcess begin(Path own, Place place, Path results) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", "--out", results.toString()));
        words.addAll(
                switch (place) {
                    case VIRTUAL -> twoSites();
                    case SERVED -> {
                        List<String> served = new ArrayList<>(twoSites());
                        served.addAll(
                                List.of("--backend", "physical", "--testbed", testbed.toString()));
                        yield served;
                    }
                    case LIVE ->
                            List.of(
                                    Commands.experiment("live-pair.yaml"),
                                    "--backend",
                                    "live",
                                    "--no-compare-virtual");
                });
        return LosslabProcess.start(own, words);
    }

    private static List<String> twoSites() {
        return List.of(Commands.experiment("two-sites.yaml"), "--seed", "1,2,3", "--jobs", "1");
    }

    /** Serves the devices of two-sites; connections to them lead through the link. */
    private void serve() throws Exception {
        Path written = folder.resolve("served.yaml");
        Files.deleteIfExists(written);
        Path own = folder.resolve("server-" + System.nanoTime());
        server =
                LosslabProcess.start(
                        own,
                        List.of(
                                "serve",
                                Commands.experiment("two-sites.yaml"),
                                "--write-testbed",
                                written.toString()));
        while (!Files.exists(written)) {
            assertTrue(server.isAlive(), server::ended);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        String text = Files.readString(written);
        Matcher port = Pattern.compile("127\\.0\\.0\\.1:(\\d+)").matcher(text);
        assertTrue(port.find(), text);
        link.leadTo(Integer.parseInt(port.group(1)));
        Files.writeString(testbed, port.replaceAll("127.0.0.1:" + link.port()));
    }

    private static void suspend(LosslabProcess process) throws Exception {
        process.signal("STOP");
        TimeUnit.SECONDS.sleep(2);
        process.signal("CONT");
    }

    /** One of the processes with a text in their command lines, if there is any by now. */
    private void signalOne(String signal, String text) throws Exception {
        List<Long> found = processes(text);
        if (!found.isEmpty()) {
            LosslabProcess.signal(signal, found.get(random.nextInt(found.size())));
        }
    }

    private static List<Long> processes(String text) {
        return ProcessHandle.allProcesses()
                .filter(
                        process ->
                                process.info().commandLine().orElse("").contains(text)
                                        && process.pid() != ProcessHandle.current().pid())
                .map(ProcessHandle::pid)
                .toList();
    }

    /** Frames that are of no flow, by an interface of a switch, until the run has ended. */
    private static void sendStrays(LosslabProcess run) throws Exception {
        String program =
                """
                import os, socket
                for name in os.listdir("/sys/class/net"):
                    if name.startswith("ll") and "h" in name:
                        try:
                            with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as line:
                                line.bind((name, 0))
                                for size in (14, 60, 64, 500, 1500):
                                    line.send(os.urandom(size))
                        except OSError:
                            pass
                """;
        for (int i = 0; i < 100 && run.isAlive(); i++) {
            command("/usr/bin/python3", "-c", program);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static void mount(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("mount"));
        command.addAll(List.of(words));
        command(command.toArray(String[]::new));
    }

    private static String command(String... words) throws Exception {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said;
    }

    private Path whole(Place place) throws IOException {
        return Files.createDirectories(folder.resolve("whole-" + place));
    }

    private static Path results(Path own) {
        return own.resolve("results");
    }

    private static Path partial(Path results) {
        return results.resolveSibling(results.getFileName() + ".partial");
    }
}
