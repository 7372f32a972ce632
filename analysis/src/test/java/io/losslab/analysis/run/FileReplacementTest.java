package io.losslab.analysis.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose writing is cut off. */
class FileReplacementTest {
    @TempDir private Path folder;

    /** Writes half of a file, says so, and waits for its end. */
    static final class HalfWritten {
        private HalfWritten() {}

        public static void main(String[] args) throws IOException {
            FileReplacement.write(
                    Path.of(args[0]),
                    temporary -> {
                        Files.writeString(temporary, "half");
                        System.out.println("written");
                        while (true) {
                            Thread.onSpinWait();
                        }
                    });
        }
    }

    @Test
    void aProcessThatIsEndedLeavesNothing() throws Exception {
        Path file = folder.resolve("a.zip");
        Files.writeString(file, "earlier");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                HalfWritten.class.getName(),
                                file.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            assertEquals("written", process.inputReader().readLine());
            process.destroy();
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        assertEquals(List.of(file), FileTree.list(folder));
        assertEquals("earlier", Files.readString(file));
    }

    @Test
    void anExportThatFailsLeavesNoPartOfACsv() throws Exception {
        Path results = Files.createDirectory(folder.resolve("results"));
        writeRows(results.resolve("events.parquet"), 10);
        Path flows = results.resolve("flows.parquet");
        writeRows(flows, 1_000_000);
        byte[] content = Files.readAllBytes(flows);
        Arrays.fill(content, content.length / 2, content.length * 3 / 4, (byte) 0x7f);
        Files.write(flows, content);
        Path csv = folder.resolve("csv");

        assertThrows(IOException.class, () -> RowFiles.writeCsv(results, csv));

        assertEquals(List.of(csv.resolve("events.csv")), FileTree.list(csv));
        assertEquals(11, Files.readAllLines(csv.resolve("events.csv")).size());
    }

    private static void writeRows(Path file, int rows) throws SQLException {
        try (Connection duckDb = RowQueries.open();
                Statement sql = duckDb.createStatement()) {
            sql.execute(
                    "COPY (SELECT range AS x, hash(range) %% 7919 * range AS y FROM range(%d)) TO '%s'"
                                    .formatted(rows, file)
                            + " (FORMAT parquet, COMPRESSION zstd)");
        }
    }
}
