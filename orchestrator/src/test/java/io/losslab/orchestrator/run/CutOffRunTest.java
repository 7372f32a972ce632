package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.losslab.api.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in a process of its own that does not get to its end. */
class CutOffRunTest {
    private static final int CELLS = 2_000;

    @TempDir private Path folder;
    private Path results;
    private Path partial;
    private RunProcess process;

    @BeforeEach
    void start() throws IOException {
        results = folder.resolve("results");
        partial = folder.resolve("results.partial");
        String seeds =
                IntStream.rangeClosed(1, CELLS / 2)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(","));
        process = RunProcess.start(folder, Commands.experiment("two-sites.yaml"), "--seed", seeds);
    }

    @AfterEach
    void end() {
        process.close();
    }

    @Test
    void ctrlCKeepsTheFinishedCells() throws Exception {
        process.awaitFinishedCells(2);
        assertEquals(130, process.endBy("INT"), process.err());
        String err = process.err();
        assertTrue(err.matches("(?s).*interrupted: \\d+ finished cells kept.*"), err);
        assertTrue(err.contains("continue with 'losslab run --resume " + results + "'"), err);
        assertFalse(Files.exists(partial));
        assertTrue(Files.exists(results.resolve("report.html")));
        assertKept(2);
    }

    @Test
    void ctrlCBeforeAnythingIsFinishedLeavesAReadableDirectory() throws Exception {
        process.awaitFile(partial.resolve("log.txt"));
        assertEquals(130, process.endBy("INT"), process.err());
        assertFalse(Files.exists(partial));
        assertKept(0);
    }

    @Test
    void sigtermDoesTheSameWithAnExitCodeOfItsOwn() throws Exception {
        process.awaitFinishedCells(1);
        assertEquals(143, process.endBy("TERM"), process.err());
        assertTrue(process.err().contains("finished cells kept"), process.err());
        assertFalse(Files.exists(partial));
        assertKept(1);
    }

    @Test
    void resultsThatAreMovedAwayEndTheRunAndAreNotSaidToBeKept() throws Exception {
        process.awaitFinishedCells(2);
        Files.move(partial, folder.resolve("elsewhere"));
        assertEquals(1, process.exitCode(), process.err());
        String err = process.err();
        assertTrue(
                err.matches("(?s).*losslab: cannot write results: \\S+: no such file or dir.*"),
                err);
        assertTrue(err.contains("\n  nothing is kept in " + results), err);
    }

    @Test
    void rowsOfAFinishedCellThatAreDeletedMeanwhileAreMissed() throws Exception {
        Path own = Files.createDirectory(folder.resolve("short"));
        try (RunProcess run =
                RunProcess.start(
                        own,
                        Commands.experiment("two-sites.yaml"),
                        "--seed",
                        "1,2,3,4,5,6,7,8",
                        "--jobs",
                        "1")) {
            run.awaitFinishedCells(1);
            Path cell = own.resolve("results.partial/parts/cell-000000");
            Files.delete(cell.resolve("flows-0001.parquet"));
            assertEquals(1, run.exitCode(), run.err());
            String err = run.err();
            assertTrue(err.contains(cell + ": files of a finished cell were deleted"), err);
            assertTrue(err.contains("continue with 'losslab run --resume "), err);
            assertFalse(Files.exists(own.resolve("results")));
        }
    }

    @Test
    void afterCtrlCTooItIsToldThatResultsCannotBeWritten() throws Exception {
        process.awaitFinishedCells(2);
        FileTree.delete(
                FileTree.list(partial.resolve("parts")).stream()
                        .filter(cell -> !cell.toString().endsWith(".tmp"))
                        .findFirst()
                        .orElseThrow());
        assertEquals(130, process.endBy("INT"), process.err());
        assertTrue(process.err().contains("losslab: cannot write results: "), process.err());
    }

    @Test
    void reportTakesUpWhatAKilledRunLeft() throws Exception {
        process.awaitFinishedCells(2);
        process.endBy("KILL");
        assertFalse(Files.exists(results));
        try (Stream<Path> files = Files.list(process.temporary())) {
            assertEquals(List.of(), files.toList());
        }
        assertEquals(
                "running", RunProcess.json(partial.resolve("run.json")).get("status").asText());
        Commands losslab = new Commands();
        assertEquals(0, losslab.execute("report", partial.toString()), losslab.err());
        assertEquals(results.resolve("report.html") + "\n", losslab.out());
        assertFalse(Files.exists(partial));
        assertKept(2);
    }

    @Test
    void aRunThatStillWritesIsNotTakenFromIt() throws Exception {
        process.awaitFinishedCells(1);
        Commands losslab = new Commands();
        assertEquals(2, losslab.execute("report", partial.toString()));
        assertTrue(losslab.err().contains("a run is writing there"), losslab.err());
        assertEquals(2, losslab.execute("run", "--resume", partial.toString()));
        assertTrue(losslab.err().contains("a run is writing there"), losslab.err());
        process.awaitFinishedCells(2);
    }

    /** What was finished can be read, belongs together, and says that it is not all. */
    private void assertKept(int atLeast) throws IOException, SQLException {
        assertEquals(
                "interrupted", RunProcess.json(results.resolve("run.json")).get("status").asText());
        JsonNode summary = RunProcess.json(results.resolve("summary.json"));
        assertEquals("interrupted", summary.get("status").asText());
        TreeSet<Integer> cells = new TreeSet<>();
        summary.get("cells").forEach(cell -> cells.add(cell.get("cell").asInt()));
        assertTrue(cells.size() >= atLeast && cells.size() < CELLS, cells.toString());
        List<String> withRows =
                Commands.rows(results, "SELECT DISTINCT cell FROM $flows ORDER BY cell");
        assertEquals(cells.stream().map(Object::toString).toList(), withRows);
    }
}
