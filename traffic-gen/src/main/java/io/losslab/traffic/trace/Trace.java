package io.losslab.traffic.trace;

import io.losslab.traffic.program.Program;
import io.losslab.traffic.program.ProgramSource;
import java.util.Optional;

/**
 * A trace that was read.
 *
 * @param name of its file, for users
 */
public record Trace(String name, Program program) implements ProgramSource {
    @Override
    public Program program(int ranks) {
        return program;
    }

    @Override
    public Optional<String> problem(int ranks) {
        return ranks == program.ranks()
                ? Optional.empty()
                : Optional.of(
                        "the trace has %d ranks, and 'from' names %d hosts"
                                .formatted(program.ranks(), ranks));
    }

    @Override
    public double expectedOperations(int ranks) {
        return program.operations();
    }

    @Override
    public String describeSizes() {
        return name;
    }
}
