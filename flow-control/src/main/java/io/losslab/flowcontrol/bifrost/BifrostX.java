package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.Coprocessor;
import io.losslab.flowcontrol.CoprocessorState;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.frame.LocalFrame;

/**
 * The downstream end of BifrostX (Bifrost, Algorithm 2): every slot it grants the link what
 * Algorithm 1 grants over all priorities, and each priority a slot less its queue's growth, and
 * sends both in one frame, also when nothing is held back.
 */
public final class BifrostX implements Coprocessor {
    private final DataPlane plane;
    private final int port;
    private final BifrostXSettings settings;
    private final BifrostAlgorithm algorithm;
    private final DownstreamSlots slots;
    private final PriorityRanks ranks;
    private final byte[] frame = new byte[LocalFrame.LENGTH_BYTES];

    // By priority.
    private final long[] queueBytes = new long[8];
    private final long[] queueBytesBefore = new long[8];

    /** By rank: c_i. */
    private final long[] tokenBytes;

    private long framesSent;

    public BifrostX(DataPlane plane, int port, BifrostXSettings settings) {
        this.plane = plane;
        this.port = port;
        this.settings = settings;
        this.algorithm = BifrostAlgorithm.grantingBytes(settings.bifrost());
        this.slots = new DownstreamSlots(plane, port, settings.bifrost(), algorithm);
        this.ranks = new PriorityRanks(settings.bifrost().priorities());
        this.tokenBytes = new long[ranks.count()];
    }

    @Override
    public void start() {
        slots.start();
        plane.setTimer(0, plane.nowNanos() + settings.bifrost().slotNanos());
    }

    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        queueBytes[priority] += bytes;
    }

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        queueBytes[priority] -= bytes;
    }

    @Override
    public void onTimer(int timer) {
        plane.setTimer(0, plane.nowNanos() + settings.bifrost().slotNanos());
        slots.end();
        grantPriorities();
        TokenFrame.write(
                frame, 0, plane.mac(port), slots.count(), algorithm.grantedBytes(), tokenBytes);
        plane.sendControl(port, frame, 0, LocalFrame.LENGTH_BYTES);
        framesSent++;
        slots.check();
    }

    @Override
    public BufferPolicy bufferPolicy(int ofPort) {
        return new BufferPolicy(
                settings.bifrost().priorities(),
                BufferPolicy.Sharing.DEDICATED,
                settings.bifrost().reservedBytes(),
                true,
                0);
    }

    @Override
    public long slotNanos() {
        return settings.bifrost().slotNanos();
    }

    /** State and counters of now; the pause is the part of a slot that was not granted. */
    @Override
    public CoprocessorState state() {
        long withheld = slots.count() == 0 ? 0 : algorithm.slotBytes() - algorithm.grantedBytes();
        return slots.state(plane.link(port).nanosFor(withheld), framesSent);
    }

    /** Lines 3 to 5. A queue cannot grow by more than a slot, but by a frame that began before. */
    private void grantPriorities() {
        for (int rank = 0; rank < tokenBytes.length; rank++) {
            int priority = ranks.priority(rank);
            long growth = queueBytes[priority] - queueBytesBefore[priority];
            queueBytesBefore[priority] = queueBytes[priority];
            tokenBytes[rank] = priorityTokens(algorithm.slotBytes(), growth);
        }
    }

    /** c_i = Rs T - max(dL_i, 0), and never below zero. */
    static long priorityTokens(long slotBytes, long growthBytes) {
        return Math.max(0, slotBytes - Math.max(growthBytes, 0));
    }
}
