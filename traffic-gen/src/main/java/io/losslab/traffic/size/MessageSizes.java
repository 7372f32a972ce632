package io.losslab.traffic.size;

import io.losslab.api.units.DataSize;
import java.util.SplittableRandom;

/** Sizes of a group's messages, in bytes, above zero. Immutable. */
public sealed interface MessageSizes permits FixedSize, UniformSizes, SizeDistribution {
    /** Longest message of an InfiniBand transport. */
    DataSize MOST = new DataSize(1L << 31);

    /** The size of the next message. */
    long next(SplittableRandom random);

    /** Mean of what {@link #next} gives, before it is rounded to whole bytes. */
    double meanBytes();

    /** For users, in a few words. */
    String describe();
}
