package io.losslab.analysis.history;

import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * A run that has results.
 *
 * @param directory of the results, as it was found
 * @param manifest of the run
 * @param summary what it measured
 */
public record PastRun(Path directory, RunManifest manifest, Summary summary) {
    /** From the earliest commit to the latest, and of one commit as they were started. */
    static final Comparator<PastRun> BY_COMMIT =
            Comparator.comparing(PastRun::commitTime)
                    .thenComparing(PastRun::startTime)
                    .thenComparing(run -> run.directory().toString());

    /**
     * Reads a results directory.
     *
     * @throws IOException where it is damaged
     */
    static PastRun read(Path directory) throws IOException {
        return new PastRun(directory, RunManifest.read(directory), Summary.read(directory));
    }

    /** How it ended. */
    public RunVerdict verdict() {
        return RunVerdict.of(manifest, summary);
    }

    /** When it was started. */
    public Instant startTime() {
        return time(manifest.startedAt());
    }

    /** When its commit was made; of earlier versions of losslab, when it was started. */
    Instant commitTime() {
        return manifest.commitDate() == null ? startTime() : time(manifest.commitDate());
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    /** Where it ran: the testbed's name, or the backend's. */
    String place() {
        return Objects.requireNonNullElse(manifest.testbed(), manifest.backend());
    }

    /** Cells of which a check failed. */
    long cellsWithFailedChecks() {
        return summary.cells().stream().filter(cell -> !cell.allChecksHeld()).count();
    }

    /** Sum of a metric of whole cells. */
    double sum(String metric) {
        return values(metric).sum();
    }

    /** Sum of a count over the cells that know it; null where no cell does. */
    Long total(String metric) {
        return values(metric).findAny().isEmpty() ? null : (Long) (long) sum(metric);
    }

    /** Mean of a metric of whole cells; empty without cells. */
    OptionalDouble mean(String metric) {
        return values(metric).average();
    }

    /** Largest value of a metric of whole cells; 0 without cells. */
    Long largest(String metric) {
        OptionalDouble largest = values(metric).max();
        return largest.isEmpty() ? null : (Long) (long) largest.getAsDouble();
    }

    private DoubleStream values(String name) {
        Metric metric = Metric.parse(name);
        List<CellSummary> cells = summary.cells();
        return cells.stream()
                .map(cell -> metric.of(cell, null))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble);
    }
}
