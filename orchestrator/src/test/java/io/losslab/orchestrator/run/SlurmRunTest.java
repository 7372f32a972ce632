package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --executor slurm}: a cluster's results are those of this machine. */
@NeedsSlurm
class SlurmRunTest {
    private static final List<String> RUN =
            List.of(Commands.experiment("two-sites.yaml"), "--seed", "1,2", "--pcap", "N:3");

    /** So near its limit that each cell is a task. */
    private static final List<String> CELL_BY_CELL =
            List.of("--executor", "slurm", "--time-limit", "5min");

    @TempDir private static Path common;
    private static SlurmCluster cluster;
    private static Path whole;

    @TempDir private Path folder;
    private Commands losslab;
    private Path results;

    @BeforeAll
    static void start() throws Exception {
        whole = common.resolve("whole");
        Commands here = new Commands();
        assertEquals(0, here.execute(words(RUN, "--out", whole.toString())), here.err());
        cluster = SlurmCluster.start(Files.createDirectory(common.resolve("cluster")));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void nameTheResults() {
        losslab = new Commands(cluster.environment());
        results = folder.resolve("results");
    }

    @Test
    void theCellsOfANodeThatFailsAreRunAgain() throws Exception {
        CompletableFuture<Integer> run =
                CompletableFuture.supplyAsync(
                        () ->
                                losslab.execute(
                                        words(RUN, CELL_BY_CELL, "--out", results.toString())));
        cluster.await(() -> isHeldOn("n2"), "task that is within its cell");
        cluster.killNode("n2");

        assertEquals(0, run.get(5, TimeUnit.MINUTES), losslab.err());
        cluster.startNode("n2");
        assertComplete();
        String log = Files.readString(results.resolve("log.txt"));
        assertTrue(log.contains("NODE_FAIL on n2"), log);
    }

    /** Holds the task of a node where it is within its cell, which it then cannot complete. */
    private boolean isHeldOn(String node) {
        OptionalInt task = cluster.signal("STOP", node);
        if (task.isPresent() && isWithinItsCell(task.getAsInt())) {
            return true;
        }
        cluster.signal("CONT", node);
        return false;
    }

    private boolean isWithinItsCell(int task) {
        Path array = folder.resolve("results.partial/slurm/array-0001");
        try {
            Path outcomes = array.resolve("task-%d.partial/cells.json".formatted(task));
            return Files.readString(outcomes).equals("[ ]\n");
        } catch (IOException e) {
            return false; // It has not come to it.
        }
    }

    @Test
    void ctrlCCancelsTheTasksAndKeepsWhatIsFinished() throws Exception {
        List<String> args = new ArrayList<>(RUN);
        args.addAll(CELL_BY_CELL);
        try (RunProcess process =
                RunProcess.start(folder, cluster.environment(), args.toArray(String[]::new))) {
            process.awaitFinishedCells(1);
            assertEquals(130, process.endBy("INT"), process.err());
            assertTrue(process.err().contains("finished cells kept"), process.err());
        }
        assertEquals("", cluster.queue());
        assertEquals(
                "interrupted", RunProcess.json(results.resolve("run.json")).get("status").asText());

        assertEquals(
                0,
                losslab.execute("run", "--resume", results.toString(), "--executor", "local"),
                losslab.err());
        assertComplete();
    }

    @Test
    void aRunThatWasKilledFindsItsTasksAgain() throws Exception {
        List<String> args = new ArrayList<>(RUN);
        args.addAll(CELL_BY_CELL);
        try (RunProcess process =
                RunProcess.start(folder, cluster.environment(), args.toArray(String[]::new))) {
            process.awaitFile(folder.resolve("results.partial/slurm/array-0001/task-1.out"));
            process.endBy("KILL");
        }
        assertFalse(cluster.queue().isEmpty());

        assertEquals(0, losslab.execute("run", "--resume", results.toString()), losslab.err());

        assertComplete();
        String log = Files.readString(results.resolve("log.txt"));
        assertTrue(log.contains(" goes on"), log);
        assertEquals(1, log.lines().filter(line -> line.contains(" tasks for ")).count(), log);
    }

    @Test
    void thereAreNoMoreTasksAtATimeThanAskedFor() throws Exception {
        String[] more = {"--set", "flows=1", "--jobs", "1", "--out", results.toString()};
        assertEquals(0, losslab.execute(words(RUN, CELL_BY_CELL, more)), losslab.err());
        String log = Files.readString(results.resolve("log.txt"));
        assertEquals(4, log.lines().filter(line -> line.contains(": 1 tasks for 1 ")).count(), log);
    }

    @Test
    void whatSlurmRefusesIsToldAndNothingStays() {
        refused(
                "Slurm refuses the tasks: invalid partition specified: nope;"
                        + " Invalid partition name specified",
                "the cluster's partitions are batch, short",
                "--partition",
                "nope");
        refused(
                "Slurm refuses the tasks: ",
                "change --memory, --time-limit, or --partition; 'sinfo' lists what there is",
                "--memory",
                "900GB");
        refused(
                "--time-limit: partition short lets a task run for 1 min, not 5 min",
                "choose a shorter limit or another --partition",
                "--partition",
                "short",
                "--time-limit",
                "5min");
    }

    @Test
    void aMachineWithoutSlurmIsToldSo() {
        Map<String, String> elsewhere = new HashMap<>(cluster.environment());
        elsewhere.put("PATH", folder.toString());
        losslab = new Commands(elsewhere);
        refused(
                "--executor slurm: there is no 'sbatch' on the PATH",
                "start losslab on a login node of the cluster");
    }

    @Test
    void aClusterThatDoesNotAnswerIsADeviceThatIsNotReached() throws IOException {
        Path file = folder.resolve("slurm.conf");
        Files.writeString(
                file,
                Files.readString(Path.of(cluster.environment().get("SLURM_CONF")))
                        .replaceAll("SlurmctldPort=\\d+", "SlurmctldPort=1"));
        Map<String, String> elsewhere = new HashMap<>(cluster.environment());
        elsewhere.put("SLURM_CONF", file.toString());
        losslab = new Commands(elsewhere);
        assertEquals(3, losslab.execute(words(RUN, "--executor", "slurm")), losslab.err());
        assertTrue(losslab.err().contains("Slurm does not answer: "), losslab.err());
    }

    private void refused(String message, String advice, String... more) {
        List<String> words =
                new ArrayList<>(
                        List.of(words(RUN, "--executor", "slurm", "--out", results.toString())));
        words.addAll(List.of(more));
        assertEquals(2, losslab.execute(words.toArray(String[]::new)), losslab.err());
        assertTrue(losslab.err().contains("losslab: " + message), losslab.err());
        assertTrue(losslab.err().contains("\n  " + advice), losslab.err());
        assertFalse(Files.exists(folder.resolve("results.partial")));
        assertFalse(Files.exists(results));
    }

    private void assertComplete() throws IOException {
        assertFalse(Files.exists(folder.resolve("results.partial")));
        assertFalse(Files.exists(results.resolve("slurm")));
        for (String file :
                List.of(
                        "flows.parquet",
                        "counters.parquet",
                        "events.parquet",
                        "pauses.parquet",
                        "perftest.txt",
                        "pcap/cell-0.pcapng",
                        "pcap/cell-3.pcapng")) {
            assertEquals(-1, Files.mismatch(whole.resolve(file), results.resolve(file)), file);
        }
        assertEquals(measured(whole), measured(results));
        assertEquals(
                "complete", RunProcess.json(results.resolve("run.json")).get("status").asText());
    }

    private static JsonNode measured(Path directory) throws IOException {
        JsonNode summary = RunProcess.json(directory.resolve("summary.json"));
        summary.get("cells").forEach(cell -> ((ObjectNode) cell).remove("wallSeconds"));
        return summary;
    }

    private static String[] words(List<String> run, List<String> more, String... last) {
        List<String> all = new ArrayList<>(run);
        all.addAll(more);
        return words(all, last);
    }

    private static String[] words(List<String> run, String... more) {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(run);
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }
}
