package io.losslab.flowcontrol.pyrrha;

/** How an egress port keeps the flows of its congestion roots apart (Pyrrha, IV-C). */
interface Isolation {
    /** The output queue (OQ); isolation queues count from 1. */
    int OUTPUT_QUEUE = 0;

    /** A new root may need a queue of its own. */
    void place(EgressPort port, CongestionRoot root);

    /** Queue of a packet that comes in. */
    int classify(EgressPort port, int packet, int flow);

    /** A packet is in a queue. */
    void onEntered(EgressPort port, int flow, int queue);

    /** A packet is no longer in a queue. */
    void onLeft(EgressPort port, int flow, int queue);

    /** Where the head of a queue goes, as {@code EgressScheme.onHead} answers. */
    int onHead(EgressPort port, int packet, int ingress, int flow, IsolationQueue queue);

    /** A packet met a queue as long as K_pause: stops the upstream it came from. */
    void onLong(EgressPort port, int packet, int ingress, int flow, IsolationQueue queue);

    /** The nearest paused root of a flow; {@code DataPlane.NO_ROOT} if none. */
    long pausingRoot(EgressPort port, int flow);
}
