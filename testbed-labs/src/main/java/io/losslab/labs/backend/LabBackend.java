package io.losslab.labs.backend;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.PauseReaction;
import io.losslab.configs.testbed.Testbed;
import io.losslab.labs.lease.TestbedLease;
import java.nio.file.Path;
import java.util.Optional;

/** What {@code --backend} names: labs, and what is special about runs on them. */
@FunctionalInterface
public interface LabBackend {
    /**
     * Makes sure, before anything is done, that the labs can run an experiment.
     *
     * @param testbed its devices, where a run has some
     * @throws io.losslab.devices.failure.CommandFailure where they cannot, whatever the machine is
     */
    default void check(Experiment experiment, Optional<Testbed> testbed) {}

    /**
     * Makes sure, before anything is done, that this user and machine can have the labs.
     *
     * @throws io.losslab.devices.failure.CommandFailure where they cannot
     */
    default void checkMachine() {}

    /**
     * Makes sure, before there are results, that no other user has what the labs are made of.
     *
     * @throws io.losslab.devices.failure.CommandFailure where another user has it
     */
    default TestbedLease lease(LabRequest request) {
        return TestbedLease.none();
    }

    /**
     * Makes the labs of a run.
     *
     * @param directory of the results; what is to be undone is kept there
     * @param lease that was taken for the run
     * @throws io.losslab.devices.failure.CommandFailure where the request asks for what there is
     *     not
     */
    Labs labs(LabRequest request, Path directory, TestbedLease lease);

    /** What the results of an experiment must say first; may be empty. */
    default String notes(Experiment experiment) {
        return "";
    }

    /** How late hosts act on a pause. */
    default PauseReaction reaction() {
        return PauseReaction.NONE;
    }

    /** Whether the same cells can be run in virtual time as well, to compare. */
    default boolean isComparable() {
        return false;
    }
}
