package io.losslab.orchestrator.run;

import io.losslab.analysis.RunAnalysis;
import io.losslab.analysis.reference.NcclTests;
import io.losslab.analysis.run.RunStatus;
import io.losslab.collectors.RunDirectory;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.progress.ProgressFile;
import io.losslab.orchestrator.run.slurm.LeftTasks;
import io.losslab.orchestrator.session.NextStep;
import io.losslab.orchestrator.session.WholeRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Rebuilds summary and report from a results directory alone; a directory that a killed run left as
 * {@code .partial} is completed first.
 */
public final class ReportRebuild {
    private static final String WHAT = "cannot build the report";

    private ReportRebuild() {}

    /**
     * Rebuilds them.
     *
     * @param reference is kept in the directory
     * @return the report's file
     * @throws CommandFailure where the directory holds no results, or a run's tasks on a cluster
     *     may still write there
     */
    public static Path of(Path directory, Optional<NcclTests> reference) {
        Path results = directory;
        try {
            if (RunDirectory.isPartial(directory)) {
                results = takeUp(directory);
            }
            WholeRows.require(results, WHAT);
            return write(results, reference);
        } catch (IOException e) {
            throw WholeRows.failure(results, WHAT, e);
        }
    }

    private static Path write(Path directory, Optional<NcclTests> reference) throws IOException {
        RunAnalysis.summarise(directory);
        RunDirectory.deleteMerged(directory);
        if (reference.isPresent()) {
            reference.get().write(directory);
        }
        return RunAnalysis.report(directory);
    }

    /** Completes what a run that was killed left behind; returns its final name. */
    private static Path takeUp(Path partial) throws IOException {
        if (LeftTasks.isAny(partial)) {
            throw CommandFailure.usage(
                    "cannot build the report of %s: tasks of its run may still write there, on a cluster"
                            .formatted(partial),
                    NextStep.resume(RunDirectory.destinationOf(partial))
                            + ", or end them and run their cells here: --executor local");
        }
        try (RunDirectory directory = RunDirectory.resume(partial)) {
            CellLog.ofCutOff(directory).ended(RunStatus.INTERRUPTED);
            ProgressFile.remove(directory.path());
            return directory.publishUnfinished();
        }
    }
}
