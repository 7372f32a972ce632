package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results in folders whose names mean something to the database that reads them. */
class FolderNamesRunTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern READS_PARQUET = Pattern.compile("read_parquet|parquet_scan");

    @TempDir private static Path folder;

    private static Path plain;

    private final Commands losslab = new Commands();

    @BeforeAll
    static void runInAPlainFolder() throws IOException {
        plain = folder.resolve("plain");
        Commands losslab = new Commands();
        run(losslab, plain, "1");
        export(losslab, plain);
        for (String match : List.of("run1", "a_b_c")) {
            run(losslab, folder.resolve(match), "2");
        }
    }

    /** The last two names match, as patterns, the folders of other results. */
    @ParameterizedTest
    @ValueSource(strings = {"flows=128", "group=web", "bytes=64KB", "run[1]", "a*b?c"})
    void resultsAreThoseOfAPlainFolder(String name) throws IOException {
        Path results = folder.resolve(name);
        run(losslab, results, "1");
        assertSameFiles(results, ".parquet");
        String summary = Files.readString(results.resolve("summary.json"));
        Files.delete(results.resolve("report.html"));
        pass(losslab, "report", results.toString());
        assertTrue(Files.exists(results.resolve("report.html")));
        assertEquals(summary, Files.readString(results.resolve("summary.json")));
        export(losslab, results);
        assertSameFiles(results.resolve("csv"), plain.resolve("csv"), ".csv");
        assertSameFiles(results, ".pftrace");
        pass(losslab, "compare", plain.toString(), results.toString());
        Path pack = folder.resolve(name + ".zip");
        pass(losslab, "pack", results.toString(), "--out", pack.toString());
        Path repeated = folder.resolve(name + "-again");
        pass(losslab, "run", pack.toString(), "--no-report", "--out", repeated.toString());
        assertSameFiles(repeated, ".parquet");
    }

    /** Any other would have to keep such names from being taken for patterns and columns. */
    @Test
    void onePlaceWritesWhatReadsParquetFiles() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path module : FileTree.list(ROOT)) {
            Path sources = module.resolve("src/main/java");
            if (Files.isDirectory(sources)) {
                for (Path source : sourcesIn(sources)) {
                    if (READS_PARQUET.matcher(Files.readString(source)).find()) {
                        found.add(source.getFileName().toString());
                    }
                }
            }
        }
        assertEquals(List.of("ParquetRows.java"), found);
    }

    private static List<Path> sourcesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static void run(Commands losslab, Path results, String seed) {
        pass(
                losslab,
                "run",
                Commands.experiment("two-sites.yaml"),
                "--seed",
                seed,
                "--set",
                "duration=300us",
                "--out",
                results.toString());
    }

    private static void export(Commands losslab, Path results) {
        pass(losslab, "export", results.toString(), "--csv", "--perfetto");
    }

    private static void pass(Commands losslab, String... args) {
        assertEquals(0, losslab.execute(args), losslab::err);
    }

    private static void assertSameFiles(Path results, String suffix) throws IOException {
        assertSameFiles(results, plain, suffix);
    }

    private static void assertSameFiles(Path results, Path expected, String suffix)
            throws IOException {
        for (Path file : FileTree.list(expected)) {
            if (file.toString().endsWith(suffix)) {
                Path same = results.resolve(file.getFileName());
                assertEquals(-1, Files.mismatch(file, same), same::toString);
            }
        }
    }
}
