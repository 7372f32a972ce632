package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.CoprocessorState;
import io.losslab.flowcontrol.DataPlane;

/**
 * The slots of a downstream port, as Bifrost and BifrostX end them alike: read the MAC's counters
 * and the ingress queue, run {@link BifrostAlgorithm}, hold Theorem 1 against the outcome, count.
 */
final class DownstreamSlots {
    private final DataPlane plane;
    private final int port;
    private final BifrostSettings settings;
    private final BifrostAlgorithm algorithm;
    private final Theorem1Monitor monitor;
    private long receivedBefore;
    private long received;
    private long queueBytes;
    private long maxQueueBytes;
    private long slots;
    private long leakEvents;
    private long leakedBytes;
    private long firstViolationNanos = -1;

    DownstreamSlots(
            DataPlane plane, int port, BifrostSettings settings, BifrostAlgorithm algorithm) {
        this.plane = plane;
        this.port = port;
        this.settings = settings;
        this.algorithm = algorithm;
        this.monitor =
                new Theorem1Monitor(
                        algorithm.slotBytes(),
                        lowerBoundBytes(settings),
                        settings.queueBufferBytes(),
                        settings.extraHeadroomBytes(),
                        plane.link(port).maxFrameBytes());
    }

    /**
     * With F of HISTORY an idle upstream lowers L + F, so the theorem gives no lower bound then.
     */
    private static long lowerBoundBytes(BifrostSettings settings) {
        return settings.virtualIncoming() == BifrostSettings.VirtualIncoming.COUNTER
                ? settings.deltaBytes() + settings.slotBytes()
                : 0;
    }

    void start() {
        receivedBefore = receivedBytes();
    }

    /** Of the priorities that are controlled: the others have neither buffer nor grants here. */
    private long receivedBytes() {
        long sum = 0;
        for (int left = settings.priorities(); left != 0; left &= left - 1) {
            sum += plane.receivedBytes(port, Integer.numberOfTrailingZeros(left));
        }
        return sum;
    }

    /** Ends a slot; returns the pause to send, in the algorithm's grains. */
    int end() {
        long total = receivedBytes();
        received = total - receivedBefore;
        receivedBefore = total;
        queueBytes = plane.accountBytes(port, Integer.numberOfTrailingZeros(settings.priorities()));
        maxQueueBytes = Math.max(maxQueueBytes, queueBytes);
        slots++;
        int pause = algorithm.onSlot(queueBytes, received);
        if (algorithm.lastLeakBytes() > 0) {
            leakEvents++;
            leakedBytes += algorithm.lastLeakBytes();
        }
        return pause;
    }

    /** Holds Theorem 1 against the slot that ended. */
    void check() {
        String violation = monitor.onSlot(queueBytes, received, algorithm.virtualIncomingBytes());
        if (violation != null) {
            if (firstViolationNanos < 0) {
                firstViolationNanos = plane.nowNanos();
            }
            plane.reportViolation(port, violation);
        }
    }

    /** Slots ended. */
    long count() {
        return slots;
    }

    /** State of now, with what only the sender of the frames knows. */
    CoprocessorState state(long pauseNanos, long framesSent) {
        return new CoprocessorState(
                queueBytes,
                received,
                algorithm.virtualIncomingBytes(),
                pauseNanos,
                algorithm.debtBytes(),
                slots,
                framesSent,
                maxQueueBytes,
                leakEvents,
                leakedBytes,
                monitor.minSumBytes(),
                monitor.maxSumBytes(),
                monitor.violations(),
                firstViolationNanos,
                settings.extraHeadroomBytes());
    }
}
