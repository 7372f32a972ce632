package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in a process of its own that does not get to its end. */
class CutOffRunTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_SECONDS = 300;
    private static final int CELLS = 2_000;

    @TempDir private Path folder;
    private Path results;
    private Path partial;
    private Process process;

    @BeforeEach
    void start() throws IOException {
        results = folder.resolve("results");
        partial = folder.resolve("results.partial");
        String seeds =
                java.util.stream.IntStream.rangeClosed(1, CELLS / 2)
                        .mapToObj(Integer::toString)
                        .collect(java.util.stream.Collectors.joining(","));
        // A shell may have told its background jobs to ignore Ctrl-C; this one must not.
        process =
                new ProcessBuilder(
                                "env",
                                "--default-signal=INT",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.losslab.orchestrator.Losslab",
                                "run",
                                Commands.experiment("two-sites.yaml"),
                                "--seed",
                                seeds,
                                "--out",
                                results.toString())
                        .redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start();
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    @Test
    void ctrlCKeepsTheFinishedCells() throws Exception {
        awaitFinishedCells(2);
        signal("INT");
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(130, process.exitValue(), err());
        assertTrue(err().matches("(?s).*interrupted: \\d+ finished cells kept.*"), err());
        assertFalse(Files.exists(partial));
        assertTrue(Files.exists(results.resolve("report.html")));
        assertKept(2);
    }

    @Test
    void ctrlCBeforeAnythingIsFinishedLeavesAReadableDirectory() throws Exception {
        awaitFile(partial.resolve("log.txt"));
        signal("INT");
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(130, process.exitValue(), err());
        assertFalse(Files.exists(partial));
        assertKept(0);
    }

    @Test
    void reportTakesUpWhatAKilledRunLeft() throws Exception {
        awaitFinishedCells(2);
        signal("KILL");
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertFalse(Files.exists(results));
        assertEquals("running", json(partial.resolve("run.json")).get("status").asText());
        Commands losslab = new Commands();
        assertEquals(0, losslab.execute("report", partial.toString()), losslab.err());
        assertEquals(results.resolve("report.html") + "\n", losslab.out());
        assertFalse(Files.exists(partial));
        assertKept(2);
    }

    /** What was finished can be read, belongs together, and says that it is not all. */
    private void assertKept(int atLeast) throws IOException, SQLException {
        assertEquals("interrupted", json(results.resolve("run.json")).get("status").asText());
        JsonNode summary = json(results.resolve("summary.json"));
        assertEquals("interrupted", summary.get("status").asText());
        TreeSet<Integer> cells = new TreeSet<>();
        summary.get("cells").forEach(cell -> cells.add(cell.get("cell").asInt()));
        assertTrue(cells.size() >= atLeast && cells.size() < CELLS, cells.toString());
        List<String> withRows =
                Commands.rows(results, "SELECT DISTINCT cell FROM $flows ORDER BY cell");
        assertTrue(
                withRows.containsAll(cells.stream().map(Object::toString).toList()),
                withRows + " lacks some of " + cells);
        assertFalse(Files.exists(results.resolve("parts")));
    }

    private void awaitFinishedCells(int count) throws Exception {
        Path outcomes = partial.resolve("cells.json");
        awaitFile(outcomes);
        while (json(outcomes).findValues("params").size() < count) {
            assertTrue(process.isAlive(), err());
            Thread.sleep(20);
        }
    }

    private void awaitFile(Path file) throws Exception {
        while (!Files.exists(file)) {
            assertTrue(process.isAlive(), err());
            Thread.sleep(5);
        }
    }

    private void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertEquals(0, kill.waitFor());
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    private static JsonNode json(Path file) throws IOException {
        return JSON.readTree(file.toFile());
    }
}
