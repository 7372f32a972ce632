package io.losslab.benchmarks.fabric;

import java.util.SplittableRandom;

/** Sizes of a workload's messages, bytes, above zero. */
public interface FlowSizes {
    /** The size of the next message. */
    long next(SplittableRandom random);

    /** Mean of what {@link #next} gives. */
    double meanBytes();
}
