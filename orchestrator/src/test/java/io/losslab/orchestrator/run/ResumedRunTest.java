package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.api.file.FileTree;
import io.losslab.collectors.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code losslab run --resume}: a run that was cut off comes to the results of one that was not.
 */
class ResumedRunTest {
    private static final String[] RUN = {"--seed", "1,2,3,4", "--pcap", "N:3", "--jobs", "1"};

    @TempDir private static Path common;
    private static Path experiment;

    /** The results without an interruption, and what Ctrl-C and {@code kill -9} leave. */
    private static Path whole;

    private static Path interrupted;
    private static Path killed;

    @TempDir private Path folder;
    private final Commands losslab = new Commands();
    private Path results;

    @BeforeAll
    static void cutOff() throws Exception {
        experiment =
                Files.copy(
                        Path.of(Commands.experiment("two-sites.yaml")),
                        common.resolve("two-sites.yaml"));
        whole = common.resolve("whole");
        List<String> words =
                new ArrayList<>(List.of("run", experiment.toString(), "--out", whole.toString()));
        words.addAll(List.of(RUN));
        Commands losslab = new Commands();
        assertEquals(0, losslab.execute(words.toArray(String[]::new)), losslab.err());
        interrupted = cutOff("INT").resolve("results");
        killed = cutOff("KILL").resolve("results.partial");
    }

    private static Path cutOff(String signal) throws Exception {
        Path own = Files.createDirectory(common.resolve(signal));
        List<String> words = new ArrayList<>(List.of(experiment.toString()));
        words.addAll(List.of(RUN));
        try (RunProcess process = RunProcess.start(own, words.toArray(String[]::new))) {
            process.awaitFinishedCells(2);
            process.endBy(signal);
        }
        return own;
    }

    @BeforeEach
    void nameTheResults() {
        results = folder.resolve("results");
    }

    @Test
    void afterKillTheResultsAreThoseOfAnUninterruptedRun() throws Exception {
        copy(killed, folder.resolve("results.partial"));
        assertEquals(0, losslab.execute("run", "--resume", results.toString()), losslab.err());
        assertComplete();
    }

    @Test
    void afterCtrlCToo() throws Exception {
        copy(interrupted, results);
        assertTrue(Files.isDirectory(results.resolve("parts")));
        assertEquals(
                0,
                losslab.execute("run", "--resume", results.toString(), "--jobs", "1"),
                losslab.err());
        assertComplete();
    }

    @Test
    void fromAnotherDirectoryThanItBeganInToo() throws Exception {
        copy(killed, folder.resolve("results.partial"));
        beganIn(common);
        assertEquals(0, losslab.execute("run", "--resume", results.toString()), losslab.err());
        assertComplete();
    }

    @Test
    void whereTheFileIsGoneTheErrorSaysWhereTheRunBegan() throws Exception {
        copy(killed, folder.resolve("results.partial"));
        beganIn(folder);
        assertEquals(2, losslab.execute("run", "--resume", results.toString()));
        assertTrue(
                losslab.err().contains("there is no file " + folder.resolve("two-sites.yaml")),
                losslab.err());
        assertTrue(losslab.err().contains("the run began in " + folder), losslab.err());
    }

    /** Has the run begun in a folder that the experiment's name is relative to. */
    private void beganIn(Path place) throws IOException {
        Path file = folder.resolve("results.partial/run.json");
        ObjectNode run = (ObjectNode) RunProcess.json(file);
        run.put("directory", place.toString());
        run.put("command", run.get("command").asText().replace(common + "/", ""));
        Files.writeString(file, run.toString());
    }

    @Test
    void afterAReportOfWhatWasLeftToo() throws Exception {
        copy(killed, folder.resolve("results.partial"));
        assertEquals(0, losslab.execute("report", results + ".partial"), losslab.err());
        assertEquals(0, losslab.execute("run", "--resume", results.toString()), losslab.err());
        assertComplete();
    }

    @Test
    void cellsWhoseRowsAreMissingRunAgain() throws Exception {
        copy(interrupted, results);
        FileTree.delete(results.resolve("parts/cell-000000"));
        assertEquals(0, losslab.execute("run", "--resume", results.toString()), losslab.err());
        assertComplete();
    }

    @Test
    void cellsOfWhichAFileIsMissingOrCutOffRunAgain() throws Exception {
        for (String lacking : List.of("missing", "cut off")) {
            results = folder.resolve(lacking);
            copy(interrupted, results);
            Path rows = results.resolve("parts/cell-000000/flows-0001.parquet");
            byte[] whole = Files.readAllBytes(rows);
            Files.delete(rows);
            if (lacking.equals("cut off")) {
                Files.write(rows, Arrays.copyOf(whole, whole.length / 2));
            }
            assertEquals(0, losslab.execute("run", "--resume", results.toString()), losslab.err());
            assertComplete();
        }
    }

    @Test
    void whatWasNotDeletedOfACompleteRunIsNotTakenForARunToResume() throws Exception {
        copy(whole, results);
        Path left = Files.createDirectories(results.resolve("parts.merged/cell-000000"));
        assertEquals(2, losslab.execute("run", "--resume", results.toString()));
        assertTrue(losslab.err().contains("nothing to resume in " + results), losslab.err());

        assertEquals(0, losslab.execute("report", results.toString()), losslab.err());
        assertFalse(Files.exists(left.getParent()));
        assertComplete();
    }

    @Test
    void anExperimentThatHasChangedIsRefusedAndNothingIsTouched() throws Exception {
        copy(interrupted, results);
        byte[] before = Files.readAllBytes(results.resolve("run.json"));
        assertRefusedWithAnotherDrain();
        assertEquals(-1, Arrays.mismatch(before, Files.readAllBytes(results.resolve("run.json"))));
        assertFalse(Files.exists(folder.resolve("results.partial")));
    }

    /** Edits the experiment for the time of an attempt to resume. */
    private void assertRefusedWithAnotherDrain() throws IOException {
        String text = Files.readString(experiment);
        Files.writeString(experiment, text.replace("drain: 5ms", "drain: 6ms"));
        try {
            assertEquals(2, losslab.execute("run", "--resume", results.toString()), losslab.err());
        } finally {
            Files.writeString(experiment, text);
        }
        assertTrue(
                losslab.err()
                        .contains(
                                "the experiment has changed since the run began: from 'drain: 5ms'"
                                        + " to 'drain: 6ms'"),
                losslab.err());
    }

    /** As a machine that lost its power may leave it. */
    @Test
    void outcomesThatAreDamagedAreRefusedAndNothingIsTouched() throws Exception {
        copy(interrupted, results);
        Path outcomes = results.resolve("cells.json");
        Files.writeString(outcomes, Files.readString(outcomes).substring(0, 100));
        assertEquals(2, losslab.execute("run", "--resume", results.toString()), losslab.err());
        assertTrue(losslab.err().contains("cannot resume: " + outcomes + ":"), losslab.err());
        assertTrue(losslab.err().contains("run the experiment again"), losslab.err());
        assertFalse(Files.exists(folder.resolve("results.partial")));
    }

    @Test
    void resultsOfAnotherVersionAreNotMixedWithThisOnes() throws Exception {
        copy(interrupted, results);
        Path file = results.resolve("run.json");
        ObjectNode run = (ObjectNode) RunProcess.json(file);
        ((ObjectNode) run.get("versions")).put("losslab", "0.0.9");
        Files.writeString(file, run.toString());

        assertEquals(2, losslab.execute("run", "--resume", results.toString()));
        assertTrue(losslab.err().contains("the version of losslab has changed"), losslab.err());
        assertTrue(losslab.err().contains("from '0.0.9"), losslab.err());
    }

    @Test
    void cellsOfARunOnDevicesAreNotGivenToAClusterNorToThreadsOfVirtualTime() throws Exception {
        copy(killed, folder.resolve("results.partial"));
        beginWith(folder.resolve("results.partial"), " --backend live --no-compare-virtual");
        for (List<String> more :
                List.of(
                        List.of("--executor", "slurm", "requires --backend virtual"),
                        List.of("--threads", "2", "requires --backend virtual"))) {
            assertEquals(
                    2,
                    losslab.execute(
                            "run", "--resume", results.toString(), more.get(0), more.get(1)));
            assertTrue(losslab.err().contains(more.get(2)), losslab.err());
        }
        assertFalse(Files.exists(folder.resolve("results.partial/slurm")));
    }

    @Test
    void aTaskOfAClusterRunsNoCellsOfARunOnDevices() throws Exception {
        copy(killed, folder.resolve("results.partial"));
        beginWith(folder.resolve("results.partial"), " --backend live --no-compare-virtual");
        Path array = submitted(folder.resolve("results.partial"));

        assertEquals(2, losslab.execute("task", array.toString(), "0"), losslab.err());
        assertTrue(losslab.err().contains("is on the live backend"), losslab.err());
        assertFalse(Files.exists(array.resolve("task-0.partial")));
    }

    @Test
    void aReportDoesNotMoveTheDirectoryThatTasksOfAClusterWriteTo() throws Exception {
        Path partial = folder.resolve("of two.partial");
        copy(killed, partial);
        submitted(partial);

        assertEquals(2, losslab.execute("report", partial.toString()), losslab.err());
        assertTrue(losslab.err().contains("tasks of its run may still write there"), losslab.err());
        assertTrue(
                losslab.err().contains("losslab run --resume '" + folder.resolve("of two") + "'"),
                losslab.err());
        assertTrue(Files.isDirectory(partial));
    }

    /** Gives a run a task on a cluster; the folder of its array. */
    private static Path submitted(Path directory) throws IOException {
        Path array = Files.createDirectories(directory.resolve("slurm/array-0001"));
        Files.writeString(
                array.resolve("array.json"),
                "{\"jobName\": \"losslab-1\", \"job\": \"7\", \"tasks\":"
                        + " [{\"cells\": [5], \"minutes\": 15, \"memoryMebibytes\": 512}]}");
        return array;
    }

    /** Has a run begun by its command with more words. */
    private static void beginWith(Path directory, String more) throws IOException {
        Path file = directory.resolve("run.json");
        ObjectNode run = (ObjectNode) RunProcess.json(file);
        run.put("command", run.get("command").asText() + more);
        Files.writeString(file, run.toString());
    }

    @Test
    void aLiveRunThatWasKilledBeforeItsComparisonIsCompared() throws Exception {
        measuredLive();
        for (String missing : List.of("virtual", "virtual-at-once")) {
            FileTree.delete(results.resolve(missing));
            losslab.execute("run", "--resume", results.toString());
            assertTrue(losslab.err().contains("virtual time"), losslab.err());
            assertTrue(losslab.out().contains("Real frames compared with"), losslab.out());
            assertTrue(Files.exists(results.resolve(missing + "/summary.json")));
        }
        assertEquals(2, losslab.execute("run", "--resume", results.toString()));
        assertTrue(losslab.err().contains("nothing to resume in " + results), losslab.err());
    }

    @Test
    void aLiveRunIsNotComparedWithAnExperimentThatHasChanged() throws Exception {
        measuredLive();
        assertRefusedWithAnotherDrain();
        assertFalse(RunDirectory.isTaken(results.resolve("virtual")));

        losslab.execute("run", "--resume", results.toString());
        FileTree.delete(results.resolve("virtual-at-once"));
        assertRefusedWithAnotherDrain();
        assertFalse(RunDirectory.isTaken(results.resolve("virtual-at-once")));
    }

    /** A live run whose cells are finished, and which was killed then. */
    private void measuredLive() throws IOException {
        copy(whole, results);
        beginWith(results, " --backend live");
        ofBackend(results.resolve("run.json"), "live");
        ofBackend(results.resolve("summary.json"), "live");
        differFromVirtualTime();
    }

    private static void ofBackend(Path file, String name) throws IOException {
        ObjectNode content = (ObjectNode) RunProcess.json(file);
        Files.writeString(file, content.put("backend", name).toString());
    }

    private void differFromVirtualTime() throws IOException {
        Path file = results.resolve("summary.json");
        JsonNode summary = RunProcess.json(file);
        JsonNode groups = summary.get("cells").get(0).get("groups");
        groups.forEach(group -> ((ObjectNode) group).put("goodputGbps", 1_000));
        Files.writeString(file, summary.toString());
    }

    @Test
    void aCompleteRunHasNothingToResume() {
        assertEquals(2, losslab.execute("run", "--resume", whole.toString()));
        assertTrue(losslab.err().contains("nothing to resume in " + whole), losslab.err());
    }

    @Test
    void whatTheRunItselfSaysIsNotSaidAgain() {
        for (List<String> more :
                List.of(List.of("--seed", "3"), List.of("--backend", "live"), List.of("x.yaml"))) {
            List<String> words = new ArrayList<>(List.of("run", "--resume", "DIR"));
            words.addAll(more);
            assertEquals(2, losslab.execute(words.toArray(String[]::new)));
            assertTrue(losslab.err().contains("--resume DIR does not go with "), losslab.err());
        }
    }

    private void assertComplete() throws IOException {
        assertFalse(Files.exists(folder.resolve("results.partial")));
        assertFalse(Files.exists(results.resolve("parts")));
        for (String file :
                List.of(
                        "flows.parquet",
                        "counters.parquet",
                        "events.parquet",
                        "pauses.parquet",
                        "perftest.txt",
                        "pcap/cell-2.pcapng",
                        "pcap/cell-7.pcapng")) {
            assertEquals(-1, Files.mismatch(whole.resolve(file), results.resolve(file)), file);
        }
        assertEquals(measured(whole), measured(results));
        assertEquals(
                "complete", RunProcess.json(results.resolve("run.json")).get("status").asText());
    }

    private static JsonNode measured(Path directory) throws IOException {
        JsonNode summary = RunProcess.json(directory.resolve("summary.json"));
        summary.get("cells").forEach(cell -> ((ObjectNode) cell).remove("wallSeconds"));
        ((ObjectNode) summary).remove("experiment");
        return summary;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path path : tree.toList()) {
                Files.copy(path, to.resolve(from.relativize(path)));
            }
        }
    }
}
