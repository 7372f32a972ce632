package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.bifrost.BifrostSettings.Leak;
import io.losslab.flowcontrol.bifrost.BifrostSettings.VirtualIncoming;
import java.util.ArrayDeque;

/**
 * The ideal link of Bifrost, section IV: time in slots, bytes without frames, and what slot n
 * grants arrives in slot n + 2D/T + 1. The upstream is backlogged unless the test says less.
 */
final class SlotModel {
    final long slotBytes;
    final long deltaBytes;
    final long queueBufferBytes;
    final BifrostAlgorithm algorithm;

    /** Grants on their way: head governs the next slot. */
    private final ArrayDeque<Long> grants = new ArrayDeque<>();

    long received;
    long drained;
    long queueBytes;
    long leakedBytes;
    int pauseBytes;

    SlotModel(
            long slotBytes,
            int delaySlots,
            long spareBytes,
            int leakPeriodSlots,
            Leak leak,
            VirtualIncoming virtualIncoming) {
        this.slotBytes = slotBytes;
        deltaBytes = 2L * delaySlots * slotBytes;
        queueBufferBytes = deltaBytes + 2 * slotBytes + spareBytes;
        algorithm =
                new BifrostAlgorithm(
                        slotBytes,
                        deltaBytes,
                        queueBufferBytes,
                        2 * delaySlots,
                        0,
                        leakPeriodSlots,
                        leak,
                        virtualIncoming,
                        0,
                        1);
        for (int i = 0; i <= 2 * delaySlots; i++) {
            grants.add(slotBytes);
        }
    }

    /** A slot with a backlogged upstream and no leak. */
    void slot(long drainBytes) {
        slot(drainBytes, slotBytes, 0);
    }

    /**
     * A slot.
     *
     * @param drainBytes what the egress could send
     * @param offeredBytes what the upstream would send, were it not paused
     * @param leakBytes what it sends beyond its grant, as far as the line carries it
     */
    void slot(long drainBytes, long offeredBytes, long leakBytes) {
        long granted = grants.remove();
        long leaked = Math.min(leakBytes, slotBytes - granted);
        received = Math.min(granted, offeredBytes) + leaked;
        leakedBytes += leaked;
        drained = Math.min(drainBytes, queueBytes + received);
        queueBytes += received - drained;
        pauseBytes = algorithm.onSlot(queueBytes, received);
        grants.add(slotBytes - pauseBytes);
    }

    /** L + F. */
    long sumBytes() {
        return queueBytes + algorithm.virtualIncomingBytes();
    }

    /** Delta + Rs T. */
    long lowerBytes() {
        return deltaBytes + slotBytes;
    }

    long grantsAhead() {
        return grants.stream().mapToLong(Long::longValue).sum();
    }
}
