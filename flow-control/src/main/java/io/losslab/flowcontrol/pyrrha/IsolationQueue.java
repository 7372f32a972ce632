package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.pyrrha.CongestionRoot.State;
import java.util.ArrayList;
import java.util.List;

/** An isolation queue (IQ) of an egress port. */
final class IsolationQueue {
    private static final int TURN_LEVEL = 0;
    private static final int DRAIN_LEVEL = 3;

    private final DataPlane plane;
    private final int port;
    private final int number;
    private final boolean drainsFirst;
    private final long[] bytesByIngress;
    private final List<CongestionRoot> roots = new ArrayList<>();
    private int packets;
    private long bytes;
    private long heldFor;
    private int level;
    private int waitingFlow;

    /**
     * Makes an unassigned queue.
     *
     * @param settings of the port
     */
    IsolationQueue(DataPlane plane, int port, int number, PyrrhaSettings settings) {
        this.plane = plane;
        this.port = port;
        this.number = number;
        drainsFirst = !settings.singleTier();
        bytesByIngress = settings.perIngress() ? new long[plane.ports() + 1] : null;
    }

    int number() {
        return number;
    }

    /** Roots it is assigned to; empty when unassigned. */
    List<CongestionRoot> roots() {
        return roots;
    }

    boolean isEmpty() {
        return packets == 0;
    }

    long bytes() {
        return bytes;
    }

    /** What is compared with the thresholds: its length or an ingress port's bytes in it. */
    long measuredBytes(int ingress) {
        return bytesByIngress == null ? bytes : bytesByIngress[ingress];
    }

    void add(int packetBytes, int ingress) {
        packets++;
        count(packetBytes, ingress);
    }

    void remove(int packetBytes, int ingress) {
        packets--;
        count(-packetBytes, ingress);
    }

    private void count(int change, int ingress) {
        bytes += change;
        if (bytesByIngress != null) {
            bytesByIngress[ingress] += change;
        }
    }

    /** Whether it only drains: every root of it gave up. */
    boolean isMerging() {
        for (int i = 0; i < roots.size(); i++) {
            if (roots.get(i).state != State.SOFT_MERGING) {
                return false;
            }
        }
        return !roots.isEmpty();
    }

    /** Its head has to wait until no packet of the flow is left in the output queue. */
    void waitFor(int flow) {
        waitingFlow = flow;
    }

    /** A flow has no packet left in the output queue. */
    void onFlowLeft(int flow) {
        if (waitingFlow == flow) {
            waitingFlow = 0;
            if (heldFor == DataPlane.NO_ROOT) {
                plane.release(port, number);
            }
        }
    }

    /** Holds or releases the queue, and sets its level, as the states of its roots ask. */
    void obey() {
        long pausing = pausingRoot();
        if (pausing != DataPlane.NO_ROOT) {
            if (pausing != heldFor) {
                plane.hold(port, number, pausing);
            }
        } else if (heldFor != DataPlane.NO_ROOT) {
            waitingFlow = 0;
            plane.release(port, number);
        }
        heldFor = pausing;
        int wanted = drainsFirst && isMerging() ? DRAIN_LEVEL : TURN_LEVEL;
        if (wanted != level) {
            level = wanted;
            plane.setLevel(port, number, level);
        }
    }

    private long pausingRoot() {
        for (int i = 0; i < roots.size(); i++) {
            if (roots.get(i).state == State.PAUSED) {
                return roots.get(i).id;
            }
        }
        return DataPlane.NO_ROOT;
    }
}
