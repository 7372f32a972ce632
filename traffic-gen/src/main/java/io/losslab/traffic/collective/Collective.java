package io.losslab.traffic.collective;

import java.util.Optional;

/** Something that ranks do together, once. Immutable. */
public interface Collective {
    /** Adds its operations. */
    void add(RankGroup group);

    /** What makes it impossible with so many ranks. */
    default Optional<String> problem(int ranks) {
        return ranks < 2 ? Optional.of("it needs two hosts or more") : Optional.empty();
    }

    /** About how many operations it has, over all ranks. */
    double expectedOperations(int ranks);

    /** Bytes that nccl-tests counts for its bus bandwidth; 0 where it counts none. */
    double busBytes(int ranks);

    /** What is sent, for users. */
    String describeSizes();
}
