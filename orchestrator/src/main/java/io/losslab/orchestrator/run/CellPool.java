package io.losslab.orchestrator.run;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.progress.Progress;
import io.losslab.orchestrator.run.cell.CellExecutor;
import io.losslab.orchestrator.run.cell.ProgressSteps;
import io.losslab.orchestrator.session.HeapLimit;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs cells on this machine, several at a time. A cell that fails leaves the others alone: it is
 * tried once more where its cause may have passed, and noted otherwise. What no cell can do
 * anything about ends all of them.
 */
final class CellPool implements CellExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(CellPool.class);

    private static final int ATTEMPTS = 2;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final Attempt attempt;
    private final CellLog log;
    private final Progress progress;
    private final boolean failFast;
    private final ExecutorService workers;
    private final AtomicReference<Exception> end = new AtomicReference<>();
    private volatile boolean stopped;

    /**
     * Makes a pool; {@link #run} is to be called once.
     *
     * @param threads cells that run at a time
     * @param attempt runs a cell
     * @param failFast whether the first cell that fails ends the others
     */
    CellPool(int threads, Attempt attempt, CellLog log, Progress progress, boolean failFast) {
        this.attempt = attempt;
        this.log = log;
        this.progress = progress;
        this.failFast = failFast;
        AtomicInteger number = new AtomicInteger();
        this.workers =
                Executors.newFixedThreadPool(
                        threads,
                        task -> new Thread(task, "cell-worker-" + number.incrementAndGet()));
    }

    @Override
    public Optional<Exception> run(List<Cell> cells) {
        try {
            for (Cell cell : cells) {
                workers.execute(() -> complete(cell));
            }
        } catch (RejectedExecutionException e) {
            LOG.info("stopped before every cell was queued");
        }
        workers.shutdown();
        await();
        return Optional.ofNullable(end.get());
    }

    /** One attempt at a cell. */
    @FunctionalInterface
    interface Attempt {
        /** Runs the cell; its rows are part of the results on return. */
        CellOutcome run(CellPlan plan, ProgressSteps steps)
                throws IOException, InterruptedException;
    }

    @Override
    public void stop() {
        stopped = true;
        workers.shutdownNow();
    }

    private void stop(Exception cause) {
        end.compareAndSet(null, cause);
        stop();
    }

    private void await() {
        long stoppedFor = 0;
        long step = TimeUnit.MILLISECONDS.toNanos(500);
        try {
            while (!workers.awaitTermination(step, TimeUnit.NANOSECONDS)) {
                stoppedFor = stopped ? stoppedFor + step : 0;
                if (stoppedFor >= PATIENCE_NANOS) {
                    LOG.warn("a worker thread does not end");
                    return;
                }
            }
        } catch (InterruptedException e) {
            stop();
            Thread.currentThread().interrupt();
        }
    }

    private void complete(Cell cell) {
        Optional<String> before = Optional.empty();
        progress.began(cell.index());
        for (int number = 1; !stopped; number++) {
            ProgressSteps steps = new ProgressSteps(progress, cell.index());
            try {
                CellOutcome outcome = attempt.run(new CellPlanner().plan(cell), steps);
                log.finished(before.map(outcome::withNote).orElse(outcome));
                progress.done(outcome);
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (Exception e) {
                steps.takeBack();
                if (!stopped && isFinal(cell, number, e)) {
                    return;
                }
                before =
                        Optional.of(
                                "cell %d was run again, as its first attempt failed: %s"
                                        .formatted(cell.index(), Failures.text(e)));
            } catch (OutOfMemoryError e) {
                stop(fullHeap(cell, e));
                return;
            } catch (Error e) {
                stop(new IllegalStateException(e.toString(), e));
                return;
            }
        }
    }

    private static CommandFailure fullHeap(Cell cell, OutOfMemoryError cause) {
        Topology topology = cell.setup().network().topology();
        String what =
                "cell %d %s with %,d hosts and %,d switches"
                        .formatted(
                                cell.index(),
                                cell.params(),
                                topology.hosts().size(),
                                topology.nodes().size() - topology.hosts().size());
        return HeapLimit.exceeded(what, cause);
    }

    /** Notes a failure; returns whether the cell is not to be tried again. */
    private boolean isFinal(Cell cell, int number, Exception failure) {
        LOG.error("cell {} {}, attempt {}", cell.index(), cell.params(), number, failure);
        Optional<OutOfMemoryError> full = HeapLimit.causeOf(failure);
        if (full.isPresent()) {
            stop(fullHeap(cell, full.get()));
            return true;
        }
        if (Failures.endsTheRun(failure)) {
            stop(failure);
            return true;
        }
        if (number < ATTEMPTS && Failures.mayPass(failure)) {
            return false;
        }
        try {
            log.failed(cell, number, failure);
        } catch (IOException e) {
            stop(e);
        }
        progress.failed(cell.index());
        if (failFast) {
            stop();
        }
        return true;
    }
}
