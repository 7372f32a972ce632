package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code losslab run --threads}: the same results, and what is said where it cannot be. */
class CellThreadsRunTest {
    private static final List<String> TABLES =
            List.of("flows", "counters", "events", "iterations", "pauses");

    private final Commands losslab = new Commands();

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src/test/resources/run/two-sites.yaml",
                "../testbed-labs/src/test/resources/run/pyrrha-leaf-spine.yaml",
                "../testbed-labs/src/test/resources/run/portfc-ndc-2-1.yaml"
            })
    void tablesAreEqualByteByByte(String experiment) throws IOException {
        assertSameTables(experiment);
    }

    @Test
    void tablesOfABundledExperimentAreEqualByteByByte() throws IOException {
        assertSameTables("ofc/o2", "--seed", "1");
    }

    private void assertSameTables(String experiment, String... more) throws IOException {
        Path one = run(experiment, "1", more);
        Path two = run(experiment, "2", more);
        for (String table : TABLES) {
            String file = table + ".parquet";
            assertArrayEquals(
                    Files.readAllBytes(one.resolve(file)),
                    Files.readAllBytes(two.resolve(file)),
                    file);
        }
        assertEquals(List.of(), notes(two));
    }

    private Path run(String experiment, String threads, String... more) throws IOException {
        Path results = folder.resolve("threads-" + threads);
        String[] words = Arrays.copyOf(more, more.length + 2);
        words[more.length] = "--threads";
        words[more.length + 1] = threads;
        Commands.pass(results, experiment, words);
        return results;
    }

    private static List<String> notes(Path results) throws IOException {
        return Files.readString(results.resolve("summary.json"))
                .lines()
                .filter(line -> line.contains("ran on 1 thread"))
                .map(String::strip)
                .toList();
    }

    @Test
    void aCellThatTakesOneThreadSaysWhy() throws IOException {
        Path results = run("pyrrha/blame", "2", "--seed", "1", "--set", "duration=500us");
        List<String> notes = notes(results);
        // Two cells, and the warnings of the run.
        assertEquals(3, notes.size(), notes.toString());
        assertTrue(
                notes.get(0)
                        .contains(
                                "ran on 1 thread, not on the 2 asked for: pause times are"
                                        + " attributed to the ports that caused them"),
                notes.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "p4, 1us, its switches run P4 programs",
        "builtIn, 0us, its network has no more devices with a delay between them",
    })
    void aNetworkThatTakesOneThreadSaysWhy(String pipeline, String delay, String why)
            throws IOException {
        Path file = folder.resolve("burst.yaml");
        Files.writeString(
                file,
                """
experiment: test/burst
topology: {generator: {ndc: {n: 4, k: 1, rates: 100Gbps, delay: %s, buffer: 12MB}}}
duration: 100us
switches: {pipeline: %s}
schemes:
  none: []
traffic:
  - {name: burst, kind: burst, from: n0, to: n5, size: 64KB, flows: 1}
"""
                        .formatted(delay, pipeline));
        List<String> notes = notes(run(file.toString(), "2"));
        assertTrue(
                notes.get(0).contains("ran on 1 thread, not on the 2 asked for: " + why),
                notes.toString());
    }

    @Test
    void realTimeTakesNoThreads() {
        assertEquals(
                2, losslab.execute("run", "live/incast", "--backend", "live", "--threads", "2"));
        assertTrue(losslab.err().contains("--threads requires --backend virtual"), losslab.err());
        assertEquals(2, losslab.execute("run", "live/incast", "--threads", "0"));
        assertTrue(losslab.err().contains("--threads must be at least 1"), losslab.err());
    }
}
