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

    /** Begins a series of runs, all by this runner and by one thread. */
    default Series series() {
        return () -> {};
    }

    /**
     * Runs of one command, and what it prints of them: until this is closed, Ctrl-C ends the run
     * that is under way and the process stays.
     */
    interface Series extends AutoCloseable {
        /** Whether no further run is to begin. */
        default boolean isInterrupted() {
            return false;
        }

        @Override
        void close();
    }
}
