package io.losslab.orchestrator.session;

import java.util.OptionalLong;

/**
 * What {@code losslab run} asks of a run with real frames.
 *
 * @param scale seconds of the wall that a second of the lab takes; empty: so many that the fastest
 *     link gets no more than 100 Mb/s
 * @param compareVirtual whether the same cells are run in virtual time as well, to compare
 */
public record LiveOptions(OptionalLong scale, boolean compareVirtual) {
    /** Nothing in particular. */
    public static final LiveOptions NONE = new LiveOptions(OptionalLong.empty(), false);

    public LiveOptions {
        if (scale.isPresent() && (scale.getAsLong() < 1 || scale.getAsLong() > 1_000_000)) {
            throw new IllegalArgumentException("scale must be 1..1000000: " + scale.getAsLong());
        }
    }
}
