package io.losslab.collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
    @TempDir Path temp;

    @Test
    void keepsEveryColumnOfEveryKindOfRow() throws Exception {
        RunDirectory run = begun(temp.resolve("a/b/run"));
        try (CellSink sink = run.openCell(3)) {
            sink.flow("o'clock", "A", "C", FlowKind.LATENCY, 1, 8000, 5, 105, 50, 40, 2);
            sink.flow("bulk", "B", "C", FlowKind.BANDWIDTH, 2, 1L << 40, 6, -1, -1, 0, 0);
            sink.counter(10, "N", 1, -1, "ingressBytes", 9_000_000_000L);
            sink.event(11, "N", 2, 3, "pause", "ingress 6000001 B over XOFF 6000000 B");
            sink.pause("bulk", 2, "M", 1, 3, "N", 2, false, 1_234);
            sink.finish();
        }
        Path results = run.publish();

        assertEquals(
                List.of(
                        "3|o'clock|A|C|latency|1|8000|5|105|50|40|2",
                        "3|bulk|B|C|bandwidth|2|1099511627776|6|-1|-1|0|0"),
                query("SELECT * FROM '%s/flows.parquet'".formatted(results)));
        assertEquals(
                List.of("3|10|N|1|-1|ingressBytes|9000000000"),
                query("SELECT * FROM '%s/counters.parquet'".formatted(results)));
        assertEquals(
                List.of("3|11|N|2|3|pause|ingress 6000001 B over XOFF 6000000 B"),
                query("SELECT * FROM '%s/events.parquet'".formatted(results)));
        assertEquals(
                List.of("3|bulk|2|M|1|3|N|2|false|1234"),
                query("SELECT * FROM '%s/pauses.parquet'".formatted(results)));
        assertEquals(
                List.of(
                        "cell:INTEGER group:VARCHAR src:VARCHAR dst:VARCHAR kind:VARCHAR"
                                + " flow:INTEGER bytes:BIGINT start_ns:BIGINT end_ns:BIGINT fct_ns:BIGINT"
                                + " ideal_ns:BIGINT retransmits:INTEGER"),
                query(
                        "SELECT string_agg(column_name || ':' || column_type, ' ') FROM (DESCRIBE"
                                + " SELECT * FROM '%s/flows.parquet')".formatted(results)));
    }

    @Test
    void mergesWhatWasWrittenWhateverTheFolderIsCalled() throws Exception {
        begunWithACell("plain", 10).publish();
        begunWithACell("run1", 20).close();
        for (String name : List.of("flows=128", "group=web", "bytes=64KB", "run[1]", "?u*1")) {
            Path results = begunWithACell(name, 10).publish();
            assertEquals(
                    -1,
                    Files.mismatch(
                            temp.resolve("plain/flows.parquet"), results.resolve("flows.parquet")),
                    name);
        }
    }

    private RunDirectory begunWithACell(String name, int rows) throws IOException {
        RunDirectory run = begun(temp.resolve(name));
        try (CellSink sink = run.openCell(0)) {
            addFlows(sink, rows);
            sink.finish();
        }
        return run;
    }

    @Test
    void leavesOnlyTheContractsFiles() throws Exception {
        RunDirectory run = begun(temp.resolve("run"));
        run.writeText("run.json", "{\"status\":\"running\"}");
        run.writeText("run.json", "{\"status\":\"complete\"}");
        run.openCell(0).finish();

        Path results = run.publish();

        assertEquals(temp.resolve("run"), results);
        assertFalse(Files.exists(temp.resolve("run.partial")));
        try (Stream<Path> files = Files.list(results)) {
            assertEquals(
                    List.of(
                            "counters.parquet",
                            "events.parquet",
                            "flows.parquet",
                            "iterations.parquet",
                            "pauses.parquet",
                            "run.json"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        assertEquals("{\"status\":\"complete\"}", Files.readString(results.resolve("run.json")));
        assertEquals(
                List.of("0"), query("SELECT count(*) FROM '%s/flows.parquet'".formatted(results)));
    }

    @Test
    void whatACellWroteIsOnTheDiskBeforeTheCellIsFinished() throws Exception {
        RunDirectory run = begun(temp.resolve("run"));
        Path forced = temp.resolve("forced.jfr");
        try (CellSink sink = run.openCell(0);
                Recording recording = new Recording()) {
            addFlows(sink, 10);
            sink.text("perftest.txt", "a line\n");
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            recording.start();
            sink.finish();
            recording.stop();
            recording.dump(forced);
        }
        String unfinished = temp.resolve("run.partial/parts/cell-000000.tmp") + "/";
        assertEquals(
                Set.of(
                        unfinished + "contents.txt",
                        unfinished + "flows-0001.parquet",
                        unfinished + "perftest.txt"),
                RecordingFile.readAllEvents(forced).stream()
                        .map(event -> event.getString("path"))
                        .filter(path -> path.startsWith(unfinished))
                        .collect(Collectors.toSet()));
    }

    @Test
    void dropsACellThatWasNotFinished() throws Exception {
        RunDirectory run = begun(temp.resolve("run"));
        try (CellSink finished = run.openCell(0);
                CellSink failed = run.openCell(1)) {
            addFlows(finished, 10);
            addFlows(failed, 300_000);
            finished.finish();
        }
        Path results = run.publish();

        assertEquals(
                List.of("0|10"),
                query(
                        "SELECT cell, count(*) FROM '%s/flows.parquet' GROUP BY 1"
                                .formatted(results)));
    }

    @Test
    void refusesResultsThatExistAndSaysWhatToDo() throws Exception {
        Path taken = Files.createDirectory(temp.resolve("run"));

        FileAlreadyExistsException refused =
                assertThrows(FileAlreadyExistsException.class, () -> RunDirectory.create(taken));

        assertTrue(refused.getMessage().contains("never overwritten"), refused.getMessage());
        assertFalse(Files.exists(temp.resolve("run.partial")));
    }

    @Test
    void aLinkThatLeadsNowhereIsThereToo() throws Exception {
        Path link = Files.createSymbolicLink(temp.resolve("run"), temp.resolve("nowhere"));

        assertTrue(RunDirectory.isTaken(link));
        assertThrows(FileAlreadyExistsException.class, () -> RunDirectory.create(link));
        assertFalse(Files.exists(temp.resolve("run.partial")));
    }

    @Test
    void refusesToWriteIntoAnotherRunsDirectory() throws Exception {
        RunDirectory first = begun(temp.resolve("run"));

        assertThrows(
                FileAlreadyExistsException.class, () -> RunDirectory.create(temp.resolve("run")));
        assertTrue(Files.isDirectory(first.path()));
    }

    @Test
    void aRunThatHasNotBegunLeavesNothing() throws Exception {
        RunDirectory.create(temp.resolve("failed")).close();
        assertFalse(Files.exists(temp.resolve("failed.partial")));

        // A process that was killed closes nothing; the lock goes with it.
        Path killed = Files.createDirectory(temp.resolve("killed.partial"));
        Files.createFile(killed.resolve(".lock"));
        Files.writeString(killed.resolve("run.json.tmp"), "{\"sta");
        assertEquals(Optional.empty(), RunDirectory.unfinished(temp.resolve("killed")));
        RunDirectory again = begun(temp.resolve("killed"));
        assertFalse(Files.exists(again.path().resolve("run.json.tmp")));
    }

    @Test
    void aDirectoryOfSomethingElseIsLeftAlone() throws Exception {
        Path own = Files.createDirectory(temp.resolve("thesis.partial"));
        Files.writeString(own.resolve("chapter.tex"), "text");

        assertThrows(
                FileAlreadyExistsException.class,
                () -> RunDirectory.create(temp.resolve("thesis")));
        assertEquals("text", Files.readString(own.resolve("chapter.tex")));
    }

    @Test
    void takesUpWhatACrashLeft() throws Exception {
        RunDirectory crashed = begun(temp.resolve("run"));
        crashed.writeText("run.json", "{}");
        try (CellSink sink = crashed.openCell(4)) {
            addFlows(sink, 7);
            sink.finish();
        }
        CellSink cutOff = crashed.openCell(5);
        addFlows(cutOff, 300_000);

        assertThrows(
                FileSystemException.class,
                () -> RunDirectory.resume(temp.resolve("run")),
                "the run still has it");
        crashed.close();

        Path byFinalName;
        try (RunDirectory taken = RunDirectory.resume(temp.resolve("run"))) {
            byFinalName = taken.path();
        }
        Path results = RunDirectory.resume(temp.resolve("run.partial")).publish();

        assertEquals(crashed.path(), byFinalName);
        assertEquals(temp.resolve("run").toAbsolutePath(), results);
        assertEquals(
                List.of("4|7"),
                query(
                        "SELECT cell, count(*) FROM '%s/flows.parquet' GROUP BY 1"
                                .formatted(results)));
        assertThrows(NoSuchFileException.class, () -> RunDirectory.resume(temp.resolve("run")));
    }

    @Test
    void aRunThatGoesOnMakesTheFilesOfOneThatWasNotInterrupted() throws Exception {
        RunDirectory whole = begun(temp.resolve("whole"));
        for (int cell = 0; cell < 4; cell++) {
            finish(whole, cell);
        }
        Path expected = whole.publish();

        RunDirectory first = begun(temp.resolve("run"));
        finish(first, 2);
        finish(first, 0);
        Path interrupted = first.publishUnfinished();
        assertEquals(List.of("0", "2"), cellsOf(interrupted));

        RunDirectory second = RunDirectory.resume(interrupted);
        addFlows(second.openCell(1), 300_000);
        second.close();
        assertEquals(Optional.of(second.path()), RunDirectory.unfinished(interrupted));

        RunDirectory third = RunDirectory.resume(interrupted);
        third.keepOnly(Set.of(2));
        for (int cell : new int[] {3, 1, 0}) {
            finish(third, cell);
        }
        Path results = third.publish();

        assertEquals(Optional.empty(), RunDirectory.unfinished(results));
        try (Stream<Path> files = Files.list(expected)) {
            for (Path file : files.toList()) {
                assertEquals(-1, Files.mismatch(file, results.resolve(file.getFileName())));
            }
        }
        assertEquals(
                "cell 0\ncell 1\ncell 2\ncell 3\n", Files.readString(results.resolve("notes.txt")));
    }

    @Test
    void aCellIsFinishedWhileAllThatItWroteIsThere() throws Exception {
        RunDirectory run = begun(temp.resolve("run"));
        finish(run, 0);
        finish(run, 1);
        run.requireCells(Set.of(0, 1));
        Path rows = run.path().resolve("parts/cell-000001/flows-0001.parquet");
        byte[] whole = Files.readAllBytes(rows);

        Files.write(rows, Arrays.copyOf(whole, whole.length - 1));
        assertFalse(run.hasCell(1), "cut off");
        byte[] damaged = whole.clone();
        damaged[whole.length / 2] ^= 1;
        Files.write(rows, damaged);
        assertFalse(run.hasCell(1), "one bit flipped");
        Files.delete(rows);
        assertFalse(run.hasCell(1), "deleted");
        FileSystemException refused =
                assertThrows(FileSystemException.class, () -> run.requireCells(Set.of(0, 1)));
        assertEquals(rows.getParent().toString(), refused.getFile());
        Files.write(rows, whole);
        assertTrue(run.hasCell(1), "restored");
    }

    @Test
    void aCompleteRunOfWhichNotAllPartsAreDeletedIsNotUnfinished() throws Exception {
        RunDirectory run = begun(temp.resolve("run"));
        finish(run, 0);
        assertTrue(run.hasCell(0));
        assertFalse(run.hasCell(1));
        Path results = run.publish();
        Path left = Files.createDirectories(results.resolve("parts.merged/cell-000000"));

        assertEquals(Optional.empty(), RunDirectory.unfinished(results));
        assertThrows(NoSuchFileException.class, () -> RunDirectory.resume(results));
        RunDirectory.deleteMerged(results);

        assertFalse(Files.exists(left.getParent()));
        assertEquals(List.of("0"), cellsOf(results));
    }

    private static void finish(RunDirectory run, int cell) throws IOException {
        try (CellSink sink = run.openCell(cell)) {
            addFlows(sink, cell == 1 ? 270_000 : 1_000);
            sink.counter(10, "N", 1, -1, "ingressBytes", cell);
            sink.text("notes.txt", "cell " + cell + "\n");
            sink.finish();
        }
    }

    private static List<String> cellsOf(Path results) throws SQLException {
        return query(
                "SELECT DISTINCT cell FROM '%s/flows.parquet' ORDER BY cell".formatted(results));
    }

    @Test
    void keepsCellsAndTheirRowsInOrderWhoeverFinishesFirst() throws Exception {
        RunDirectory run = begun(temp.resolve("run"));
        List<Callable<Void>> cells = new ArrayList<>();
        for (int cell = 11; cell >= 0; cell--) {
            int number = cell;
            cells.add(
                    () -> {
                        try (CellSink sink = run.openCell(number)) {
                            addFlows(sink, 600_000 / 12 + number);
                            sink.finish();
                        }
                        return null;
                    });
        }
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (Future<Void> done : threads.invokeAll(cells)) {
                done.get();
            }
        } finally {
            threads.shutdown();
        }
        Path results = run.publish();

        assertEquals(
                List.of("0"),
                query(
                        """
                        SELECT count(*) FROM (
                          SELECT cell * 1000000 + start_ns AS position,
                                 lag(position) OVER () AS before FROM '%s/flows.parquet')
                        WHERE before >= position"""
                                .formatted(results)));
        assertEquals(
                List.of("12|600066"),
                query(
                        "SELECT count(DISTINCT cell), count(*) FROM '%s/flows.parquet'"
                                .formatted(results)));
    }

    /** In CPU time of the writing thread: who else wants the cores is no matter. */
    @Test
    void saysHowFastItIs() throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        int rows = 1_000_000;
        RunDirectory run = begun(temp.resolve("run"));
        long before = threads.getCurrentThreadCpuTime();
        try (CellSink sink = run.openCell(0)) {
            addFlows(sink, rows);
            sink.finish();
        }
        long written = threads.getCurrentThreadCpuTime();
        long merging = System.nanoTime();
        run.publish();
        long merged = System.nanoTime();

        double writeRowsPerSecond = rows * 1e9 / (written - before);
        System.out.printf(
                "flow rows: %.0f/CPU-s to parts, %.0f/s merged%n",
                writeRowsPerSecond, rows * 1e9 / (merged - merging));
        assertTrue(writeRowsPerSecond > 50_000, "rows/CPU-s: " + writeRowsPerSecond);
    }

    @Test
    void refusesRowsAfterTheEnd() throws Exception {
        RunDirectory run = begun(temp.resolve("run"));
        CellSink sink = run.openCell(0);
        sink.finish();
        sink.close();

        assertThrows(IllegalStateException.class, () -> sink.counter(0, "N", 1, -1, "txBytes", 1));
    }

    private static void addFlows(CellSink sink, int rows) throws IOException {
        for (int i = 0; i < rows; i++) {
            sink.flow(
                    i % 4 == 0 ? "probe" : "background",
                    i % 2 == 0 ? "A" : "B",
                    "C",
                    FlowKind.BANDWIDTH,
                    i % 4,
                    65_536,
                    i,
                    i + 1_000_000L + i * 7919L % 50_000,
                    1_000_000L + i * 7919L % 50_000,
                    900_000,
                    0);
        }
    }

    private static List<String> query(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int c = 1; c <= columns; c++) {
                    row.add(result.getString(c));
                }
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }

    private static RunDirectory begun(Path destination) throws IOException {
        RunDirectory directory = RunDirectory.create(destination);
        directory.begin();
        return directory;
    }
}
