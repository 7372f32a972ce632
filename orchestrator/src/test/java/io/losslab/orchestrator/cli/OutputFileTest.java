package io.losslab.orchestrator.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.orchestrator.run.Commands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that options name are replaced only where the same command wrote them. */
class OutputFileTest {
    private static final String OTHER = "topology: mine\n";
    private static final String EXPERIMENT = Commands.experiment("two-sites.yaml");

    @TempDir private static Path folder;
    private static Path results;

    private final Commands losslab = new Commands();

    @BeforeAll
    static void makeResults() {
        results = folder.resolve("results");
        Commands losslab = new Commands();
        String[] run = {
            "run",
            EXPERIMENT,
            "--set",
            "scheme=pfc",
            "--set",
            "duration=300us",
            "--no-report",
            "--out",
            results.resolve("short").toString()
        };
        losslab.execute(run);
        assertTrue(Files.exists(results.resolve("short/run.json")), losslab::err);
    }

    @Test
    void aDatabaseOfResultsIsReplacedAndNoOther() throws IOException, SQLException {
        String[] history = {"history", results.toString(), "--database"};
        String file = folder.resolve("history.duckdb").toString();
        assertWritten(file, history);
        assertWritten(file, history);
        assertRefused(history);

        Path own = folder.resolve("own.duckdb");
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:" + own);
                Statement sql = database.createStatement()) {
            sql.execute("CREATE TABLE runs (mine INTEGER)");
        }
        long before = Files.size(own);
        assertEquals(2, execute(own.toString(), history), losslab::err);
        assertTrue(losslab.err().contains("'losslab history' did not write it"), losslab::err);
        assertFalse(losslab.err().contains("\tat "), losslab::err);
        assertEquals(before, Files.size(own));
    }

    @Test
    void aTimelineIsReplacedAndNoOtherFile() throws IOException {
        String[] export = {"export", results.resolve("short").toString(), "--perfetto"};
        String file = folder.resolve("short.pftrace").toString();
        assertWritten(file, export);
        assertWritten(file, export);
        assertRefused(export);
    }

    @Test
    void rowsAsCsvAreReplacedAndNoOtherFile() throws IOException {
        assertOnlyOwnFilesAreReplaced("--csv", "flows.csv");
    }

    @Test
    void figuresAreReplacedAndNoOtherFile() throws IOException {
        assertOnlyOwnFilesAreReplaced("--figures", "captions.txt");
    }

    @Test
    void rowsThatAreMissingOrDamagedAreNamed(@TempDir Path copy) throws IOException {
        try (Stream<Path> files = Files.list(results.resolve("short"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        Path flows = copy.resolve("flows.parquet");
        byte[] whole = Files.readAllBytes(flows);
        Files.write(flows, Arrays.copyOf(whole, 500));
        assertNamed(flows + " is damaged: its end is missing", copy);
        Files.write(flows, new byte[3]);
        assertNamed(flows + " is damaged: its end is missing", copy);
        byte[] changed = whole.clone();
        changed[4] ^= 0x7F; // In the header of the first page.
        Files.write(flows, changed);
        assertReportNames(flows + " is damaged: ", copy);
        Files.write(flows, whole);
        Path counters = copy.resolve("counters.parquet");
        Files.delete(counters);
        assertNamed(counters + " is missing", copy);
    }

    private void assertReportNames(String problem, Path directory) {
        assertEquals(2, losslab.execute("report", directory.toString()));
        assertTrue(losslab.err().contains("cannot build the report: " + problem), losslab::err);
        assertTrue(losslab.err().contains("restore the file, or repeat the run"), losslab::err);
        assertFalse(losslab.err().contains("read_parquet"), losslab::err);
    }

    private void assertNamed(String problem, Path directory) {
        assertReportNames(problem, directory);
        assertEquals(2, losslab.execute("export", directory.toString(), "--csv"));
        assertTrue(losslab.err().contains("cannot export: " + problem), losslab::err);
        assertFalse(losslab.err().contains("read_parquet"), losslab::err);
        assertFalse(Files.exists(directory.resolve("csv")));
    }

    @Test
    void aProfileIsReplacedAndNoOtherFile() throws IOException {
        String[] probe = {
            "testbed", "probe", "--with", "live/incast", "--size", "1024", "--repeat", "1", "--out"
        };
        String file = folder.resolve("p.profile.yaml").toString();
        assertWritten(file, probe);
        assertWritten(file, probe);
        assertRefused(probe);
    }

    @Test
    @Timeout(60) // a server that is not refused goes on
    void aTestbedFileThatServeDidNotWriteIsNotReplaced() throws IOException {
        assertRefused("serve", EXPERIMENT, "--write-testbed");
    }

    private void assertWritten(String file, String... words) {
        assertEquals(0, execute(file, words), losslab::err);
    }

    /** Neither a text nor one that begins as protobuf does is touched. */
    private void assertRefused(String... words) throws IOException {
        for (String text : List.of(OTHER, "\n" + OTHER)) {
            Path file = folder.resolve("mine.yaml");
            Files.writeString(file, text);
            assertEquals(2, execute(file.toString(), words), losslab::out);
            assertTrue(
                    losslab.err().contains(file + " exists already and is not overwritten: "),
                    losslab::err);
            assertFalse(losslab.err().contains("\tat "), losslab::err);
            assertEquals(text, Files.readString(file));
        }
    }

    /** Of a folder that the option names, with a file that every export writes. */
    private void assertOnlyOwnFilesAreReplaced(String option, String name) throws IOException {
        String[] export = {"export", results.resolve("short").toString(), option};
        Path out = Files.createDirectory(folder.resolve("exported" + option));
        for (String text : List.of(OTHER, "\u00e9")) {
            byte[] mine = text.getBytes(StandardCharsets.ISO_8859_1);
            Files.write(out.resolve(name), mine);
            assertEquals(2, execute(out.toString(), export), losslab::out);
            assertTrue(losslab.err().contains("/short' did not write it"), losslab::err);
            assertArrayEquals(mine, Files.readAllBytes(out.resolve(name)));
        }
        Files.delete(out.resolve(name));
        assertWritten(out.toString(), export);
        assertWritten(out.toString(), export);
    }

    private int execute(String file, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add(file);
        return losslab.execute(all.toArray(String[]::new));
    }
}
