package io.losslab.orchestrator.run.slurm;

import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A task of a job array, as its own process sees it.
 *
 * @param results directory of the run that it is a part of
 * @param folder to write to
 * @param cells numbers of the cells to run, in this order
 */
public record SlurmTask(Path results, Path folder, List<Integer> cells) {
    /** The verb of the command line that runs one: {@code losslab task ARRAY NUMBER}. */
    public static final String VERB = Submission.VERB;

    /**
     * Reads it.
     *
     * @param array the array's folder
     * @throws CommandFailure where there is no such task
     */
    public static SlurmTask read(Path array, int number) {
        try {
            List<TaskPlan> tasks = JobArray.read(array).tasks();
            return new SlurmTask(
                    JobArray.resultsOf(array),
                    JobArray.taskFolder(array, number),
                    tasks.get(number).cells());
        } catch (IOException | IndexOutOfBoundsException e) {
            throw CommandFailure.usage(
                    "there is no task %d in %s".formatted(number, array),
                    "the folder must be on a file system that the nodes share",
                    e);
        }
    }
}
