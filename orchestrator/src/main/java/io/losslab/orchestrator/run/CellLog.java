package io.losslab.orchestrator.run;

import io.losslab.analysis.run.CellFailure;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.OutcomesFile;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.experiment.Cell;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.run.cell.CellResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What became of a run's cells, on disk after each, so that a crash loses none: outcomes in {@code
 * cells.json}, failures in {@code run.json}. Thread safe.
 */
final class CellLog implements CellResults {
    private final RunDirectory directory;
    private final List<CellOutcome> outcomes;
    private final OutcomesFile outcomesFile;
    private final List<Exception> causes = new ArrayList<>();
    private RunManifest manifest;

    private CellLog(RunDirectory directory, RunManifest manifest, List<CellOutcome> outcomes)
            throws IOException {
        this.directory = directory;
        this.manifest = manifest;
        this.outcomes = new ArrayList<>(outcomes);
        manifest.write(directory.path());
        outcomesFile = OutcomesFile.begin(directory.path(), outcomes);
    }

    /** The log of a run that begins: from here on it can be resumed. */
    static CellLog begin(RunDirectory directory, RunManifest manifest) throws IOException {
        CellLog log = new CellLog(directory, manifest, List.of());
        directory.begin();
        return log;
    }

    /**
     * The log of a run that goes on: cells that failed, or whose rows are missing, are to be run
     * again.
     */
    static CellLog resume(RunDirectory directory) throws IOException {
        return left(directory, manifest(directory).withFailures(List.of()), withRows(directory));
    }

    /** The log of a cluster's task that goes on: the run has taken rows of its cells already. */
    static CellLog ofTask(RunDirectory directory) throws IOException {
        return left(
                directory, manifest(directory).withFailures(List.of()), outcomes(directory.path()));
    }

    /** The log of a run that was cut off. */
    static CellLog ofCutOff(RunDirectory directory) throws IOException {
        return left(directory, manifest(directory), withRows(directory));
    }

    private static RunManifest manifest(RunDirectory directory) throws IOException {
        return RunManifest.read(directory.path()).withStatus(RunStatus.RUNNING, null);
    }

    private static List<CellOutcome> withRows(RunDirectory directory) throws IOException {
        List<CellOutcome> whole = new ArrayList<>();
        for (CellOutcome outcome : outcomes(directory.path())) {
            if (directory.hasCell(outcome.cell())) {
                whole.add(outcome);
            }
        }
        return whole;
    }

    /** What became of the cells of a run whose files are there, with or without their rows. */
    static List<CellOutcome> outcomes(Path files) throws IOException {
        return Files.exists(files.resolve(CellOutcome.FILE))
                ? CellOutcome.readAll(files)
                : List.of();
    }

    /** With outcomes that a run left; rows of other cells are deleted. */
    private static CellLog left(
            RunDirectory directory, RunManifest manifest, List<CellOutcome> outcomes)
            throws IOException {
        directory.keepOnly(outcomes.stream().map(CellOutcome::cell).collect(Collectors.toSet()));
        return new CellLog(directory, manifest, outcomes);
    }

    /** Numbers of the cells that are among the results. */
    synchronized Set<Integer> finished() {
        return outcomes.stream().map(CellOutcome::cell).collect(Collectors.toSet());
    }

    /** Outcomes of the cells that are among the results. */
    synchronized List<CellOutcome> outcomes() {
        return List.copyOf(outcomes);
    }

    @Override
    public synchronized void finished(CellOutcome outcome) throws IOException {
        outcomes.add(outcome);
        outcomesFile.add(outcome);
    }

    @Override
    public synchronized void failed(Cell cell, int attempts, Exception cause) throws IOException {
        causes.add(cause);
        List<CellFailure> failures = new ArrayList<>(manifest.failures());
        failures.add(
                new CellFailure(cell.index(), cell.params(), attempts, CommandFailure.line(cause)));
        failures.sort(Comparator.comparingInt(CellFailure::cell));
        manifest = manifest.withFailures(failures);
        manifest.write(directory.path());
    }

    /** Why cells failed. */
    synchronized List<Exception> causes() {
        return List.copyOf(causes);
    }

    synchronized RunManifest manifest() {
        return manifest;
    }

    /** Notes how the run ended. */
    synchronized void ended(RunStatus status) throws IOException {
        manifest = manifest.withStatus(status, RunManifests.now());
        manifest.write(directory.path());
    }
}
