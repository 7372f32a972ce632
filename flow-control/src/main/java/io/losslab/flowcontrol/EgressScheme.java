package io.losslab.flowcontrol;

/**
 * A flow-control scheme at the egress queues of a device, switch or host: it chooses queues, sees
 * every packet come and go, and may stop a queue, a flow or a single packet's turn.
 *
 * <p>One object serves all ports of the device that its rule names. Packets that find their line
 * idle are announced like all others, but never count in {@link DataPlane#queueBytes}. Called on
 * the device's thread only; what is called per packet must not allocate.
 */
public interface EgressScheme {
    /** Answer of a head callback: the queue stops until {@link DataPlane#release}. */
    int HOLD = -1;

    /**
     * Answer of {@link #onFlowHead}: the flow leaves its queue until {@link DataPlane#unpark}; its
     * queue goes on.
     */
    int PARK = -2;

    /** The device begins to run; timers may be set from here on. */
    default void start() {}

    /**
     * Whether it assigns packets to queues by other rules than their priority. Then a PFC pause of
     * any priority stops all queues of the port, and of several schemes on a port it is the one
     * that classifies.
     */
    default boolean choosesQueues() {
        return true;
    }

    /**
     * Whether it relies on queue i holding traffic class i, so that no other scheme of the port may
     * choose queues.
     */
    default boolean needsQueuePerClass() {
        return false;
    }

    /**
     * Egress queue for a packet that came in.
     *
     * @param ingress port it came in by
     */
    int classify(int packet, int ingress, int egress);

    /** A packet was put at the tail of a queue. */
    default void onEnqueue(int packet, int ingress, int egress, int queue) {}

    /**
     * The packet at the head of a queue may go next.
     *
     * @return the queue itself to send it; another queue to move it to the tail of that one, which
     *     takes no time; or {@link #HOLD}
     */
    default int onHead(int packet, int ingress, int egress, int queue) {
        return queue;
    }

    /** Whether {@link #relabel} does something; it is not called otherwise. */
    default boolean relabels() {
        return false;
    }

    /**
     * A packet is about to leave the device, and may get another priority; {@code ingress} is 0 for
     * a host's own.
     */
    default void relabel(int packet, int ingress) {}

    /** A packet begins to leave the device; {@code ingress} is 0 for a host's own. */
    void onDequeue(int packet, int ingress, int egress, int queue);

    /**
     * A control frame came in by a port.
     *
     * @return whether it was for this scheme; others go to the PFC responder
     */
    default boolean onControl(int port, byte[] frame, int offset) {
        return false;
    }

    /**
     * As {@link #onControl(int, byte[], int)}, for schemes that need the length.
     *
     * @param bytes of the frame, destination MAC to FCS
     */
    default boolean onControl(int port, byte[] frame, int offset, int bytes) {
        return onControl(port, frame, offset);
    }

    /** A timer set through {@link DataPlane#setTimer} is due. */
    default void onTimer(int timer) {}

    /**
     * Host only: which of its ports of equal cost a new flow takes.
     *
     * @return one of {@code ports}, or -1 to leave it to the hash
     */
    default int choosePort(int flow, int[] ports) {
        return -1;
    }

    /** Host only: transmit queue of an own flow. */
    default int classifyFlow(int flow, int egress, int priority) {
        return priority;
    }

    /**
     * Host only: the next packet of an own flow may go next.
     *
     * @param bytes frame bytes of the packet
     * @return the queue itself to send it, {@link #HOLD} or {@link #PARK}
     */
    default int onFlowHead(int flow, int egress, int queue, int bytes) {
        return queue;
    }

    /** Host only: a flow has got all its bytes acknowledged, or was stopped. */
    default void onFlowEnd(int flow) {}

    /**
     * Priority whose pauses the device passes on: while one of its ports is paused for that one, it
     * has the neighbours at its other ports pause {@code priority}; -1 for none.
     */
    default int passesOn(int priority) {
        return -1;
    }

    /**
     * Downstream end that this device's side of the scheme has at one of its ports, to see what
     * came in there and waits at any port of the device; null where the one that the type makes
     * does.
     */
    default IngressScheme ingress(int port) {
        return null;
    }

    /** Tells what the scheme measured of itself until now; nothing where it measures nothing. */
    default void readGauges(GaugeSink gauges) {}
}
