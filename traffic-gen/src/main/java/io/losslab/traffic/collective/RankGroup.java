package io.losslab.traffic.collective;

import io.losslab.traffic.program.Program;
import io.losslab.traffic.program.ProgramBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Ranks that take part in a collective, by their place in it, while its operations are added to a
 * program.
 */
public final class RankGroup {
    private final ProgramBuilder program;
    private final int[] ranks;
    private final int firstTag;
    private final List<List<Integer>> operations = new ArrayList<>();
    private final List<List<Integer>> free = new ArrayList<>();

    /**
     * Begins a collective.
     *
     * @param ranks of the program, at least two
     * @param firstTag its channels have tags from here on
     */
    public RankGroup(ProgramBuilder program, int[] ranks, int firstTag) {
        this.program = program;
        this.ranks = ranks.clone();
        this.firstTag = firstTag;
        for (int i = 0; i < ranks.length; i++) {
            operations.add(new ArrayList<>());
            free.add(new ArrayList<>());
        }
    }

    public int size() {
        return ranks.length;
    }

    /** Adds a message that waits for nothing of this collective. */
    int send(int from, int to, int channel, long bytes) {
        return keep(from, program.send(ranks[from], ranks[to], firstTag + channel, bytes), true);
    }

    /** Adds a message that waits for an operation of this collective. */
    int sendAfter(int earlier, int from, int to, int channel, long bytes) {
        int send =
                keep(
                        from,
                        program.send(ranks[from], ranks[to], firstTag + channel, bytes),
                        earlier < 0);
        if (earlier >= 0) {
            program.require(send, earlier);
        }
        return send;
    }

    int receive(int at, int from, int channel, long bytes) {
        return keep(at, program.receive(ranks[at], ranks[from], firstTag + channel, bytes), true);
    }

    /** Adds a computation on the first stream. */
    int compute(int at, long nanos) {
        return keep(at, program.compute(ranks[at], nanos, 0), true);
    }

    /** Makes an operation of a member wait for another of it. */
    void require(int operation, int earlier) {
        program.require(operation, earlier);
    }

    /**
     * Makes the collective begin at each member after an operation.
     *
     * @param before by member; below zero for none
     */
    public void beginAfter(int[] before) {
        for (int member = 0; member < ranks.length; member++) {
            for (int operation : free.get(member)) {
                if (before[member] >= 0) {
                    program.require(operation, before[member]);
                }
            }
        }
    }

    /** Adds an operation to each member that is complete when the collective is, there. */
    public int[] join() {
        int[] joins = new int[ranks.length];
        for (int member = 0; member < ranks.length; member++) {
            joins[member] = program.compute(ranks[member], 0, Program.NO_STREAM);
            for (int operation : operations.get(member)) {
                program.require(joins[member], operation);
            }
        }
        return joins;
    }

    private int keep(int member, int operation, boolean isFree) {
        operations.get(member).add(operation);
        if (isFree) {
            free.get(member).add(operation);
        }
        return operation;
    }
}
