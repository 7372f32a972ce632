package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.bifrost.BifrostXSettings.Allocation;
import java.util.Arrays;

/**
 * The upstream's tokens of a slot (Bifrost, Algorithm 3): what each priority may still send until
 * the next frame. Unused tokens lapse.
 *
 * <p>Packets are whole: one may go while tokens are above zero, and what it takes too much is paid
 * back from the next slot's. Work conserving, a whole slot granted is no limit at all: the line
 * cannot carry more, and a frame that comes a moment late must not stop it.
 */
final class TokenAllocation {
    /** More than any slot can send. */
    private static final long NO_LIMIT = Long.MAX_VALUE / 2;

    private final boolean workConserving;
    private final long slotBytes;

    /** By rank, tokens left; below zero what is to be paid back. */
    private final long[] left;

    private long totalLeft = NO_LIMIT;

    /** All is open until the first frame. */
    TokenAllocation(Allocation allocation, long slotBytes, int priorities) {
        this.workConserving = allocation == Allocation.WORK_CONSERVING;
        this.slotBytes = slotBytes;
        this.left = new long[priorities];
        Arrays.fill(left, NO_LIMIT);
    }

    /**
     * Takes the tokens of a frame.
     *
     * @param totalBytes c_max
     * @param tokenBytes c_i by rank, highest priority first
     * @param queueBytes q_i by rank, now
     */
    void renew(long totalBytes, long[] tokenBytes, long[] queueBytes) {
        if (workConserving) {
            totalLeft = renewed(totalLeft, totalBytes);
            for (int rank = 0; rank < left.length; rank++) {
                left[rank] = renewed(left[rank], tokenBytes[rank]);
            }
        } else {
            readjust(totalBytes, tokenBytes, queueBytes);
        }
    }

    /** Takes all tokens away. */
    void close() {
        totalLeft = Math.min(0, totalLeft);
        for (int rank = 0; rank < left.length; rank++) {
            left[rank] = Math.min(0, left[rank]);
        }
    }

    /**
     * Whether a packet of a priority may go: it has tokens of its own, and the link has some that
     * no higher priority has a claim on. Without a limit, the link has a slot's.
     *
     * @param queueBytes q_i by rank, now; those of higher priorities are read
     */
    boolean maySend(int rank, long[] queueBytes) {
        long unclaimed = Math.min(totalLeft, slotBytes);
        for (int higher = 0; higher < rank; higher++) {
            unclaimed -= Math.max(0, Math.min(queueBytes[higher], left[higher]));
        }
        return left[rank] > 0 && unclaimed > 0;
    }

    void onSend(int rank, long bytes) {
        left[rank] -= bytes;
        totalLeft -= bytes;
    }

    /** Tokens a priority has left of its own; below zero what it is to pay back. */
    long leftBytes(int rank) {
        return left[rank];
    }

    /** Algorithm 3 as printed; the sum of what it gives is at most c_max. */
    private void readjust(long totalBytes, long[] tokenBytes, long[] queueBytes) {
        totalLeft = NO_LIMIT;
        long unspent = totalBytes;
        for (int rank = 0; rank < left.length; rank++) {
            long readjusted = Math.min(queueBytes[rank], Math.min(tokenBytes[rank], unspent));
            unspent -= readjusted;
            left[rank] = Math.min(0, left[rank]) + readjusted;
        }
    }

    private long renewed(long leftBytes, long grantedBytes) {
        long tokens = grantedBytes + Math.min(0, leftBytes);
        return tokens >= slotBytes ? NO_LIMIT : tokens;
    }
}
