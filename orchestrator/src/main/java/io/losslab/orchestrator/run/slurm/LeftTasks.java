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
import java.util.Optional;
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
        return of(results).stream().anyMatch(task -> !task.hasEnded());
    }

    /** Notes that all have ended: what is left of them is only to be read. */
    static void haveEnded(Path results) throws IOException {
        for (Path folder : JobArray.folders(results)) {
            JobArray.read(folder).ended().write(folder);
        }
    }

    /**
     * Ends them, and takes the cells that they have finished: this machine runs the others now.
     *
     * @param finished cells that the run has already
     * @return where they may not have ended: what to tell the user, who knows nothing of them
     */
    public static Optional<TasksLeft> abandon(
            RunDirectory directory,
            CellResults results,
            Set<Integer> finished,
            Map<String, String> environment)
            throws IOException {
        List<RunningTask> left = of(directory.path());
        Optional<TasksLeft> alive = cancel(left, new Slurm(environment));
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
        return alive;
    }

    private static Optional<TasksLeft> cancel(List<RunningTask> left, Slurm slurm) {
        Set<String> names = new TreeSet<>();
        Set<String> jobs = new TreeSet<>();
        for (RunningTask task : left) {
            if (!task.hasEnded()) {
                names.add(task.jobName());
                if (task.job() != null) {
                    jobs.add(task.job());
                }
            }
        }
        try {
            names.forEach(slurm::cancel);
            if (slurm.awaitEnd(jobs)) {
                return Optional.empty();
            }
            LOG.warn("tasks of {} do not end", names);
        } catch (CommandFailure e) {
            LOG.warn("tasks of {} could not be cancelled: {}", names, e.getMessage());
        }
        // All arrays of a run have one name.
        return names.stream().findFirst().map(name -> new TasksLeft(name, null));
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
