package io.losslab.orchestrator.run;

import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.experiment.Cell;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import io.losslab.labs.backend.Backend;
import io.losslab.labs.backend.VirtualLabs;
import io.losslab.orchestrator.progress.LiveCells;
import io.losslab.orchestrator.progress.Progress;
import io.losslab.orchestrator.progress.ProgressPrinter;
import io.losslab.orchestrator.run.cell.Captures;
import io.losslab.orchestrator.run.cell.CellRun;
import io.losslab.orchestrator.run.slurm.SlurmTask;
import io.losslab.orchestrator.session.RunLog;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Runs the cells of a cluster's task, one after the other, into the task's own directory, from
 * which the run takes them. A task that Slurm starts again goes on where it was.
 */
public final class TaskRun {
    private TaskRun() {}

    /**
     * Runs them.
     *
     * @param request of the whole run
     * @throws CommandFailure where the run is not in virtual time, the task is none of that run, or
     *     it ends before its cells
     */
    public static RunOutcome run(RunRequest request, SlurmTask task) {
        if (request.backend() != Backend.VIRTUAL) {
            throw CommandFailure.usage(
                    "the run in %s is on the %s backend, and a cluster's task runs cells in virtual"
                                    .formatted(
                                            task.results(),
                                            request.backend().name().toLowerCase(Locale.ROOT))
                            + " time only",
                    "resume the run with --executor local");
        }
        UnfinishedRun.at(task.results()).requireSame(request);
        try (RunDirectory directory = directory(task.folder())) {
            return runIn(directory, request, task);
        } catch (IOException e) {
            throw CommandFailure.failed("cannot write results: " + FileFailure.reason(e), "", e);
        }
    }

    private static RunDirectory directory(Path folder) throws IOException {
        return RunDirectory.unfinished(folder).isPresent()
                ? RunDirectory.resume(folder)
                : RunDirectory.create(folder);
    }

    private static RunOutcome runIn(RunDirectory directory, RunRequest request, SlurmTask task)
            throws IOException {
        CellLog log =
                Files.exists(directory.path().resolve(RunManifest.FILE))
                        ? CellLog.ofTask(directory)
                        : CellLog.begin(directory, RunManifests.of(request));
        List<Cell> all = request.experiment().cells();
        List<Cell> cells =
                task.cells().stream()
                        .filter(cell -> !log.finished().contains(cell))
                        .map(all::get)
                        .toList();
        Progress progress = Progress.of(cells, List.of(), System::nanoTime);
        Captures captures = new Captures(request.captures(), directory.path());
        RunLog text = RunLog.open(directory.path());
        ProgressPrinter printer = ProgressPrinter.start(request.console(), progress);
        try (printer) {
            CellPool pool =
                    new CellPool(
                            1,
                            new CellRun(new VirtualLabs(), directory, captures, new LiveCells())
                                    ::run,
                            log,
                            progress,
                            request.failFast());
            Optional<Exception> end = pool.run(cells);
            boolean done = end.isEmpty() && log.causes().isEmpty();
            log.ended(done ? RunStatus.COMPLETE : RunStatus.FAILED);
            if (end.isPresent()) {
                throw end.get() instanceof CommandFailure told
                        ? told
                        : CommandFailure.failed(Failures.text(end.get()), "", end.get());
            }
            return done ? RunOutcome.PASSED : RunOutcome.FAILED;
        } finally {
            text.close();
        }
    }
}
