package io.losslab.orchestrator.run.slurm;

import io.losslab.configs.experiment.Cell;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.cost.CellCost;
import io.losslab.orchestrator.session.SlurmSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Makes sure, before there are results, that a cluster takes the tasks of a run. One object serves
 * the runs of a series: once the cluster has taken one of them, its controller may be away for a
 * while between two, as during one.
 */
public final class ClusterCheck {
    private static final long STEP_SECONDS = 2;

    private final Map<String, String> environment;
    private final Function<Cell, CellCost> estimate;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private boolean hasTaken;

    /**
     * Checks clusters that an environment leads to.
     *
     * @param estimate what a cell costs
     */
    public ClusterCheck(Map<String, String> environment, Function<Cell, CellCost> estimate) {
        this.environment = environment;
        this.estimate = estimate;
    }

    /** Ends the wait for a controller. From any thread. */
    public void stop() {
        stopped.countDown();
    }

    /**
     * Returns once the cluster would take the tasks.
     *
     * @param results directory
     * @param mayHaveTasks whether the run may have some there that count for a limit
     * @param console told what it waits for, once
     * @throws CommandFailure where it does not, or is stopped
     */
    public void require(
            SlurmSettings settings,
            Path results,
            List<Cell> cells,
            boolean mayHaveTasks,
            Consumer<CommandFailure> console) {
        long began = System.nanoTime();
        boolean isTold = false;
        while (true) {
            try {
                test(settings, results, cells, mayHaveTasks);
                hasTaken = true;
                return;
            } catch (CommandFailure e) {
                long waited = System.nanoTime() - began;
                if (!hasTaken || !e.isOfDevice() || waited > SlurmExecutor.UNREACHABLE_NANOS) {
                    throw e;
                }
                if (!isTold) {
                    console.accept(e);
                    isTold = true;
                }
                awaitStep(e);
            }
        }
    }

    private void test(
            SlurmSettings settings, Path results, List<Cell> cells, boolean mayHaveTasks) {
        Submission.checkPath(results);
        Slurm slurm = new Slurm(environment);
        slurm.require();
        Submission submission = new Submission(slurm, settings);
        for (List<TaskPlan> array :
                TaskSizes.of(slurm, settings).arrays(cells, new CellCosts(estimate).of(cells))) {
            try {
                submission.test(array.get(0));
            } catch (SubmitLimit e) {
                if (!mayHaveTasks) {
                    throw e.failure();
                }
            }
        }
    }

    private void awaitStep(CommandFailure cause) {
        try {
            if (stopped.await(STEP_SECONDS, TimeUnit.SECONDS)) {
                throw new CommandFailure(
                        "interrupted while waiting for Slurm", "", ExitCode.INTERRUPTED, cause);
            }
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        }
    }
}
