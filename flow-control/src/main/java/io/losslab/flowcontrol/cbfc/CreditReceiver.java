package io.losslab.flowcontrol.cbfc;

import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.frame.LocalFrame;

/**
 * The receiving end of CBFC at one port: grants each lane FCCL = blocks received + blocks free
 * (Bifrost, section II-B), and takes the count of received blocks from the sender's FCTBS, so that
 * what was lost on the line is granted again.
 */
public final class CreditReceiver implements IngressScheme {
    /** Timers: one to look for limits to send, one of each lane. */
    private static final int UPDATE = 0;

    private static final int FIRST_LANE = 1;

    private final DataPlane plane;
    private final int port;
    private final CbfcSettings settings;
    private final BlockCounter counter;
    private final byte[] frame = new byte[LocalFrame.LENGTH_BYTES];

    // By lane.
    private final long[] receivedAtStart = new long[8];
    private final long[] heldBytes = new long[8];
    private final long[] lostBlocks = new long[8];
    private final long[] lastLimit = new long[8];
    private final long[] lastSent = new long[8];
    private final long[] settledNanos = new long[8];

    /** Bit i: the last count of lane i came twice, and was not compared yet. */
    private int repeated;

    public CreditReceiver(DataPlane plane, int port, CbfcSettings settings) {
        this.plane = plane;
        this.port = port;
        this.settings = settings;
        this.counter = settings.counter();
    }

    @Override
    public void start() {
        for (int lane = 0; lane < 8; lane++) {
            receivedAtStart[lane] = plane.receivedBytes(port, lane);
            lastLimit[lane] = counter.wrap(settings.windowBlocks());
        }
        plane.setTimer(UPDATE, plane.nowNanos() + settings.updateNanos());
    }

    @Override
    public void onEnqueue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        heldBytes[priority] = ingressBytes;
    }

    @Override
    public void onDequeue(
            int ingressPort, int egressPort, int priority, int bytes, long ingressBytes) {
        heldBytes[priority] = ingressBytes;
    }

    /**
     * Takes FCTBS. A data frame may still be in the device's pipeline, uncounted, when a control
     * frame behind it is read: a count is compared once it has come twice, so that nothing was sent
     * between, and what was ahead of the first has left the pipeline.
     */
    @Override
    public boolean onControl(int ofPort, byte[] received, int offset) {
        if (!CreditFrame.matches(received, offset, CreditFrame.SENT)) {
            return false;
        }
        int lane = CreditFrame.lane(received, offset);
        long sent = CreditFrame.blocks(received, offset);
        if (sent == lastSent[lane]) {
            repeated |= 1 << lane;
            compareOnceSettled(lane);
        } else {
            repeated &= ~(1 << lane);
            lastSent[lane] = sent;
            // Its last bit may have come at any time within the nanosecond.
            settledNanos[lane] = plane.nowNanos() + plane.link(port).pipelineNanos() + 1;
        }
        return true;
    }

    @Override
    public void onTimer(int timer) {
        if (timer != UPDATE) {
            compareOnceSettled(timer - FIRST_LANE);
            return;
        }
        plane.setTimer(UPDATE, plane.nowNanos() + settings.updateNanos());
        for (int lanes = settings.priorities(); lanes != 0; lanes &= lanes - 1) {
            update(Integer.numberOfTrailingZeros(lanes));
        }
    }

    @Override
    public BufferPolicy bufferPolicy(int ofPort) {
        return new BufferPolicy(
                settings.priorities(),
                BufferPolicy.Sharing.DEDICATED,
                settings.bufferBytes(),
                false,
                0);
    }

    private void compareOnceSettled(int lane) {
        if ((repeated >> lane & 1) == 0) {
            return;
        }
        if (plane.nowNanos() < settledNanos[lane]) {
            plane.setTimer(FIRST_LANE + lane, settledNanos[lane]);
            return;
        }
        repeated &= ~(1 << lane);
        lostBlocks[lane] += counter.distance(counter.wrap(receivedBlocks(lane)), lastSent[lane]);
    }

    private void update(int lane) {
        long free = counter.grantable(settings.freeBlocks(heldBytes[lane]));
        long limit = counter.wrap(receivedBlocks(lane) + free);
        if (limit != lastLimit[lane]) {
            lastLimit[lane] = limit;
            CreditFrame.write(frame, 0, plane.mac(port), CreditFrame.LIMIT, lane, limit);
            plane.sendControl(port, frame, 0, LocalFrame.LENGTH_BYTES);
        }
    }

    /** ABR: blocks received, and those that the sender says it has sent. */
    private long receivedBlocks(int lane) {
        long bytes = plane.receivedBytes(port, lane) - receivedAtStart[lane];
        return BlockCounter.blocks(bytes) + lostBlocks[lane];
    }
}
