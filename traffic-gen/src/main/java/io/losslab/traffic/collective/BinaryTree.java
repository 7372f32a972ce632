package io.losslab.traffic.collective;

import java.util.ArrayList;
import java.util.List;

/**
 * A binary tree of ranks: one of the two that together use every rank's link both ways (Sanders et
 * al., <i>Two-tree algorithms for full bandwidth broadcast, reduction and scan</i>, 2009), as NCCL
 * builds them. Immutable.
 */
final class BinaryTree {
    private final List<List<Integer>> children;
    private final int root;

    private BinaryTree(int[] parents) {
        List<List<Integer>> all = new ArrayList<>();
        for (int rank = 0; rank < parents.length; rank++) {
            all.add(new ArrayList<>());
        }
        int top = 0;
        for (int rank = 0; rank < parents.length; rank++) {
            if (parents[rank] < 0) {
                top = rank;
            } else {
                all.get(parents[rank]).add(rank);
            }
        }
        children = all;
        root = top;
    }

    /** The tree in which odd ranks are leaves, and rank 0 is the root. */
    static BinaryTree first(int ranks) {
        int[] parents = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            parents[rank] = parent(rank, ranks);
        }
        return new BinaryTree(parents);
    }

    /** The first one mirrored or, with an odd number of ranks, shifted by one. */
    static BinaryTree second(int ranks) {
        int[] parents = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            boolean odd = ranks % 2 == 1;
            int image = odd ? Math.floorMod(rank - 1, ranks) : ranks - 1 - rank;
            int parent = parent(image, ranks);
            parents[rank] = parent < 0 ? -1 : odd ? (parent + 1) % ranks : ranks - 1 - parent;
        }
        return new BinaryTree(parents);
    }

    int root() {
        return root;
    }

    List<Integer> children(int rank) {
        return children.get(rank);
    }

    /**
     * A rank's lowest one-bit goes, and the bit above it is set; where no such rank is, it is not.
     */
    private static int parent(int rank, int ranks) {
        if (rank == 0) {
            return -1;
        }
        int bit = Integer.lowestOneBit(rank);
        int up = (rank ^ bit) | bit << 1;
        return up < ranks ? up : rank ^ bit;
    }
}
