package io.losslab.flowcontrol.bifrost;

import java.util.Arrays;

/** The controlled priorities from high to low: rank 0 is the highest, 7 above 0 as in 802.1Q. */
final class PriorityRanks {
    private final int[] priorityOf;
    private final int[] rankOf = new int[8];

    /**
     * Ranks priorities.
     *
     * @param priorities bit i: priority i is controlled
     */
    PriorityRanks(int priorities) {
        priorityOf = new int[Integer.bitCount(priorities)];
        Arrays.fill(rankOf, -1);
        int rank = 0;
        for (int priority = 7; priority >= 0; priority--) {
            if ((priorities >> priority & 1) != 0) {
                rankOf[priority] = rank;
                priorityOf[rank++] = priority;
            }
        }
    }

    int count() {
        return priorityOf.length;
    }

    int priority(int rank) {
        return priorityOf[rank];
    }

    /** Rank of a priority, -1 if it is not controlled. */
    int rank(int priority) {
        return rankOf[priority];
    }
}
