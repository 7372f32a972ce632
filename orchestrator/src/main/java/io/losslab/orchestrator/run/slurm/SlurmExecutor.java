package io.losslab.orchestrator.run.slurm;

import io.losslab.analysis.run.CellFailure;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.api.file.FileTree;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.experiment.Cell;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.cost.CellCost;
import io.losslab.orchestrator.progress.Progress;
import io.losslab.orchestrator.run.cell.CellExecutor;
import io.losslab.orchestrator.run.cell.CellResults;
import io.losslab.orchestrator.session.SlurmSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has cells run by a Slurm cluster. Cells of a task that was lost (its node failed, a limit ended
 * it, another job preempted it) go to a new task; what it had finished counts. One thread submits,
 * watches, and collects.
 */
public final class SlurmExecutor implements CellExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(SlurmExecutor.class);

    private static final int MOST_LOSSES = 3;

    /** What a cell gets of what its last task had too little of. */
    private static final int MORE = 2;

    /** Of a file system that shows files of other machines late. */
    private static final long FILES_LATE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final long SHORTEST_STEP_MILLIS = 500;
    private static final long LONGEST_STEP_MILLIS = 15_000;

    /**
     * A controller that restarts is back by then, and takes tasks; those it has go on without it.
     */
    static final long UNREACHABLE_NANOS = TimeUnit.MINUTES.toNanos(30);

    private final Slurm slurm;
    private final SlurmSettings settings;
    private final RunDirectory directory;
    private final CellResults results;
    private final Progress progress;
    private final boolean failFast;
    private final CellCosts costs;
    private final Submission submission;
    private final TaskRoom room;

    private final Map<Integer, Cell> open = new TreeMap<>();
    private final Map<Integer, Integer> losses = new HashMap<>();
    private final List<RunningTask> tasks = new ArrayList<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final RunJobs jobs;
    private int arrays;
    private Optional<Exception> end = Optional.empty();

    private boolean anyFailed;

    /** Whether tasks may run on although they are of no use any more. */
    private boolean areTasksLeft;

    /**
     * Makes an executor; {@link #run} is to be called once.
     *
     * @param environment by which Slurm's commands and the cluster are found
     * @param estimate of cells that nothing is known of yet
     * @param failFast whether the first cell that fails ends the others
     */
    public SlurmExecutor(
            SlurmSettings settings,
            Map<String, String> environment,
            RunDirectory directory,
            CellResults results,
            Progress progress,
            boolean failFast,
            Function<Cell, CellCost> estimate) {
        this.settings = settings;
        this.slurm = new Slurm(environment);
        this.jobs = new RunJobs(slurm);
        this.directory = directory;
        this.results = results;
        this.progress = progress;
        this.failFast = failFast;
        this.costs = new CellCosts(estimate);
        this.submission = new Submission(slurm, settings);
        this.room = new TaskRoom(settings.tasksAtATime());
    }

    /** Finished cells of the same run tell what others of their kind cost. */
    public SlurmExecutor knowing(List<Cell> cells, List<CellOutcome> finished) {
        for (CellOutcome outcome : finished) {
            costs.measured(cells.get(outcome.cell()), outcome.wallSeconds());
        }
        return this;
    }

    @Override
    public void stop() {
        stopped.countDown();
    }

    @Override
    public Optional<Exception> run(List<Cell> cells) {
        cells.forEach(cell -> open.put(cell.index(), cell));
        try {
            takeUp();
            watch(TaskSizes.of(slurm, settings));
            if (open.isEmpty()) {
                discard();
            } else {
                cancel();
            }
        } catch (IOException e) {
            fail(e);
        } catch (UncheckedIOException e) {
            fail(e.getCause());
        } catch (CommandFailure e) {
            fail(e);
        }
        return areTasksLeft ? Optional.of(new TasksLeft(jobs.name(), end.orElse(null))) : end;
    }

    /** All cells are done. What tasks have written says why those failed that did. */
    private void discard() throws IOException {
        boolean haveEnded = jobs.awaitEnd();
        if (!anyFailed) {
            LeftTasks.discard(directory);
        } else if (haveEnded) {
            LeftTasks.haveEnded(directory.path());
        }
    }

    /** Something ended the run: tasks that still run are of no use. */
    private void fail(Exception cause) {
        end = end.isPresent() ? end : Optional.of(cause);
        try {
            cancel();
        } catch (IOException e) {
            LOG.warn("what tasks have finished could not be taken", e);
        }
    }

    /**
     * Finds the tasks of a run that was killed: what they finished counts, and they may go on.
     * Cells that failed are run again.
     */
    private void takeUp() throws IOException {
        List<RunningTask> left = LeftTasks.of(directory.path());
        left.forEach(jobs::takeUp);
        arrays =
                JobArray.folders(directory.path()).stream()
                        .mapToInt(SlurmExecutor::number)
                        .max()
                        .orElse(0);
        // Asked before looking: what a task finishes between the two would else be run again.
        List<TaskState> states = jobs.states();
        for (RunningTask task : left) {
            takeFinished(task);
            boolean alive = states.stream().anyMatch(s -> task.isIn(s) && !s.isOver());
            if (alive && !task.open().isEmpty()) {
                LOG.info("{} goes on", task.text());
                tasks.add(task);
            }
        }
    }

    private static int number(Path folder) {
        return Integer.parseInt(folder.getFileName().toString().replaceAll("\\D", ""));
    }

    /** Submits cells that are in no task, as long as there may be more tasks. */
    private void submit(TaskSizes sizes) throws IOException {
        Set<Integer> taken =
                tasks.stream().flatMap(t -> t.open().stream()).collect(Collectors.toSet());
        List<Cell> free = open.values().stream().filter(c -> !taken.contains(c.index())).toList();
        if (free.isEmpty() || room.besides(tasks.size()) <= 0) {
            return;
        }
        jobs.cancelUnanswered();
        for (List<TaskPlan> array : sizes.arrays(free, costs.of(free))) {
            int most = room.besides(tasks.size());
            if (stopped.getCount() == 0 || most <= 0) {
                return;
            }
            submit(array.subList(0, Math.min(most, array.size())));
        }
    }

    private void submit(List<TaskPlan> plans) throws IOException {
        arrays++;
        Path folder =
                directory.path().resolve(JobArray.FOLDER).resolve("array-%04d".formatted(arrays));
        jobs.submitting();
        JobArray array;
        try {
            array = submission.submit(folder, jobs.name(), plans);
        } catch (SubmitLimit e) {
            LOG.info("{} more tasks are too many now: {}", plans.size(), e.getMessage());
            room.refused(tasks.size(), plans.size());
            if (tasks.isEmpty()) {
                progress.note("Slurm takes no more tasks now");
            }
            withdraw(folder);
            return;
        } catch (CommandFailure e) {
            if (e.exitCode() == ExitCode.USAGE) {
                withdraw(folder);
            }
            throw e;
        }
        jobs.accepted(array.job());
        LOG.info(
                "job {}: {} tasks for {} cells, {} min and {} MiB each",
                array.job(),
                plans.size(),
                plans.stream().mapToInt(task -> task.cells().size()).sum(),
                plans.get(0).minutes(),
                plans.get(0).memoryMebibytes());
        for (int task = 0; task < plans.size(); task++) {
            tasks.add(new RunningTask(folder, array, task));
        }
    }

    /** Slurm has not taken an array. */
    private void withdraw(Path folder) throws IOException {
        jobs.refused();
        FileTree.delete(folder);
    }

    private void watch(TaskSizes sizes) throws IOException {
        long began = System.nanoTime();
        long heard = began;
        while (true) {
            try {
                look(states(tasks));
                submit(sizes);
                heard = System.nanoTime();
            } catch (CommandFailure e) {
                // What it has taken before it may take again, once a partition is up, say.
                boolean isRefusal = e.exitCode() == ExitCode.USAGE && jobs.isAny();
                if (isRefusal && !tasks.isEmpty()) {
                    heard = System.nanoTime();
                }
                // What tasks finish meanwhile is kept; they do not need the controller.
                if (!isRefusal && e.exitCode() != ExitCode.DEVICE
                        || System.nanoTime() - heard > UNREACHABLE_NANOS) {
                    throw e;
                }
                LOG.warn("{}", e.getMessage());
                progress.note(isRefusal ? e.getMessage() : "Slurm does not answer");
                for (RunningTask task : tasks) {
                    collect(task);
                }
            }
            if (open.isEmpty() || end.isPresent() || isStoppedWithin(step(began))) {
                return;
            }
        }
    }

    /** Often at first, for short runs; rarely later, for the controller's sake. */
    private static long step(long began) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) / 20;
        return Math.min(LONGEST_STEP_MILLIS, Math.max(SHORTEST_STEP_MILLIS, millis));
    }

    private boolean isStoppedWithin(long millis) {
        try {
            return stopped.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop();
            return true;
        }
    }

    private List<TaskState> states(List<RunningTask> of) {
        List<String> their = of.stream().map(RunningTask::job).distinct().toList();
        return their.isEmpty() ? List.of() : slurm.states(their);
    }

    /** Collects what tasks have finished; those that are over give their other cells back. */
    private void look(List<TaskState> states) throws IOException {
        long now = System.nanoTime();
        Map<String, Integer> counts = new TreeMap<>();
        List<RunningTask> over = new ArrayList<>();
        for (RunningTask task : tasks) {
            Optional<TaskState> state = states.stream().filter(task::isIn).findFirst();
            collect(task);
            if (task.open().isEmpty()) {
                over.add(task);
            } else if (state.filter(TaskState::isRefused).isPresent()) {
                refuse(task, state.get());
            } else if (state.isEmpty() || state.get().isOver()) {
                boolean isCancelled = state.filter(TaskState::isCancelled).isPresent();
                if (isCancelled || task.overForNanos(now) > FILES_LATE_NANOS) {
                    over.add(task);
                    lost(task, state);
                }
            } else {
                counts.merge(word(state.get()), 1, Integer::sum);
            }
        }
        tasks.removeAll(over);
        room.ended(over.size());
        progress.note(
                counts.entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .collect(Collectors.joining(", ", counts.isEmpty() ? "" : "tasks: ", "")));
    }

    private static String word(TaskState state) {
        boolean waits = state.isPending() && !state.reason().equals("None");
        return waits
                ? "pending (%s)".formatted(state.reason())
                : state.state().toLowerCase(Locale.ROOT);
    }

    /** Takes finished and failed cells of a task. */
    private void collect(RunningTask task) throws IOException {
        takeFinished(task);
        for (CellFailure failure : task.files().failures()) {
            if (task.open().remove((Integer) failure.cell())) {
                failed(
                        failure.cell(),
                        failure.attempts(),
                        CommandFailure.failed(
                                failure.error(), "its task's log is in " + task.files().logName()));
            }
        }
    }

    private void takeFinished(RunningTask task) throws IOException {
        for (CellOutcome outcome : task.files().outcomes()) {
            int cell = outcome.cell();
            if (open.containsKey(cell) && task.files().give(cell, directory)) {
                results.finished(outcome);
                costs.measured(open.remove(cell), outcome.wallSeconds());
                progress.done(outcome);
            }
        }
        task.open().removeIf(cell -> !open.containsKey(cell));
    }

    private void failed(int number, int attempts, Exception cause) throws IOException {
        Cell cell = open.remove(number);
        anyFailed = true;
        results.failed(cell, attempts, cause);
        progress.failed(number);
        if (failFast) {
            stop();
        }
    }

    private void refuse(RunningTask task, TaskState state) {
        LOG.error("{} will not run: {}", task.text(), state.reason());
        end =
                Optional.of(
                        CommandFailure.usage(
                                "Slurm will never start %s: %s"
                                        .formatted(task.text(), state.reason()),
                                "change --partition, --account, --time-limit, or --memory"));
    }

    /** A task is over, and has not run all of its cells. */
    private void lost(RunningTask task, Optional<TaskState> state) throws IOException {
        TaskLoss loss = TaskLoss.of(task, state);
        LOG.warn("{} is lost with cells {}: {}", task.text(), task.open(), loss.text());
        if (loss.isCancelled()) {
            end =
                    Optional.of(
                            CommandFailure.failed(
                                    "%s was cancelled".formatted(task.text()),
                                    "by 'scancel' or by an administrator"));
            return;
        }
        // Those behind the first have not begun; where none has, all of them fare alike.
        List<Integer> tried = task.files().hasBegun() ? task.open().subList(0, 1) : task.open();
        for (int cell : List.copyOf(tried)) {
            if (loss.isTooLong()) {
                costs.needs(cell, TaskSizes.costOfMinutes(MORE * task.plan().minutes()));
            }
            if (loss.isTooLarge()) {
                costs.needs(cell, TaskSizes.costOfMebibytes(MORE * task.plan().memoryMebibytes()));
            }
            if (!loss.isPreempted() && losses.merge(cell, 1, Integer::sum) >= MOST_LOSSES) {
                failed(cell, MOST_LOSSES, loss.failure());
            }
        }
    }

    /** Ends all tasks, and takes what they have finished until then. */
    private void cancel() throws IOException {
        progress.note("cancelling tasks");
        areTasksLeft = !jobs.cancel();
        if (!areTasksLeft) {
            LeftTasks.haveEnded(directory.path());
        }
        for (RunningTask task : tasks) {
            collect(task);
        }
        tasks.clear();
        progress.note("");
    }
}
