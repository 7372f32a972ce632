package io.losslab.orchestrator.cli.option;

import io.losslab.devices.failure.CommandFailure;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** How many cells run at a time; shared by the verbs that run experiments. */
public final class JobsOption {
    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = {
                "Number of cells to run in parallel",
                "(default: the number of cores; on a cluster,",
                "as many as Slurm grants)."
            })
    private Integer jobs;

    /**
     * Checks what was given.
     *
     * @throws CommandFailure where it is less than 1
     */
    public void check() {
        if (jobs != null && jobs < 1) {
            throw CommandFailure.usage("--jobs must be at least 1, got " + jobs, "");
        }
    }

    /** Empty where the user leaves it open. */
    public OptionalInt given() {
        return jobs == null ? OptionalInt.empty() : OptionalInt.of(jobs);
    }

    public int cells() {
        return jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    }
}
