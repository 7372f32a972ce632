package io.losslab.orchestrator.cli;

import io.losslab.orchestrator.run.slurm.SlurmTask;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslab task}: what a task of a job array starts; not for users. */
@Command(
        name = SlurmTask.VERB,
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "Run the cells of a task of a job array. Started by Slurm.")
final class TaskCommand implements Callable<Integer> {
    private final RunCommand run;

    @Parameters(index = "0", paramLabel = "ARRAY", description = "Folder of the job array.")
    private Path array;

    @Parameters(index = "1", paramLabel = "NUMBER", description = "Index of the task.")
    private int number;

    TaskCommand(RunCommand run) {
        this.run = run;
    }

    @Override
    public Integer call() {
        return run.runTask(SlurmTask.read(array, number)).exitCode();
    }
}
