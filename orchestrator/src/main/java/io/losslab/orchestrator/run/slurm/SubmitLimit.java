package io.losslab.orchestrator.run.slurm;

import io.losslab.devices.failure.CommandFailure;

/** Slurm takes fewer tasks at a time than were submitted; those of others may count, too. */
final class SubmitLimit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param reason what sbatch printed
     */
    SubmitLimit(String reason) {
        super(reason);
    }

    /** For the user, where not even one task is taken. */
    CommandFailure failure() {
        return CommandFailure.usage(
                "Slurm takes no task: " + getMessage(),
                "wait until others have ended that count, such as those of 'squeue --me'",
                this);
    }
}
