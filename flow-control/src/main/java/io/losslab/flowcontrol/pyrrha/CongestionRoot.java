package io.losslab.flowcontrol.pyrrha;

import java.util.ArrayList;
import java.util.List;

/** An entry of a port's congestion-root table: a congested egress port further down. */
final class CongestionRoot {
    /**
     * What a congestion root is to an egress port, and so its isolation queue (Pyrrha, IV-D, Figure
     * 6). That no queue is assigned is the absence of the root from the port's table.
     */
    enum State {
        /** Its packets wait for a RESUME. */
        PAUSED,
        /** Its packets take their turn; unassigned once empty at a leaf. */
        RESUMED,
        /** The root gave up its claim: drains into the next queues; unassigned once empty. */
        SOFT_MERGING;

        /** A root that claims again while its queue drains is a root again. */
        State onPause() {
            return PAUSED;
        }

        State onResume() {
            return this == PAUSED ? RESUMED : this;
        }

        State onMerge() {
            return SOFT_MERGING;
        }
    }

    final long id;

    /** Egress ports from here to it; 1 is the next switch's. */
    final int hops;

    /** Whom the device told of it. */
    final Upstreams upstreams;

    /** Isolation queues that hold its flows: one in a hierarchy, any number in a single tier. */
    final List<IsolationQueue> queues = new ArrayList<>();

    State state = State.RESUMED;

    /** Whether a PAUSE named it, and not only a MERGE. */
    boolean confirmed;

    CongestionRoot(long id, int hops, Upstreams upstreams) {
        this.id = id;
        this.hops = hops;
        this.upstreams = upstreams;
    }

    int device() {
        return (int) (id >>> 32);
    }

    int port() {
        return (int) id;
    }

    boolean isEmpty() {
        for (int i = 0; i < queues.size(); i++) {
            if (!queues.get(i).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Whether each of its queues is below a threshold, as measured for an ingress port. */
    boolean isBelow(long thresholdBytes, int ingress) {
        for (int i = 0; i < queues.size(); i++) {
            if (queues.get(i).measuredBytes(ingress) >= thresholdBytes) {
                return false;
            }
        }
        return true;
    }
}
