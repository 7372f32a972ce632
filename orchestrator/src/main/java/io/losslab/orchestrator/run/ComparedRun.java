package io.losslab.orchestrator.run;

import io.losslab.analysis.RunAnalysis;
import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.report.BackendText;
import io.losslab.analysis.report.ReportWriter;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.summary.Summary;
import io.losslab.api.units.Nanos;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.Setup;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import io.losslab.labs.backend.Backend;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.OutputFormat;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Runs an experiment and, where that was asked for, the same cells in virtual time into a directory
 * within the results; a table and the report then have both side by side. Where they differ, the
 * cells run in virtual time once more, with hosts that act on pauses at once.
 */
public final class ComparedRun implements ExperimentRunner {
    private final ExperimentRunner runner;

    /** Runs both with a runner. */
    public ComparedRun(ExperimentRunner runner) {
        this.runner = runner;
    }

    @Override
    public RunOutcome run(RunRequest request) {
        if (!request.compareVirtual()) {
            return runner.run(request);
        }
        Series series = series();
        try {
            return compared(request);
        } finally {
            series.close();
        }
    }

    @Override
    public Series series() {
        return runner.series();
    }

    private RunOutcome compared(RunRequest request) {
        // As JSON, the results are one document, which says how they compare.
        boolean later = request.format() == OutputFormat.JSON;
        RunOutcome outcome;
        if (isMeasured(request)) {
            UnfinishedRun.meantBy(request.directory()).requireSame(request);
            outcome = RunOutcome.PASSED;
        } else {
            outcome = runner.run(later ? request.withoutResults() : request);
        }
        boolean measured = outcome == RunOutcome.PASSED || outcome == RunOutcome.FAILED;
        if (!measured && !later) {
            return outcome;
        }
        try {
            RunOutcome virtual = measured ? inVirtualTime(request) : outcome;
            if (measured && virtual != RunOutcome.INTERRUPTED && differs(request.directory())) {
                virtual = withHostsThatActAtOnce(request);
            }
            Summary summary = RunAnalysis.compared(request.directory());
            if (later) {
                request.console().out().println(ResultsJson.text(summary));
            }
            if (!measured || virtual == RunOutcome.INTERRUPTED) {
                return virtual;
            }
            tell(request);
            boolean passed = summary.allChecksHeld() && outcome == RunOutcome.PASSED;
            return passed ? virtual : RunOutcome.FAILED;
        } catch (IOException e) {
            throw CommandFailure.failed(
                    "cannot write the comparison: " + FileFailure.reason(e), "", e);
        }
    }

    /** Whether all that is to be resumed is the comparison. */
    private static boolean isMeasured(RunRequest request) {
        return request.resumes() && RunDirectory.unfinished(request.directory()).isEmpty();
    }

    /** Whether the results of a run say how they compare, with all that this needs. */
    static boolean isCompared(Path directory) throws IOException {
        boolean isJudged =
                Summary.read(directory).cells().stream()
                        .flatMap(cell -> cell.checks().stream())
                        .anyMatch(check -> check.name().equals(BackendComparison.CHECK));
        return isJudged
                && (Files.exists(directory.resolve(BackendComparison.AT_ONCE_FOLDER))
                        || !differs(directory));
    }

    private static void tell(RunRequest request) throws IOException {
        Optional<BackendComparison> both = BackendComparison.read(request.directory());
        if (both.isEmpty()) {
            return;
        }
        if (request.report()) {
            RunAnalysis.report(request.directory());
            request.console()
                    .err()
                    .println("compared: " + request.directory().resolve(ReportWriter.FILE));
        }
        if (request.format() == OutputFormat.TABLE) {
            request.console().out().print(BackendText.render(both.get()));
        }
    }

    private static boolean differs(Path directory) throws IOException {
        return BackendComparison.read(directory).stream()
                .flatMap(both -> both.rows().stream())
                .anyMatch(row -> !row.agrees());
    }

    private RunOutcome inVirtualTime(RunRequest request) throws IOException {
        return inVirtualTime(
                request,
                request.experiment(),
                BackendComparison.FOLDER,
                "running the same cells in virtual time ...");
    }

    private RunOutcome withHostsThatActAtOnce(RunRequest request) throws IOException {
        Experiment experiment = request.experiment();
        List<Cell> cells =
                experiment.cells().stream().map(ComparedRun::withHostsThatActAtOnce).toList();
        return inVirtualTime(
                request,
                experiment.with("Hosts act on a pause at once.\n\n" + experiment.notes(), cells),
                BackendComparison.AT_ONCE_FOLDER,
                "figures differ: running the cells in virtual time with hosts that act on a pause"
                        + " at once ...");
    }

    /** Headroom stays as it is. */
    private static Cell withHostsThatActAtOnce(Cell cell) {
        Setup setup = cell.setup();
        return cell.with(
                setup.with(
                        setup.hosts().reactingAfter(new Nanos(0)),
                        setup.controls(),
                        setup.sharedBuffer()));
    }

    /** Runs cells in virtual time, or those that an earlier run has not finished. */
    private RunOutcome inVirtualTime(
            RunRequest request, Experiment experiment, String folder, String message)
            throws IOException {
        Path directory = request.directory().resolve(folder);
        boolean unfinished = RunDirectory.unfinished(directory).isPresent();
        if (Files.exists(directory) && !unfinished) {
            return Summary.read(directory).allChecksHeld() ? RunOutcome.PASSED : RunOutcome.FAILED;
        }
        request.console().err().println(message);
        return runner.run(virtual(request, experiment, directory, unfinished));
    }

    private static RunRequest virtual(
            RunRequest request, Experiment experiment, Path directory, boolean resumes) {
        return new RunRequest(
                experiment,
                Backend.VIRTUAL,
                Optional.empty(),
                Optional.empty(),
                false,
                request.jobs(),
                OptionalInt.empty(),
                directory,
                resumes,
                request.failFast(),
                OutputFormat.TABLE,
                false,
                List.of(),
                request.command().replace(" --backend live", ""),
                request.console().withoutResults(),
                Optional.empty(),
                request.metrics());
    }
}
