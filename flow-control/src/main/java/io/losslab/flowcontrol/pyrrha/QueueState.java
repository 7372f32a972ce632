package io.losslab.flowcontrol.pyrrha;

/**
 * What a congestion root is to an egress port, and so its isolation queue (Pyrrha, IV-D, Figure 6).
 * That no queue is assigned is the absence of the root from the port's table.
 */
enum QueueState {
    /** Its packets wait for a RESUME. */
    PAUSED,
    /** Its packets take their turn; unassigned once empty at a leaf. */
    RESUMED,
    /** The root gave up its claim: drains into the next queues; unassigned once empty. */
    SOFT_MERGING;

    /** A root that claims again while its queue drains is a root again. */
    QueueState onPause() {
        return PAUSED;
    }

    QueueState onResume() {
        return this == PAUSED ? RESUMED : this;
    }

    QueueState onMerge() {
        return SOFT_MERGING;
    }
}
