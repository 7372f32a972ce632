package io.losslab.orchestrator.session;

/** Runs an experiment to its results directory and prints the outcome. */
@FunctionalInterface
public interface ExperimentRunner {
    /**
     * Runs all cells; returns when results are on disk.
     *
     * @throws io.losslab.devices.failure.CommandFailure where the run cannot be done, for a reason
     *     a user can act on
     */
    RunOutcome run(RunRequest request);
}
