package io.losslab.labs.backend;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How fast the time of labs passes, where that depends on the machine: before their first cell it
 * is tried out, and a cell that they could not keep up with is run again, slower. For one thread.
 */
public interface Pace {
    /** Time passes as it does: in virtual time, and on devices that do not share a machine. */
    Pace GIVEN = () -> 0;

    /**
     * Lab time for which traffic is to run, without being measured, before the next cell; 0 for
     * none. To be asked again after each trial.
     */
    long trialNanos();

    /** A trial is over, and its lab has been asked for its checks. */
    default void endTrial() {}

    /** A cell begins. */
    default void beginCell() {}

    /**
     * Whether the cell that has just run is to be run again, slower. Its lab has been asked for its
     * checks.
     */
    default boolean slowDown() {
        return false;
    }

    /** Wall-clock time over lab time in the cell that has just run, where both pass. */
    default OptionalLong timeDilation() {
        return OptionalLong.empty();
    }

    /** What has to be said of the cell that has just run; a sentence without a full stop. */
    default Optional<String> note() {
        return Optional.empty();
    }
}
