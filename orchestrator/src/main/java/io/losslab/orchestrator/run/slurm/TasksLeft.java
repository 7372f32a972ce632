package io.losslab.orchestrator.run.slurm;

import io.losslab.devices.failure.CommandFailure;

/** A run ended, and tasks of it may still be on the cluster: they need its directory as it is. */
public final class TasksLeft extends Exception {
    private static final long serialVersionUID = 1L;
    private final String jobName;

    /**
     * Makes one.
     *
     * @param cause what ended the run; null where the user did
     */
    TasksLeft(String jobName, Exception cause) {
        super("tasks of this run may still be on the cluster", cause);
        this.jobName = jobName;
    }

    /** What ended the run; null where the user did. */
    @Override
    public synchronized Exception getCause() {
        return (Exception) super.getCause();
    }

    /** For the user, with what to do about them. */
    public CommandFailure told() {
        return CommandFailure.failed(
                getMessage(), "end them with 'scancel --name=%s'".formatted(jobName));
    }
}
