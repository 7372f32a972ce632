package io.losslab.driver.bfrt;

/**
 * Buffer of an egress queue.
 *
 * @param guaranteedCells of its own
 * @param poolId such as {@code EG_APP_POOL_0}
 * @param poolMaxCells of the pool at most; 0: none
 * @param hysteresisCells that the queue must fall before it takes packets again; a multiple of 8,
 *     which is all the hardware keeps
 * @param tailDrop whether packets beyond that are dropped here; a lossless queue leaves it to the
 *     ingress
 */
public record QueueBuffer(
        long guaranteedCells,
        String poolId,
        long poolMaxCells,
        long hysteresisCells,
        boolean tailDrop) {
    public QueueBuffer {
        if (guaranteedCells < 0 || poolMaxCells < 0 || hysteresisCells < 0) {
            throw new IllegalArgumentException(
                    "cells must not be negative: %d, %d, %d"
                            .formatted(guaranteedCells, poolMaxCells, hysteresisCells));
        }
        if (hysteresisCells % 8 != 0) {
            throw new IllegalArgumentException(
                    "hysteresisCells must be a multiple of 8: " + hysteresisCells);
        }
    }
}
