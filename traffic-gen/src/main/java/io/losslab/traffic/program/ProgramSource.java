package io.losslab.traffic.program;

import java.util.Optional;

/** A trace or a collective: makes the operations of one iteration for so many ranks. Immutable. */
public interface ProgramSource {
    /**
     * Makes the operations.
     *
     * @throws ProgramException where they cannot be
     */
    Program program(int ranks);

    /** What makes it impossible with so many ranks; then it must not be made. */
    default Optional<String> problem(int ranks) {
        return ranks < 2 ? Optional.of("it needs two hosts or more") : Optional.empty();
    }

    /** About how many operations there are, to refuse what would not fit. */
    double expectedOperations(int ranks);

    /**
     * Bytes that nccl-tests takes for its bus bandwidth of an iteration: what each link must carry
     * at least, whatever the algorithm; 0 where it has no such number.
     */
    default double busBytes(int ranks) {
        return 0;
    }

    /** What is sent, for users. */
    String describeSizes();
}
