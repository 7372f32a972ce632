package io.losslab.orchestrator.run;

import io.losslab.analysis.RunAnalysis;
import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.report.BackendText;
import io.losslab.analysis.report.ReportWriter;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.session.Backend;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.OutputFormat;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs an experiment and, where that was asked for, the same cells in virtual time into a directory
 * within the results; a table and the report then have both side by side.
 */
public final class ComparedRun implements ExperimentRunner {
    private final ExperimentRunner runner;

    /** Runs both with a runner. */
    public ComparedRun(ExperimentRunner runner) {
        this.runner = runner;
    }

    @Override
    public RunOutcome run(RunRequest request) {
        RunOutcome outcome = runner.run(request);
        boolean measured = outcome == RunOutcome.PASSED || outcome == RunOutcome.FAILED;
        if (!request.compareVirtual() || !measured) {
            return outcome;
        }
        request.console().err().println("running the same cells in virtual time ...");
        RunOutcome virtual = runner.run(inVirtualTime(request));
        if (virtual == RunOutcome.INTERRUPTED) {
            return virtual;
        }
        try {
            compare(request);
        } catch (IOException e) {
            throw CommandFailure.failed("cannot write the comparison: " + e.getMessage(), "", e);
        }
        return outcome == RunOutcome.PASSED ? virtual : outcome;
    }

    private static void compare(RunRequest request) throws IOException {
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

    private static RunRequest inVirtualTime(RunRequest request) {
        Path directory = request.directory().resolve(BackendComparison.FOLDER);
        return new RunRequest(
                request.experiment(),
                Backend.VIRTUAL,
                Optional.empty(),
                Optional.empty(),
                false,
                request.jobs(),
                directory,
                OutputFormat.TABLE,
                false,
                List.of(),
                request.command().replace(" --backend live", ""),
                request.console().withoutResults());
    }
}
