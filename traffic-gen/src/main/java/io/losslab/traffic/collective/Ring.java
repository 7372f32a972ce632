package io.losslab.traffic.collective;

import io.losslab.api.units.DataSize;
import java.util.ArrayList;
import java.util.List;

/**
 * A collective over a ring: every rank sends to the next one, chunk after chunk, and passes on what
 * it receives (NCCL, device/all_reduce.h, reduce_scatter.h, all_gather.h: runRing). Data that does
 * not fit into a chunk a rank and channel takes several rounds.
 *
 * @param operation what it computes
 * @param size of the data as nccl-tests counts it: of the whole buffer, above zero
 */
public record Ring(Operation operation, DataSize size, Chunking chunking) implements Collective {
    /** What a ring can compute. */
    public enum Operation {
        ALL_REDUCE("allReduce", 2),
        REDUCE_SCATTER("reduceScatter", 1),
        ALL_GATHER("allGather", 1);

        private final String word;
        private final int rounds;

        Operation(String word, int rounds) {
            this.word = word;
            this.rounds = rounds;
        }

        /** The word in files. */
        public String word() {
            return word;
        }

        /** How often each byte goes round, less one hop each. */
        int rounds() {
            return rounds;
        }
    }

    public Ring {
        if (size.bytes() < 1) {
            throw new IllegalArgumentException("a ring needs bytes: " + size);
        }
    }

    @Override
    public void add(RankGroup group) {
        for (int channel = 0; channel < chunking.channels(); channel++) {
            List<Integer> last = new ArrayList<>();
            for (int rank = 0; rank < group.size(); rank++) {
                last.add(-1);
            }
            for (long offset = 0; offset < size.bytes(); offset += roundBytes(group.size())) {
                addRound(group, channel, offset, last);
            }
        }
    }

    @Override
    public double expectedOperations(int ranks) {
        double rounds = Math.ceil((double) size.bytes() / roundBytes(ranks));
        return rounds * ranks * steps(ranks) * chunking.channels() * 4;
    }

    @Override
    public double busBytes(int ranks) {
        return (double) size.bytes() * steps(ranks) / ranks;
    }

    @Override
    public String describeSizes() {
        return "%s of %s".formatted(operation.word(), size);
    }

    private int steps(int ranks) {
        return operation.rounds() * (ranks - 1);
    }

    private long roundBytes(int ranks) {
        return chunking.chunk().bytes() * ranks * chunking.channels();
    }

    /**
     * A chunk of every rank goes round.
     *
     * @param last the operation of each rank that ended its round before; below zero for none
     */
    private void addRound(RankGroup group, int channel, long offset, List<Integer> last) {
        int ranks = group.size();
        long full = chunking.chunkBytes(size.bytes() - offset, (long) ranks * chunking.channels());
        long first = offset + (long) channel * ranks * full;
        int steps = steps(ranks);
        List<List<Integer>> came = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            came.add(List.of(last.get(rank), last.get(rank)));
        }
        for (int step = 0; step < steps; step++) {
            List<List<Integer>> comes = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                int previous = Math.floorMod(rank - 1, ranks);
                send(group, channel, rank, bytes(first, full, rank, step, ranks), came.get(rank));
                long incoming = bytes(first, full, previous, step, ranks);
                comes.add(receive(group, channel, rank, previous, incoming, last.get(rank)));
            }
            came = comes;
        }
        for (int rank = 0; rank < ranks; rank++) {
            int end = came.get(rank).get(1);
            last.set(rank, end);
        }
    }

    /** Bytes that a rank sends in a step: of the chunk that came in the one before. */
    private long bytes(long first, long full, int rank, int step, int ranks) {
        int back = operation == Operation.ALL_GATHER ? step : step + 1;
        long begin = first + Math.floorMod(rank - back, ranks) * full;
        return Math.max(0, Math.min(full, size.bytes() - begin));
    }

    private void send(RankGroup group, int channel, int rank, long bytes, List<Integer> after) {
        int next = (rank + 1) % group.size();
        long slice = chunking.sliceBytes(bytes);
        if (slice > 0) {
            group.sendAfter(after.get(0), rank, next, channel, slice);
        }
        if (bytes > slice) {
            group.sendAfter(after.get(1), rank, next, channel, bytes - slice);
        }
    }

    /** The two slices of a chunk; what does not come stands for what came before. */
    private List<Integer> receive(
            RankGroup group, int channel, int rank, int from, long bytes, int before) {
        long slice = chunking.sliceBytes(bytes);
        int one = slice > 0 ? group.receive(rank, from, channel, slice) : before;
        int two = bytes > slice ? group.receive(rank, from, channel, bytes - slice) : one;
        return List.of(one, two);
    }
}
