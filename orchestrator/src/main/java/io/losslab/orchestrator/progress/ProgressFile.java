package io.losslab.orchestrator.progress;

import io.losslab.analysis.run.ResultsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * {@code progress.json} of a run's directory, while the run is at work: what other processes may
 * know of it. Replaced in one step about once a second, and removed when the results are complete.
 *
 * @param process that runs it, by its id on its machine
 * @param metrics where its live counters are; null where they are not served
 * @param writtenAt ISO 8601
 * @param state of the cells
 */
public record ProgressFile(long process, String metrics, String writtenAt, ProgressState state) {
    private static final String FILE = "progress.json";

    /**
     * Reads that of a run's directory.
     *
     * @return empty where no process is at work there
     * @throws IOException where the file cannot be read
     */
    public static Optional<ProgressFile> read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        return Files.exists(file)
                ? Optional.of(ResultsJson.read(file, ProgressFile.class))
                : Optional.empty();
    }

    static void write(Path directory, Optional<String> metrics, ProgressState state)
            throws IOException {
        ResultsJson.write(
                directory.resolve(FILE),
                new ProgressFile(
                        ProcessHandle.current().pid(),
                        metrics.orElse(null),
                        Instant.now().toString(),
                        state));
    }

    /** Removes it: no process is at work in the directory any more. */
    public static void remove(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(FILE));
    }
}
