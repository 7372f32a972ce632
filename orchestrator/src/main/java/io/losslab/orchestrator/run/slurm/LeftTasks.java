package io.losslab.orchestrator.run.slurm;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.api.file.FileTree;
import io.losslab.collectors.RunDirectory;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.run.cell.CellResults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tasks that a run has left on a cluster when it was cut off. */
public final class LeftTasks {
    private static final Logger LOG = LoggerFactory.getLogger(LeftTasks.class);

    private LeftTasks() {}

    /** Those of a results directory, in the order of their submission. */
    static List<RunningTask> of(Path results) throws IOException {
        List<RunningTask> left = new ArrayList<>();
        for (Path folder : JobArray.folders(results)) {
            JobArray array = JobArray.read(folder);
            for (int task = 0; task < array.tasks().size(); task++) {
                left.add(new RunningTask(folder, array, task));
            }
        }
        return left;
    }

    /** Whether a results directory has any; they may still run. */
    public static boolean isAny(Path results) throws IOException {
        return !JobArray.folders(results).isEmpty();
    }

    /**
     * Ends them, and takes the cells that they have finished: this machine runs the others now.
     *
     * @param finished cells that the run has already
     */
    public static void abandon(
            RunDirectory directory,
            CellResults results,
            Set<Integer> finished,
            Map<String, String> environment)
            throws IOException {
        List<RunningTask> left = of(directory.path());
        cancel(left, new Slurm(environment));
        Set<Integer> taken = new HashSet<>(finished);
        for (RunningTask task : left) {
            for (CellOutcome outcome : task.files().outcomes()) {
                if (!taken.contains(outcome.cell())
                        && task.files().give(outcome.cell(), directory)) {
                    results.finished(outcome);
                    taken.add(outcome.cell());
                }
            }
        }
        discard(directory);
    }

    private static void cancel(List<RunningTask> left, Slurm slurm) {
        Set<String> names = new TreeSet<>();
        Set<String> jobs = new TreeSet<>();
        for (RunningTask task : left) {
            names.add(task.jobName());
            if (task.job() != null) {
                jobs.add(task.job());
            }
        }
        try {
            names.forEach(slurm::cancel);
            if (!slurm.awaitEnd(jobs)) {
                LOG.warn("tasks of {} do not end", names);
            }
        } catch (CommandFailure e) {
            LOG.warn("tasks could not be cancelled: {}", e.getMessage());
        }
    }

    /** Deletes their files; a task that does not end may still write some. */
    static void discard(RunDirectory directory) {
        Path folder = directory.path().resolve(JobArray.FOLDER);
        try {
            FileTree.delete(folder);
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("{} could not be deleted: {}", folder, e.toString());
        }
    }
}
