package io.losslab.traffic.trace;

import io.losslab.api.units.DataSize;
import io.losslab.traffic.collective.Chain;
import io.losslab.traffic.collective.Chunking;
import io.losslab.traffic.collective.Collective;
import io.losslab.traffic.collective.DirectExchange;
import io.losslab.traffic.collective.Ring;
import io.losslab.traffic.collective.Rooted;
import io.losslab.traffic.collective.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the collectives of a Chakra trace are replayed as: a trace says what is computed among whom,
 * not how.
 *
 * @param algorithm of all-reduces
 * @param chunking of rings, and channels of trees
 * @param groups members of process groups by name; a group that is not named holds all ranks
 */
public record ChakraCollectives(
        Algorithm algorithm, Chunking chunking, Map<String, List<Integer>> groups) {
    /** How all-reduces are done. */
    public enum Algorithm {
        RING("ring"),
        TREE("tree");

        private final String word;

        Algorithm(String word) {
            this.word = word;
        }

        /** The word in files. */
        public String word() {
            return word;
        }
    }

    /** Of a collective: more than any model has. */
    static final long MOST_BYTES = 1L << 40;

    /** Of a barrier: it is an all-reduce of one number. */
    private static final long BARRIER_BYTES = 4;

    private static final List<String> TYPES =
            List.of(
                    "ALL_REDUCE",
                    "REDUCE",
                    "ALL_GATHER",
                    "GATHER",
                    "SCATTER",
                    "BROADCAST",
                    "ALL_TO_ALL",
                    "REDUCE_SCATTER",
                    "REDUCE_SCATTER_BLOCK",
                    "BARRIER");

    public ChakraCollectives {
        groups = Map.copyOf(groups);
    }

    /** Name of a type of collective; empty where there is none of that number. */
    static Optional<String> name(long type) {
        return type >= 0 && type < TYPES.size()
                ? Optional.of(TYPES.get((int) type))
                : Optional.empty();
    }

    /**
     * How a collective is done; empty where nothing is sent.
     *
     * @param bytes at a rank: of the whole buffer that is reduced, scattered or exchanged, or of
     *     the part that is gathered
     * @param root place in the group
     */
    Optional<Collective> collective(String type, long bytes, int ranks, int root) {
        long sent = type.equals("BARRIER") ? Math.max(BARRIER_BYTES, bytes) : bytes;
        if (sent == 0 || ranks < 2) {
            return Optional.empty();
        }
        DataSize whole = new DataSize(sent);
        DataSize part = new DataSize(Math.max(1, sent / ranks));
        return Optional.of(
                switch (type) {
                    case "ALL_GATHER" ->
                            new Ring(
                                    Ring.Operation.ALL_GATHER,
                                    new DataSize(sent * ranks),
                                    chunking);
                    case "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK" ->
                            new Ring(Ring.Operation.REDUCE_SCATTER, whole, chunking);
                    case "REDUCE" -> new Chain(true, root, whole, chunking);
                    case "BROADCAST" -> new Chain(false, root, whole, chunking);
                    case "GATHER" -> new Rooted(true, root, whole);
                    case "SCATTER" -> new Rooted(false, root, part);
                    case "ALL_TO_ALL" -> new DirectExchange(part);
                    default ->
                            algorithm == Algorithm.TREE
                                    ? new Tree(whole, chunking.channels(), Optional.empty())
                                    : new Ring(Ring.Operation.ALL_REDUCE, whole, chunking);
                });
    }
}
