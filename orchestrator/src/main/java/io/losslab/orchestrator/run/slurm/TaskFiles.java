package io.losslab.orchestrator.run.slurm;

import io.losslab.analysis.run.CellFailure;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.collectors.RunDirectory;
import io.losslab.orchestrator.run.cell.Captures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a task has written so far. A file system of several machines may show its files late and out
 * of order: what is not there yet is there at a later call.
 */
final class TaskFiles {
    private static final Logger LOG = LoggerFactory.getLogger(TaskFiles.class);

    /** Begins what losslab reports on its standard error. */
    private static final String ERROR = "losslab: ";

    /** Progress, warnings, and Java's log. */
    private static final Pattern NO_REASON =
            Pattern.compile("|\\d+/\\d+ cells.*|losslab: warning: .*|\\[.*");

    private final Path results;
    private final Path folder;
    private final Path output;
    private final Watched<CellOutcome> outcomes;
    private final Watched<CellFailure> failures;

    TaskFiles(Path array, int task) {
        this.results = JobArray.resultsOf(array);
        this.folder = RunDirectory.unfinishedName(JobArray.taskFolder(array, task));
        this.output = JobArray.taskOutput(array, task);
        this.outcomes =
                new Watched<>(folder.resolve(CellOutcome.FILE), () -> CellOutcome.readAll(folder));
        this.failures =
                new Watched<>(
                        folder.resolve(RunManifest.FILE),
                        () -> RunManifest.read(folder).failures());
    }

    /** Whether the task has come to its first cell. */
    boolean hasBegun() {
        return Files.exists(folder.resolve(CellOutcome.FILE));
    }

    /** Outcomes of its finished cells. */
    List<CellOutcome> outcomes() {
        return outcomes.read();
    }

    /** Its cells that failed. */
    List<CellFailure> failures() {
        return failures.read();
    }

    /** Takes the rows of a finished cell out of it; returns whether they were there. */
    boolean give(int cell, RunDirectory results) throws IOException {
        if (!results.adoptCell(cell, folder)) {
            return false;
        }
        Captures.move(cell, folder, results.path());
        return true;
    }

    /** Its log, for users: below the results directory, whose name changes when the run ends. */
    String logName() {
        return results.relativize(folder.resolve("log.txt")).toString();
    }

    /** What it printed, for users as {@link #logName}; empty where nothing is there. */
    String outputName() {
        return Files.exists(output) ? results.relativize(output).toString() : "";
    }

    /** Why it ended, by what it printed, one line: losslab's last error, or the last line. */
    Optional<String> lastWords() {
        if (!Files.exists(output)) {
            return Optional.empty();
        }
        try {
            List<String> lines =
                    Files.readString(output, StandardCharsets.UTF_8)
                            .lines()
                            .map(String::strip)
                            .filter(line -> !NO_REASON.matcher(line).matches())
                            .toList();
            return last(lines.stream().filter(line -> line.startsWith(ERROR)))
                    .map(line -> line.substring(ERROR.length()))
                    .or(() -> last(lines.stream()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> last(Stream<String> lines) {
        return lines.reduce((before, after) -> after);
    }

    /** What a file says that is replaced now and then: read again when it was. */
    private static final class Watched<T> {
        private final Path file;
        private final Reading<T> reading;
        private FileTime read = FileTime.fromMillis(0);
        private List<T> content = List.of();

        Watched(Path file, Reading<T> reading) {
            this.file = file;
            this.reading = reading;
        }

        List<T> read() {
            try {
                if (Files.exists(file)) {
                    FileTime written = Files.getLastModifiedTime(file);
                    if (!written.equals(read)) {
                        content = reading.read();
                        read = written;
                    }
                }
            } catch (IOException e) {
                // It is just being replaced on another machine.
                LOG.warn("cannot read {} now: {}", file, e.toString());
            }
            return content;
        }
    }

    /** Reads a file. */
    @FunctionalInterface
    private interface Reading<T> {
        List<T> read() throws IOException;
    }
}
