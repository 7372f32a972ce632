package io.losslab.orchestrator.run;

import io.losslab.analysis.RunAnalysis;
import io.losslab.analysis.report.ReportWriter;
import io.losslab.analysis.report.TextTable;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.summary.Summary;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.experiment.Cell;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import io.losslab.labs.backend.LabBackend;
import io.losslab.labs.backend.Labs;
import io.losslab.labs.backend.registry.Backends;
import io.losslab.labs.lease.TestbedLease;
import io.losslab.orchestrator.cost.CostEstimate;
import io.losslab.orchestrator.progress.Progress;
import io.losslab.orchestrator.progress.ProgressPrinter;
import io.losslab.orchestrator.progress.RunMetrics;
import io.losslab.orchestrator.run.cell.Captures;
import io.losslab.orchestrator.run.cell.CellExecutor;
import io.losslab.orchestrator.run.cell.CellRun;
import io.losslab.orchestrator.run.slurm.ClusterCheck;
import io.losslab.orchestrator.run.slurm.LeftTasks;
import io.losslab.orchestrator.run.slurm.SlurmExecutor;
import io.losslab.orchestrator.run.slurm.TasksLeft;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.NextStep;
import io.losslab.orchestrator.session.OutputFormat;
import io.losslab.orchestrator.session.RunLog;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import io.losslab.orchestrator.session.SlurmSettings;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an experiment's cells, several at a time, into a results directory. What was finished is
 * kept, whatever happens: a cell that fails, an interrupt, or a crash.
 */
public final class ParallelRun implements ExperimentRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ParallelRun.class);

    private final Map<String, String> environment;

    /** Of the series that is under way; null where there is none. */
    private Interruption series;

    /** Of the same series; null where there is none. */
    private ClusterCheck cluster;

    /** Runs with the environment of this process. */
    public ParallelRun() {
        this(System.getenv());
    }

    /** Runs with an environment, by which a cluster is found. */
    public ParallelRun(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public RunOutcome run(RunRequest request) {
        new Captures(request.captures(), request.directory()).check(request.experiment().cells());
        LabBackend backend = Backends.of(request.backend());
        backend.check(request.experiment(), request.testbed());
        backend.checkMachine();
        request.slurm().ifPresent(settings -> check(settings, request));
        try (TestbedLease lease = backend.lease(request.ofLabs());
                RunMetrics metrics = RunMetrics.open(request);
                RunDirectory directory = directory(request)) {
            return runIn(directory, request, backend, lease, metrics);
        } catch (IOException e) {
            throw unwritten(request, e);
        }
    }

    private static CommandFailure unwritten(RunRequest request, IOException e) {
        return CommandFailure.failed(
                "cannot write results: " + FileFailure.reason(e),
                RunDirectory.unfinished(request.directory()).isPresent()
                        ? "finished cells are kept; " + NextStep.resume(request.directory())
                        : "nothing is kept in " + request.directory(),
                e);
    }

    private void check(SlurmSettings settings, RunRequest request) {
        ClusterCheck check = clusterCheck();
        if (series != null) {
            series.stops(check::stop);
        }
        check.require(
                settings,
                request.directory(),
                request.experiment().cells(),
                request.resumes(),
                request.console()::tell);
    }

    private ClusterCheck clusterCheck() {
        return cluster == null ? new ClusterCheck(environment, new CostEstimate()::of) : cluster;
    }

    private static RunDirectory directory(RunRequest request) throws IOException {
        try {
            if (request.resumes()) {
                UnfinishedRun left = UnfinishedRun.at(request.directory());
                left.requireSame(request);
                left.requireOutcomes();
                return RunDirectory.resume(request.directory());
            }
            return RunDirectory.create(request.directory());
        } catch (FileSystemException e) {
            throw CommandFailure.usage(
                    FileFailure.reason(e),
                    request.resumes() ? "" : "choose a writable directory with --out",
                    e);
        }
    }

    private RunOutcome runIn(
            RunDirectory directory,
            RunRequest request,
            LabBackend backend,
            TestbedLease lease,
            RunMetrics metrics)
            throws IOException {
        if (!request.resumes()) {
            request.experiment().inputs().copyTo(directory.path());
        }
        CellLog cells =
                request.resumes()
                        ? CellLog.resume(directory)
                        : CellLog.begin(directory, RunManifests.of(request));
        Labs labs = backend.labs(request.ofLabs(), directory.path(), lease);
        // Results and errors are printed before the interruption is closed: then the process may
        // go at any moment.
        try (Interruption interruption = watch()) {
            try {
                return run(labs, directory, request, cells, interruption, lease, metrics);
            } catch (IOException e) {
                if (!interruption.happened()) {
                    throw e;
                }
                request.console().tell(unwritten(request, e));
                return RunOutcome.INTERRUPTED;
            }
        }
    }

    private RunOutcome run(
            Labs labs,
            RunDirectory directory,
            RunRequest request,
            CellLog cells,
            Interruption interruption,
            TestbedLease lease,
            RunMetrics metrics)
            throws IOException {
        RunLog log = RunLog.open(directory.path());
        Optional<Exception> end;
        List<String> left;
        try {
            if (request.slurm().isEmpty()) {
                LeftTasks.abandon(directory, cells, cells.finished(), environment)
                        .ifPresent(some -> request.console().tell(some.told()));
            }
            end = runCells(labs, directory, request, cells, interruption, lease, metrics);
            end.ifPresent(failure -> LOG.error("the run failed", failure));
            left = labs.restore();
        } finally {
            lease.close();
            log.close();
        }
        Optional<TasksLeft> tasks =
                end.filter(TasksLeft.class::isInstance).map(TasksLeft.class::cast);
        end = afterRestoring(left, end);
        RunStatus status = status(cells, end, interruption);
        cells.ended(status);
        directory.requireCells(cells.finished());
        directory.mergeCells();
        Summary summary = RunAnalysis.summarise(directory.path());
        if (request.report()) {
            RunAnalysis.report(directory.path());
        }
        metrics.end(directory.path());
        Path published = published(directory, status, tasks.isPresent());
        print(request, cells.manifest(), summary, published);
        tell(left, published, request.console());
        tasks.ifPresent(some -> request.console().tell(some.told()));
        return outcome(status, summary, end, cells, request.console(), published);
    }

    /** Watches over the runs of a series as one. */
    @Override
    public Series series() {
        Interruption before = series;
        Interruption all = watch();
        ClusterCheck clusterBefore = cluster;
        series = all;
        cluster = clusterCheck();
        return new Series() {
            @Override
            public boolean isInterrupted() {
                return all.happened();
            }

            @Override
            public void close() {
                series = before;
                cluster = clusterBefore;
                all.close();
            }
        };
    }

    private Interruption watch() {
        return series == null ? Interruption.watch() : series.ofPart();
    }

    /** Gives the directory its final name, unless tasks on a cluster may still write to it. */
    private static Path published(RunDirectory directory, RunStatus status, boolean areTasksLeft)
            throws IOException {
        if (areTasksLeft) {
            return directory.path();
        }
        return status == RunStatus.COMPLETE ? directory.publish() : directory.publishUnfinished();
    }

    private static RunStatus status(
            CellLog cells, Optional<Exception> end, Interruption interruption) {
        if (interruption.happened()) {
            return RunStatus.INTERRUPTED;
        }
        return end.isPresent() || !cells.causes().isEmpty() ? RunStatus.FAILED : RunStatus.COMPLETE;
    }

    /** What ended the run, apart from what could not be restored. */
    private static Optional<Exception> afterRestoring(List<String> left, Optional<Exception> end) {
        if (end.isEmpty() && !left.isEmpty()) {
            return Optional.of(
                    CommandFailure.failed("devices are not as they were before the run", ""));
        }
        return end.map(Failures::cause);
    }

    private static void tell(List<String> left, Path published, Console console) {
        left.forEach(line -> console.err().println("losslab: not restored: " + line));
        if (!left.isEmpty()) {
            console.err().println("  " + NextStep.cleanup(published));
        }
    }

    /** Runs the cells that are not finished; returns what ended the run early. */
    private Optional<Exception> runCells(
            Labs labs,
            RunDirectory directory,
            RunRequest request,
            CellLog log,
            Interruption interruption,
            TestbedLease lease,
            RunMetrics metrics) {
        Set<Integer> finished = log.finished();
        List<Cell> cells =
                request.experiment().cells().stream()
                        .filter(cell -> !finished.contains(cell.index()))
                        .toList();
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        Progress progress =
                Progress.of(request.experiment().cells(), log.outcomes(), System::nanoTime);
        ProgressPrinter printer = metrics.tell(progress, request.console(), directory.path());
        try (printer) {
            CellExecutor executor =
                    request.slurm().isPresent()
                            ? cluster(request, directory, log, progress)
                            : pool(labs, directory, request, log, progress, metrics, cells.size());
            interruption.stops(executor::stop);
            lease.whenLost(executor::stop);
            Optional<Exception> end = executor.run(cells);
            return lease.loss().map(Exception.class::cast).or(() -> end);
        }
    }

    private CellExecutor cluster(
            RunRequest request, RunDirectory directory, CellLog log, Progress progress) {
        return new SlurmExecutor(
                        request.slurm().orElseThrow(),
                        environment,
                        directory,
                        log,
                        progress,
                        request.failFast(),
                        new CostEstimate()::of)
                .knowing(request.experiment().cells(), log.outcomes());
    }

    private static CellExecutor pool(
            Labs labs,
            RunDirectory directory,
            RunRequest request,
            CellLog log,
            Progress progress,
            RunMetrics metrics,
            int cells) {
        int jobs = Math.min(Math.min(request.jobs(), labs.mostAtATime()), cells);
        LOG.info("{}: {} cells, {} in parallel", log.manifest().experiment(), cells, jobs);
        Captures captures = new Captures(request.captures(), directory.path());
        return new CellPool(
                jobs,
                new CellRun(labs, directory, captures, metrics.cells())::run,
                log,
                progress,
                request.failFast());
    }

    private static void print(
            RunRequest request, RunManifest manifest, Summary summary, Path published) {
        Console console = request.console();
        if (request.format() == OutputFormat.JSON) {
            console.out().println(ResultsJson.text(summary));
        } else {
            console.out().print(TextTable.render(manifest, summary));
        }
        console.err().println("results: " + published);
        if (request.report()) {
            console.err().println("report:  " + published.resolve(ReportWriter.FILE));
        }
    }

    private static RunOutcome outcome(
            RunStatus status,
            Summary summary,
            Optional<Exception> end,
            CellLog cells,
            Console console,
            Path published) {
        if (status == RunStatus.COMPLETE) {
            return summary.allChecksHeld() ? RunOutcome.PASSED : RunOutcome.FAILED;
        }
        String next = "  " + NextStep.resume(published);
        if (status == RunStatus.INTERRUPTED) {
            console.err()
                    .println("interrupted: " + summary.cells().size() + " finished cells kept");
            console.err().println(next);
            return RunOutcome.INTERRUPTED;
        }
        end.ifPresent(failure -> tell(failure, console));
        if (!summary.failures().isEmpty()) {
            console.err()
                    .println(
                            "losslab: %d of %d cells failed"
                                    .formatted(
                                            summary.failures().size(),
                                            cells.manifest().cells().size()));
            console.err().print(TextTable.failedCells(cells.manifest(), summary));
        }
        console.err().println("  for details see " + published.resolve("log.txt"));
        console.err().println(next);
        if (end.filter(Failures::isOfUsage).isPresent()) {
            return RunOutcome.REFUSED;
        }
        boolean atFault =
                Stream.concat(end.stream(), cells.causes().stream()).anyMatch(Failures::isOfDevice);
        return atFault ? RunOutcome.UNREACHABLE : RunOutcome.FAILED;
    }

    private static void tell(Exception failure, Console console) {
        if (failure instanceof CommandFailure command) {
            console.tell(command);
        } else {
            console.err().println("losslab: " + Failures.text(failure));
        }
    }
}
