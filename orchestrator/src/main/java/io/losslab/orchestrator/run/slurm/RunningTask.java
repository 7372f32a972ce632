package io.losslab.orchestrator.run.slurm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A task that was submitted, until every cell of it is done or given to another task. */
final class RunningTask {
    private final JobArray array;
    private final int number;
    private final TaskFiles files;
    private final List<Integer> open;
    private long overSinceNanos = -1;

    RunningTask(Path folder, JobArray array, int number) {
        this.array = array;
        this.number = number;
        this.files = new TaskFiles(folder, number);
        this.open = new ArrayList<>(plan().cells());
    }

    String job() {
        return array.job();
    }

    String jobName() {
        return array.jobName();
    }

    /** Whether the run knows that it neither runs nor waits any more. */
    boolean hasEnded() {
        return array.hasEnded();
    }

    TaskPlan plan() {
        return array.tasks().get(number);
    }

    TaskFiles files() {
        return files;
    }

    /** Its cells that are not done yet, in the order in which it runs them. */
    List<Integer> open() {
        return open;
    }

    boolean isIn(TaskState state) {
        return state.job().equals(array.job()) && state.task() == number;
    }

    /** Nanoseconds since it was first seen to be over. */
    long overForNanos(long now) {
        if (overSinceNanos < 0) {
            overSinceNanos = now;
        }
        return now - overSinceNanos;
    }

    /** What users know it by. */
    String text() {
        return "task %s_%d".formatted(array.job(), number);
    }
}
