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
import io.losslab.configs.plan.CellPlanner;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.DeviceException;
import io.losslab.orchestrator.backend.LabBackend;
import io.losslab.orchestrator.backend.Labs;
import io.losslab.orchestrator.backend.registry.Backends;
import io.losslab.orchestrator.lease.TestbedLease;
import io.losslab.orchestrator.provision.UndoFailure;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.OutputFormat;
import io.losslab.orchestrator.session.Progress;
import io.losslab.orchestrator.session.RunLog;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an experiment's cells, several at a time, into a results directory. An interrupt keeps what
 * was finished; a cell that fails does too, and ends the run.
 */
public final class ParallelRun implements ExperimentRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ParallelRun.class);

    private static final long PATIENCE_SECONDS = 120;

    @Override
    public RunOutcome run(RunRequest request) {
        new Captures(request.captures(), request.directory()).check(request.experiment().cells());
        LabBackend backend = Backends.of(request.backend());
        try (TestbedLease lease = backend.lease(request)) {
            RunDirectory directory = RunDirectory.create(request.directory());
            return runIn(directory, request, backend, lease);
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
            throw CommandFailure.usage(
                    e.getFile() + ": " + reason, "choose a writable directory with --out", e);
        } catch (IOException e) {
            throw CommandFailure.failed("cannot write results: " + e.getMessage(), "", e);
        }
    }

    private RunOutcome runIn(
            RunDirectory directory, RunRequest request, LabBackend backend, TestbedLease lease)
            throws IOException {
        RunManifest manifest = RunManifests.of(request);
        manifest.write(directory.path());
        Labs labs = backend.labs(request, directory.path(), lease);
        try (Interruption interruption = Interruption.watch()) {
            OutcomeLog outcomes = new OutcomeLog(directory);
            PerftestTables perftest = new PerftestTables();
            RunLog log = RunLog.open(directory.path());
            Exception failure;
            try {
                LOG.info(
                        "{}: {} cells, {} in parallel",
                        manifest.experiment(),
                        manifest.cells().size(),
                        request.jobs());
                failure =
                        runCells(labs, directory, request, outcomes, perftest, interruption, lease);
                if (failure != null) {
                    LOG.error("the run failed", failure);
                }
                failure = restored(labs, request, failure);
            } finally {
                lease.close();
                log.close();
            }
            RunStatus status =
                    interruption.happened()
                            ? RunStatus.INTERRUPTED
                            : failure == null ? RunStatus.COMPLETE : RunStatus.FAILED;
            RunManifest ended = manifest.withStatus(status, RunManifests.now());
            ended.write(directory.path());
            perftest.write(directory);
            directory.mergeCells();
            Summary summary = RunAnalysis.summarise(directory.path());
            if (request.report()) {
                RunAnalysis.report(directory.path());
            }
            Path published = directory.publish();
            print(request, ended, summary, published);
            // Before the interruption is closed: after that the process may go at any moment.
            return outcome(status, summary, failure, request, published);
        }
    }

    /** Restores devices; what cannot be restored is reported, and is a failure. */
    private static Exception restored(Labs labs, RunRequest request, Exception failure) {
        List<String> left = labs.restore();
        if (left.isEmpty()) {
            return failure;
        }
        for (String line : left) {
            request.console().err().println("losslab: not restored: " + line);
        }
        request.console().err().println("  run 'losslab cleanup' to try again");
        return failure != null ? failure : new IllegalStateException(left.get(0));
    }

    /** Runs all cells; returns what made it stop early, or null. */
    private Exception runCells(
            Labs labs,
            RunDirectory directory,
            RunRequest request,
            OutcomeLog outcomes,
            PerftestTables perftest,
            Interruption interruption,
            TestbedLease lease) {
        List<Cell> cells = request.experiment().cells();
        long simulated = cells.stream().mapToLong(cell -> cell.setup().duration().nanos()).sum();
        AtomicInteger number = new AtomicInteger();
        ExecutorService workers =
                Executors.newFixedThreadPool(
                        Math.min(Math.min(request.jobs(), labs.mostAtATime()), cells.size()),
                        task -> new Thread(task, "cell-worker-" + number.incrementAndGet()));
        interruption.stops(workers);
        try (Progress progress =
                new Progress(request.console(), cells.size(), simulated, System::nanoTime)
                        .start()) {
            Captures captures = new Captures(request.captures(), directory.path());
            CellRun cellRun = new CellRun(labs, directory, progress, perftest, captures);
            List<Future<?>> running = new ArrayList<>();
            for (Cell cell : cells) {
                running.add(
                        workers.submit(
                                () -> {
                                    outcomes.add(cellRun.run(new CellPlanner().plan(cell)));
                                    progress.cellDone();
                                    return null;
                                }));
            }
            lease.whenLost(() -> running.forEach(cell -> cell.cancel(true)));
            Exception failure = await(running, cells, interruption);
            return lease.loss().map(Exception.class::cast).orElse(failure);
        } catch (RejectedExecutionException e) {
            if (interruption.happened()) {
                return null;
            }
            throw e;
        } finally {
            end(workers);
        }
    }

    /** Returns when no worker holds a lab any more: what they set is restored then. */
    private static void end(ExecutorService workers) {
        workers.shutdownNow();
        try {
            if (!workers.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("a worker thread does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Exception await(
            List<Future<?>> running, List<Cell> cells, Interruption interruption) {
        for (int i = 0; i < running.size(); i++) {
            try {
                running.get(i).get();
            } catch (ExecutionException e) {
                if (interruption.happened()) {
                    return null;
                }
                running.forEach(other -> other.cancel(true));
                LOG.error("cell {} {}", i, cells.get(i).params());
                return e.getCause() instanceof Exception cause ? cause : e;
            } catch (InterruptedException | java.util.concurrent.CancellationException e) {
                return null;
            }
        }
        return null;
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
            Exception failure,
            RunRequest request,
            Path published) {
        if (status == RunStatus.INTERRUPTED) {
            request.console()
                    .err()
                    .println("interrupted: " + summary.cells().size() + " finished cells kept");
            return RunOutcome.INTERRUPTED;
        }
        if (failure != null) {
            String message =
                    failure.getMessage() == null ? failure.toString() : failure.getMessage();
            request.console().err().println("losslab: " + message);
            if (failure instanceof CommandFailure command && !command.advice().isEmpty()) {
                request.console().err().println("  " + command.advice());
            }
            request.console().err().println("  for details see " + published.resolve("log.txt"));
            boolean unreachable =
                    failure instanceof DeviceException device && device.isUnreachable()
                            || failure instanceof UndoFailure undo && undo.isUnreachable();
            return unreachable ? RunOutcome.UNREACHABLE : RunOutcome.FAILED;
        }
        return summary.allChecksHeld() ? RunOutcome.PASSED : RunOutcome.FAILED;
    }
}
