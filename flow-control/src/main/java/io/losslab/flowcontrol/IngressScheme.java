package io.losslab.flowcontrol;

/**
 * The downstream end of a flow-control scheme: it watches what came in by its ports and holds the
 * upstream back.
 *
 * <p>One object may serve one port or several of a device; callbacks name the port. A packet that
 * finds its egress idle passes without being buffered and is not announced. Called on the device's
 * thread only; must not allocate in {@code onEnqueue} and {@code onDequeue}.
 */
public interface IngressScheme {
    /** The device begins to run; timers may be set from here on. */
    default void start() {}

    /**
     * A packet was buffered.
     *
     * @param ingressBytes bytes now buffered of that ingress port and priority, this packet
     *     included
     */
    void onEnqueue(int ingressPort, int egressPort, int priority, int bytes, long ingressBytes);

    /**
     * A buffered packet began to leave.
     *
     * @param ingressBytes bytes still buffered of that ingress port and priority
     */
    void onDequeue(int ingressPort, int egressPort, int priority, int bytes, long ingressBytes);

    /**
     * A control frame came in by the port: from the upstream end of its link.
     *
     * @return whether it was for this scheme
     */
    default boolean onControl(int port, byte[] frame, int offset) {
        return false;
    }

    /** A timer set through {@link DataPlane#setTimer} is due. */
    default void onTimer(int timer) {}

    /** How the buffer is to admit packets of a port. */
    BufferPolicy bufferPolicy(int port);

    /** Tells what the scheme measured of itself until now; nothing where it measures nothing. */
    default void readGauges(GaugeSink gauges) {}
}
