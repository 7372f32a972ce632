package io.losslab.flowcontrol.bifrost;

/**
 * Holds Theorem 1 against every slot: Delta + Rs T <= L + F <= H (Bifrost, section IV-C).
 *
 * <p>The theorem assumes ideal parts. Three allowances make it checkable on frames: the leak
 * headroom on top of H; one frame below the lower bound, since a frame counts as drained when its
 * first bit leaves; and the drain beyond Rs, which several egress ports together can reach and the
 * theorem excludes.
 */
final class Theorem1Monitor {
    private final long slotBytes;
    private final long lowerBytes;
    private final long upperBytes;
    private final long frameBytes;
    private long excessDrain;
    private long lastQueueBytes;
    private long minSum = Long.MAX_VALUE;
    private long maxSum = Long.MIN_VALUE;
    private long violations;

    Theorem1Monitor(
            long slotBytes,
            long lowerBytes,
            long queueBufferBytes,
            long leakAllowanceBytes,
            long frameBytes) {
        this.slotBytes = slotBytes;
        this.lowerBytes = lowerBytes;
        this.upperBytes = queueBufferBytes + leakAllowanceBytes;
        this.frameBytes = frameBytes;
    }

    /** Takes a slot's end; returns what is wrong with it, or null. */
    String onSlot(long queueBytes, long receivedBytes, long virtualIncomingBytes) {
        long drained = receivedBytes - (queueBytes - lastQueueBytes);
        lastQueueBytes = queueBytes;
        excessDrain = Math.max(0, excessDrain + drained - slotBytes);
        long sum = queueBytes + virtualIncomingBytes;
        minSum = Math.min(minSum, sum + excessDrain);
        maxSum = Math.max(maxSum, sum);
        if (sum + excessDrain + frameBytes < lowerBytes) {
            violations++;
            return "L + F = %,d B is below Delta + Rs*T = %,d B (Theorem 1)"
                    .formatted(sum + excessDrain, lowerBytes);
        }
        if (sum > upperBytes) {
            violations++;
            return "L + F = %,d B is above H with its leak allowance = %,d B (Theorem 1)"
                    .formatted(sum, upperBytes);
        }
        return null;
    }

    long minSumBytes() {
        return minSum == Long.MAX_VALUE ? 0 : minSum;
    }

    long maxSumBytes() {
        return Math.max(0, maxSum);
    }

    long violations() {
        return violations;
    }
}
