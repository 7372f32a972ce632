package io.losslab.traffic.collective;

import io.losslab.traffic.program.Program;
import io.losslab.traffic.program.ProgramBuilder;
import io.losslab.traffic.program.ProgramSource;
import java.util.Arrays;
import java.util.Optional;

/**
 * A collective of all ranks, after a computation at each.
 *
 * @param computeNanos 0 for none
 */
public record CollectiveProgram(Collective collective, long computeNanos) implements ProgramSource {
    @Override
    public Program program(int ranks) {
        ProgramBuilder program = new ProgramBuilder(ranks);
        int[] all = new int[ranks];
        int[] before = new int[ranks];
        Arrays.setAll(all, rank -> rank);
        Arrays.setAll(
                before, rank -> computeNanos == 0 ? -1 : program.compute(rank, computeNanos, 0));
        RankGroup group = new RankGroup(program, all, 0);
        collective.add(group);
        group.beginAfter(before);
        return program.build();
    }

    @Override
    public Optional<String> problem(int ranks) {
        return collective.problem(ranks);
    }

    @Override
    public double expectedOperations(int ranks) {
        return collective.expectedOperations(ranks) + ranks;
    }

    @Override
    public double busBytes(int ranks) {
        return collective.busBytes(ranks);
    }

    @Override
    public String describeSizes() {
        return collective.describeSizes();
    }
}
