package io.losslab.traffic.program;

/**
 * What ranks send, receive and compute, and which of their operations wait for which. Operations go
 * by numbers from 0, over all ranks; dependencies are between operations of one rank. Immutable.
 */
public final class Program {
    /** Most operations of a program. */
    public static final int MOST_OPERATIONS = 1 << 21;

    /** Stream of operations that take no time and wait for no turn. */
    public static final int NO_STREAM = Integer.MAX_VALUE;

    /** What an operation does. */
    public enum Kind {
        /** Takes time on a stream of its rank, whose operations take turns. */
        COMPUTE,
        /** Complete when the receiver has acknowledged all of it. */
        SEND,
        /** Complete when the message has arrived. */
        RECEIVE
    }

    private final int ranks;
    private final String placeWord;
    private final Kind[] kinds;
    private final int[] rankOf;
    private final int[] peers;
    private final int[] tags;
    private final long[] amounts;
    private final int[] places;
    private final int[] firstRequired;
    private final int[] required;

    Program(
            int ranks,
            String placeWord,
            Kind[] kinds,
            int[] rankOf,
            int[] peers,
            int[] tags,
            long[] amounts,
            int[] places,
            int[] firstRequired,
            int[] required) {
        this.ranks = ranks;
        this.placeWord = placeWord;
        this.kinds = kinds;
        this.rankOf = rankOf;
        this.peers = peers;
        this.tags = tags;
        this.amounts = amounts;
        this.places = places;
        this.firstRequired = firstRequired;
        this.required = required;
    }

    public int ranks() {
        return ranks;
    }

    public int operations() {
        return kinds.length;
    }

    public Kind kind(int operation) {
        return kinds[operation];
    }

    public int rank(int operation) {
        return rankOf[operation];
    }

    /** SEND: the receiving rank; RECEIVE: the sending one. */
    public int peer(int operation) {
        return peers[operation];
    }

    /** SEND, RECEIVE: by which they find each other, unsigned; COMPUTE: the stream. */
    public int tag(int operation) {
        return tags[operation];
    }

    /** SEND, RECEIVE: bytes, above zero. */
    public long bytes(int operation) {
        return amounts[operation];
    }

    /** COMPUTE: how long it takes. */
    public long nanos(int operation) {
        return amounts[operation];
    }

    /** Where its source has it: a line or a record, from 1; 0 for none. */
    public int place(int operation) {
        return places[operation];
    }

    /** How many operations an operation waits for. */
    public int requirements(int operation) {
        return firstRequired[operation + 1] - firstRequired[operation];
    }

    /** One of the operations that an operation waits for. */
    public int requirement(int operation, int index) {
        return required[firstRequired[operation] + index];
    }

    /** An operation for users, such as {@code rank 2: send 10 B to 3, tag 1 (line 7)}. */
    public String describe(int operation) {
        String tag = Integer.toUnsignedString(tags[operation]);
        String what =
                switch (kinds[operation]) {
                    case COMPUTE -> "compute %d ns".formatted(amounts[operation]);
                    case SEND ->
                            "send %d B to %d, tag %s"
                                    .formatted(amounts[operation], peers[operation], tag);
                    case RECEIVE ->
                            "receive %d B from %d, tag %s"
                                    .formatted(amounts[operation], peers[operation], tag);
                };
        String where =
                places[operation] == 0 ? "" : " (%s %d)".formatted(placeWord, places[operation]);
        return "rank %d: %s%s".formatted(rankOf[operation], what, where);
    }
}
