package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import java.util.Map;

/**
 * The upstream end of BifrostX, switch or host: its priorities send what the last frame's tokens
 * allow (Bifrost, Algorithm 3). Open until the first frame comes; without tokens once a frame is
 * more than two slots late.
 *
 * <p>What a host has of its own to send stands in no queue that can be read; a priority whose own
 * flows wait for tokens counts as having a slot's bytes.
 */
public final class BifrostXUpstream implements EgressScheme {
    /** The sending end of one link. */
    private static final class Gate {
        final PriorityRanks ranks;
        final TokenAllocation allocation;
        final long lateNanos;
        final long slotBytes;

        // By rank.
        final long[] tokenBytes;
        final long[] queueBytes;

        /** Bit i: the queue of priority i is held. */
        int held;

        /** Bit i: own flows of priority i wait for tokens. */
        int ownWaits;

        /** When the tokens end for want of a frame. */
        long deadlineNanos;

        boolean watching;

        Gate(BifrostXSettings settings) {
            ranks = new PriorityRanks(settings.bifrost().priorities());
            allocation =
                    new TokenAllocation(
                            settings.allocation(), settings.bifrost().slotBytes(), ranks.count());
            lateNanos = 3 * settings.bifrost().slotNanos();
            slotBytes = settings.bifrost().slotBytes();
            tokenBytes = new long[ranks.count()];
            queueBytes = new long[ranks.count()];
        }
    }

    private final DataPlane plane;

    /** By port; null where no rule applies. */
    private final Gate[] gates;

    /**
     * Makes the upstream end of a device's links.
     *
     * @param byPort settings of the ports that lead to a BifrostX downstream
     */
    public BifrostXUpstream(DataPlane plane, Map<Integer, BifrostXSettings> byPort) {
        this.plane = plane;
        this.gates = new Gate[plane.ports() + 1];
        byPort.forEach((port, settings) -> gates[port] = new Gate(settings));
    }

    @Override
    public boolean choosesQueues() {
        return false;
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return plane.priority(packet);
    }

    @Override
    public int onHead(int packet, int ingress, int egress, int queue) {
        return maySend(egress, queue) ? queue : HOLD;
    }

    @Override
    public int onFlowHead(int flow, int egress, int queue, int bytes) {
        if (maySend(egress, queue)) {
            return queue;
        }
        gates[egress].ownWaits |= 1 << queue;
        return HOLD;
    }

    private boolean maySend(int egress, int queue) {
        Gate gate = gates[egress];
        int rank = gate.ranks.rank(queue);
        if (rank < 0) {
            return true;
        }
        readQueues(gate, egress, rank);
        if (gate.allocation.maySend(rank, gate.queueBytes)) {
            return true;
        }
        gate.held |= 1 << queue;
        return false;
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        Gate gate = gates[egress];
        int rank = gate.ranks.rank(queue);
        if (rank >= 0) {
            gate.allocation.onSend(rank, plane.bytes(packet));
        }
    }

    @Override
    public boolean onControl(int port, byte[] frame, int offset) {
        Gate gate = gates[port];
        if (gate == null
                || !TokenFrame.matches(frame, offset)
                || TokenFrame.count(frame, offset) != gate.ranks.count()) {
            return false;
        }
        for (int rank = 0; rank < gate.tokenBytes.length; rank++) {
            gate.tokenBytes[rank] = TokenFrame.tokenBytes(frame, offset, rank);
        }
        readQueues(gate, port, gate.ranks.count());
        gate.allocation.renew(
                TokenFrame.totalBytes(frame, offset), gate.tokenBytes, gate.queueBytes);
        watch(gate, port);
        releaseHeld(gate, port);
        return true;
    }

    @Override
    public void onTimer(int port) {
        Gate gate = gates[port];
        if (plane.nowNanos() < gate.deadlineNanos) {
            plane.setTimer(port, gate.deadlineNanos);
        } else {
            gate.watching = false;
            gate.allocation.close();
        }
    }

    private void readQueues(Gate gate, int port, int below) {
        for (int rank = 0; rank < below; rank++) {
            int priority = gate.ranks.priority(rank);
            boolean ownWaits = (gate.ownWaits >>> priority & 1) != 0;
            gate.queueBytes[rank] =
                    plane.queueBytes(port, priority) + (ownWaits ? gate.slotBytes : 0);
        }
    }

    private void watch(Gate gate, int port) {
        gate.deadlineNanos = plane.nowNanos() + gate.lateNanos;
        if (!gate.watching) {
            gate.watching = true;
            plane.setTimer(port, gate.deadlineNanos);
        }
    }

    /** Each asks again at its head; highest first, so that it is asked first. */
    private void releaseHeld(Gate gate, int port) {
        int held = gate.held;
        gate.held = 0;
        gate.ownWaits = 0;
        while (held != 0) {
            int queue = 31 - Integer.numberOfLeadingZeros(held);
            held &= ~(1 << queue);
            plane.release(port, queue);
        }
    }
}
