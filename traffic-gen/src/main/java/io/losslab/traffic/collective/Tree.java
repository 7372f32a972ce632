package io.losslab.traffic.collective;

import io.losslab.api.units.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An all-reduce over NCCL's double binary tree: half of the channels reduce up and broadcast down
 * one tree, half the other, in which the leaves of the first are inside (NCCL, graph/trees.cc;
 * device/all_reduce.h: runTreeSplit).
 *
 * @param size of the buffer, above zero
 * @param channels among which it is divided, above zero
 * @param chunk most bytes of a message; empty: as NCCL chooses by size and depth
 */
public record Tree(DataSize size, int channels, Optional<DataSize> chunk) implements Collective {
    /** A step of NCCL's buffer: 4 MiB / 8. */
    private static final long LONGEST_CHUNK = 512 << 10;

    public Tree {
        if (size.bytes() < 1 || channels < 1) {
            throw new IllegalArgumentException(
                    "no tree of %s on %d channels".formatted(size, channels));
        }
    }

    @Override
    public void add(RankGroup group) {
        long longest = chunkBytes(group.size());
        for (int channel = 0; channel < channels; channel++) {
            BinaryTree tree =
                    channel < (channels + 1) / 2
                            ? BinaryTree.first(group.size())
                            : BinaryTree.second(group.size());
            long round = longest * channels;
            for (long offset = 0; offset < size.bytes(); offset += round) {
                long share = Math.min(longest, Chunking.divideUp(size.bytes() - offset, channels));
                long begin = offset + channel * share;
                long bytes = Math.min(share, size.bytes() - begin);
                if (bytes > 0) {
                    addChunk(group, tree, channel, bytes);
                }
            }
        }
    }

    @Override
    public double expectedOperations(int ranks) {
        double rounds = Math.ceil((double) size.bytes() / chunkBytes(ranks) / channels);
        return rounds * channels * 4 * (ranks - 1);
    }

    @Override
    public double busBytes(int ranks) {
        return 2.0 * (ranks - 1) / ranks * size.bytes();
    }

    @Override
    public String describeSizes() {
        return "allReduce of " + size;
    }

    /**
     * Most bytes of a message: halved while there are too few of them to fill the tree (NCCL,
     * enqueue.cc), whose depth is NCCL's estimate for one rank a node (graph/connect.cc:
     * connectTrees).
     */
    long chunkBytes(int ranks) {
        if (chunk.isPresent()) {
            return chunk.get().bytes();
        }
        int depth = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(ranks);
        long bytes = LONGEST_CHUNK;
        bytes = halved(bytes, 8L * depth, 128 << 10);
        bytes = halved(bytes, 4L * depth, 64 << 10);
        return halved(bytes, depth, 32 << 10);
    }

    private long halved(long bytes, long wanted, long least) {
        long chosen = bytes;
        while (size.bytes() / (channels * chosen) < wanted && chosen > least) {
            chosen /= 2;
        }
        return chosen;
    }

    private static void addChunk(RankGroup group, BinaryTree tree, int channel, long bytes) {
        reduce(group, tree, channel, bytes, tree.root());
        broadcast(group, tree, channel, bytes, tree.root(), -1);
    }

    /** What a rank's subtree sends up to it; returns its receives. */
    private static List<Integer> reduce(
            RankGroup group, BinaryTree tree, int channel, long bytes, int rank) {
        List<Integer> came = new ArrayList<>();
        for (int child : tree.children(rank)) {
            List<Integer> below = reduce(group, tree, channel, bytes, child);
            int up =
                    group.sendAfter(
                            below.isEmpty() ? -1 : below.get(0), child, rank, channel, bytes);
            below.stream().skip(1).forEach(receive -> group.require(up, receive));
            came.add(group.receive(rank, child, channel, bytes));
        }
        if (tree.root() == rank) {
            for (int child : tree.children(rank)) {
                int down = group.sendAfter(came.get(0), rank, child, channel, bytes);
                came.stream().skip(1).forEach(receive -> group.require(down, receive));
            }
        }
        return came;
    }

    /** What a rank receives from above and sends down; the root has sent already. */
    private static void broadcast(
            RankGroup group, BinaryTree tree, int channel, long bytes, int rank, int received) {
        for (int child : tree.children(rank)) {
            if (received >= 0) {
                group.sendAfter(received, rank, child, channel, bytes);
            }
            int receive = group.receive(child, rank, channel, bytes);
            broadcast(group, tree, channel, bytes, child, receive);
        }
    }
}
