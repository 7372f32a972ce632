package io.losslab.flowcontrol;

/**
 * What a scheme may ask of the device it runs on, and do to it. A virtual switch, a live switch and
 * a host NIC each implement it.
 *
 * <p>Ports are the device's own, from 1. A packet is a handle, valid during the callback that names
 * it and while it stays buffered. A flow is a number the device gave its 5-tuple, from 1.
 * Single-threaded: a scheme is called, and calls, on its device's thread only.
 */
public interface DataPlane {
    /** A pause that only a resume ends. */
    long FOREVER = Long.MAX_VALUE;

    /** Levels of strict priority among the data queues of a port, one for each traffic class. */
    int LEVELS = 8;

    /** No congested port stands behind a hold: the queue only waits for its turn. */
    long NO_ROOT = 0;

    /** A congested egress port, as control frames and the blame analysis name it. */
    static long root(int device, int port) {
        return (long) device << 32 | port;
    }

    // ---- the device

    /** The device's time, nanoseconds. */
    long nowNanos();

    /** Number of this device, unique in the network, from 1. */
    int deviceId();

    /** IPv4 address of the device if it is a host; 0 of a switch. */
    default int ipv4() {
        return 0;
    }

    /** How many ports the device has. */
    int ports();

    /** The link at a port. */
    LinkProfile link(int port);

    /** Device at the far end of a port. */
    int peerDevice(int port);

    /** Port at the far end of a port. */
    int peerPort(int port);

    /** Whether a host is at the far end of a port. */
    boolean leadsToHost(int port);

    /** Whether a host that relays frames of others is at the far end of a port. */
    boolean leadsToRelay(int port);

    /** IPv4 address of the host at the far end of a port; 0 where a switch is there. */
    default int peerIpv4(int port) {
        return 0;
    }

    /** MAC address of a port, low 48 bits. */
    long mac(int port);

    // ---- buffers

    /**
     * Data bytes buffered in the device that came in by a port and count for the account of a
     * priority: with a {@link BufferPolicy} per port, those of all its priorities.
     */
    long accountBytes(int port, int priority);

    /** Data bytes buffered that came in by one port and wait at another. */
    long transitBytes(int ingressPort, int egressPort);

    /** Data bytes that wait in an egress queue of a port. */
    long queueBytes(int port, int queue);

    /** Data bytes of a priority that the MAC of a port has received since start. */
    long receivedBytes(int port, int priority);

    /** Unused bytes of the shared pool. */
    long freeSharedBytes();

    /** Bytes of a port and priority that sit in its headroom. */
    long headroomBytes(int port, int priority);

    // ---- queues

    /**
     * Stops a priority at the egress of a port; replaces an earlier pause. A frame being sent is
     * finished.
     *
     * @param untilNanos when it may send again, or {@link #FOREVER}
     */
    void pause(int port, int priority, long untilNanos);

    /** Lets a paused priority send again. */
    void resume(int port, int priority);

    /**
     * Stops an egress queue until {@link #release}.
     *
     * @param root the congested port on whose account, or {@link #NO_ROOT}
     */
    void hold(int port, int queue, long root);

    /** Lets a held queue send again; nothing happens where it is not held. */
    void release(int port, int queue);

    /**
     * Sets the strict-priority level of a data queue, from 0 (where all start), below {@link
     * #LEVELS}: a higher level goes first; queues of a level share by deficit round robin.
     */
    void setLevel(int port, int queue, int level);

    // ---- packets and flows

    /** Flow of a packet. */
    int flow(int packet);

    /** Frame bytes of a packet, destination MAC to FCS. */
    int bytes(int packet);

    /** Priority of a packet, 0..7. */
    int priority(int packet);

    /**
     * Changes the priority that a packet carries from here on; in {@link EgressScheme#relabel}
     * only.
     */
    void setPriority(int packet, int priority);

    /** What {@link #setTag} put on the packet here or at the hop before; 0 at first. */
    int tag(int packet);

    /** Writes 0..4095 on a packet for this device and the next. */
    void setTag(int packet, int tag);

    int sourceIpv4(int flow);

    int destinationIpv4(int flow);

    int udpSourcePort(int flow);

    /**
     * Where on a flow's way a port lies, replaying the tables and hashes of the switches to come.
     *
     * @return egress ports the flow passes from this device on until it leaves {@code device} by
     *     {@code port}: 0 for a port of this device; -1 if it does not
     */
    int hopsTo(int flow, int device, int port);

    /**
     * Host only: names the congested port on whose account {@link EgressScheme#onFlowHead} is about
     * to park a flow, for the blame analysis.
     */
    default void parkedFor(int flow, long root) {}

    /** Host only: a flow that {@link EgressScheme#onFlowHead} parked may send again. */
    void unpark(int flow);

    // ---- signals

    /**
     * Sends a control frame ahead of everything but the frame being sent. The bytes are copied. The
     * port's upstream is meant; the device finds which of its egress ports is the root cause.
     */
    void sendControl(int port, byte[] frame, int offset, int length);

    /**
     * Sends a control frame that a known congested port causes.
     *
     * @param root as {@link #root} makes it
     */
    void sendControl(int port, byte[] frame, int offset, int length, long root);

    /** Calls the scheme's {@code onTimer} once at a time; several of one number may be pending. */
    void setTimer(int timer, long atNanos);

    /** Records that an invariant of the scheme did not hold. */
    void reportViolation(int port, String cause);
}
