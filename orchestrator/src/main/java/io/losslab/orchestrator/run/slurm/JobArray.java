package io.losslab.orchestrator.run.slurm;

import io.losslab.analysis.run.ResultsJson;
import io.losslab.api.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A job array of a run, as kept in its folder, so that a run that was killed finds its tasks again.
 *
 * @param jobName unique to the run
 * @param job Slurm's id; null until Slurm has told it
 * @param tasks by their number, from 0
 * @param hasEnded whether none of its tasks runs or waits any more
 */
record JobArray(String jobName, String job, List<TaskPlan> tasks, boolean hasEnded) {
    /** Of a results directory, with one folder for each array. */
    static final String FOLDER = "slurm";

    private static final String FILE = "array.json";

    JobArray {
        tasks = List.copyOf(tasks);
    }

    JobArray withJob(String id) {
        return new JobArray(jobName, id, tasks, hasEnded);
    }

    JobArray ended() {
        return new JobArray(jobName, job, tasks, true);
    }

    static JobArray read(Path folder) throws IOException {
        return ResultsJson.read(folder.resolve(FILE), JobArray.class);
    }

    void write(Path folder) throws IOException {
        ResultsJson.write(folder.resolve(FILE), this);
    }

    /** Folders of the arrays of a run, in the order of their making. */
    static List<Path> folders(Path results) throws IOException {
        Path all = results.resolve(FOLDER);
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        List<Path> folders = new ArrayList<>();
        for (Path folder : FileTree.list(all)) {
            if (Files.exists(folder.resolve(FILE))) {
                folders.add(folder);
            }
        }
        return folders;
    }

    /** The results directory of one of its folders. */
    static Path resultsOf(Path folder) {
        return folder.getParent().getParent();
    }

    /** Where a task of an array writes; {@code .partial} is added while it does. */
    static Path taskFolder(Path folder, int task) {
        return folder.resolve("task-" + task);
    }

    /** What a task of an array prints. */
    static Path taskOutput(Path folder, Object task) {
        return folder.resolve("task-%s.out".formatted(task));
    }
}
