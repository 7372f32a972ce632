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

    /** Isolation queues that hold its flows: one in a hierarchy, any number in a single tier. */
    final List<IsolationQueue> queues = new ArrayList<>();

    long id;

    /** Whom the device told of it. */
    Upstreams upstreams;

    State state;

    /** Whether a PAUSE named it, and not only a MERGE. */
    boolean confirmed;

    /** Begins with a root; no queue is left of the one before it. */
    void begin(long id, Upstreams upstreams) {
        this.id = id;
        this.upstreams = upstreams;
        state = State.RESUMED;
        confirmed = false;
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
