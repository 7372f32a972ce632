package io.losslab.traffic.program;

import io.losslab.traffic.program.Program.Kind;
import java.util.Arrays;

/** Collects the operations of a program. Not thread safe. */
public final class ProgramBuilder {
    private final int ranks;
    private final String placeWord;
    private Kind[] kinds = new Kind[64];
    private int[] rankOf = new int[64];
    private int[] peers = new int[64];
    private int[] tags = new int[64];
    private long[] amounts = new long[64];
    private int[] places = new int[64];
    private int operations;
    private int[] waiting = new int[64];
    private int[] required = new int[64];
    private int requirements;

    /** Begins a program of so many ranks, above zero, that has no source. */
    public ProgramBuilder(int ranks) {
        this(ranks, "");
    }

    /**
     * Begins a program of so many ranks, above zero.
     *
     * @param placeWord what its source counts: line, record
     */
    public ProgramBuilder(int ranks, String placeWord) {
        if (ranks < 1) {
            throw new IllegalArgumentException("a program needs ranks: " + ranks);
        }
        this.ranks = ranks;
        this.placeWord = placeWord;
    }

    public int ranks() {
        return ranks;
    }

    /** Operations so far. */
    public int operations() {
        return operations;
    }

    /** Adds an operation that takes time on a stream of its rank; returns its number. */
    public int compute(int rank, long nanos, int stream) {
        if (nanos < 0) {
            throw new IllegalArgumentException("a computation takes " + nanos + " ns");
        }
        return add(Kind.COMPUTE, rank, rank, stream, nanos);
    }

    /** Adds a message to another rank; returns the operation's number. */
    public int send(int rank, int to, int tag, long bytes) {
        return message(Kind.SEND, rank, to, tag, bytes);
    }

    /** Adds a message from another rank; returns the operation's number. */
    public int receive(int rank, int from, int tag, long bytes) {
        return message(Kind.RECEIVE, rank, from, tag, bytes);
    }

    /** The newest operation is found at a line or record of its source, from 1. */
    public void placeAt(int place) {
        places[operations - 1] = place;
    }

    /** Makes an operation wait for another of its rank. */
    public void require(int operation, int earlier) {
        if (operation < 0
                || operation >= operations
                || earlier < 0
                || earlier >= operations
                || rankOf[operation] != rankOf[earlier]) {
            throw new IllegalArgumentException(
                    "operation %d cannot wait for %d".formatted(operation, earlier));
        }
        if (requirements == waiting.length) {
            waiting = Arrays.copyOf(waiting, 2 * requirements);
            required = Arrays.copyOf(required, 2 * requirements);
        }
        waiting[requirements] = operation;
        required[requirements++] = earlier;
    }

    /** Makes the program. */
    public Program build() {
        int[] first = new int[operations + 1];
        for (int i = 0; i < requirements; i++) {
            first[waiting[i] + 1]++;
        }
        for (int operation = 0; operation < operations; operation++) {
            first[operation + 1] += first[operation];
        }
        int[] next = first.clone();
        int[] sorted = new int[requirements];
        for (int i = 0; i < requirements; i++) {
            sorted[next[waiting[i]]++] = required[i];
        }
        return new Program(
                ranks,
                placeWord,
                Arrays.copyOf(kinds, operations),
                Arrays.copyOf(rankOf, operations),
                Arrays.copyOf(peers, operations),
                Arrays.copyOf(tags, operations),
                Arrays.copyOf(amounts, operations),
                Arrays.copyOf(places, operations),
                first,
                sorted);
    }

    private int message(Kind kind, int rank, int peer, int tag, long bytes) {
        if (bytes <= 0 || peer == rank || peer < 0 || peer >= ranks) {
            throw new IllegalArgumentException(
                    "rank %d of %d cannot exchange %d B with rank %d"
                            .formatted(rank, ranks, bytes, peer));
        }
        return add(kind, rank, peer, tag, bytes);
    }

    private int add(Kind kind, int rank, int peer, int tag, long amount) {
        if (rank < 0 || rank >= ranks) {
            throw new IllegalArgumentException("there is no rank %d of %d".formatted(rank, ranks));
        }
        if (operations == Program.MOST_OPERATIONS) {
            throw new ProgramException(
                    "the program has more than %,d operations".formatted(Program.MOST_OPERATIONS));
        }
        if (operations == kinds.length) {
            grow();
        }
        kinds[operations] = kind;
        rankOf[operations] = rank;
        peers[operations] = peer;
        tags[operations] = tag;
        amounts[operations] = amount;
        return operations++;
    }

    private void grow() {
        int capacity = 2 * operations;
        kinds = Arrays.copyOf(kinds, capacity);
        rankOf = Arrays.copyOf(rankOf, capacity);
        peers = Arrays.copyOf(peers, capacity);
        tags = Arrays.copyOf(tags, capacity);
        amounts = Arrays.copyOf(amounts, capacity);
        places = Arrays.copyOf(places, capacity);
    }
}
