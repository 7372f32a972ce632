package io.losslab.flowcontrol;

/**
 * What a scheme may ask of the device it runs on, and do to it. A virtual switch, a live switch and
 * a host NIC each implement it.
 *
 * <p>Ports are the device's own, from 1. Single-threaded: a scheme is called, and calls, on its
 * device's thread only.
 */
public interface DataPlane {
    /** A pause that only a resume ends. */
    long FOREVER = Long.MAX_VALUE;

    /** The device's time, nanoseconds. */
    long nowNanos();

    /** The link at a port. */
    LinkProfile link(int port);

    /** MAC address of a port, low 48 bits. */
    long mac(int port);

    /** Data bytes buffered in the device that came in by a port, over all priorities. */
    long ingressBytes(int port);

    /** Data bytes the MAC of a port has received since start. */
    long receivedBytes(int port);

    /** Bytes of the shared pool that nobody uses. */
    long freeSharedBytes();

    /** Bytes of a port and priority that sit in its headroom. */
    long headroomBytes(int port, int priority);

    /**
     * Stops a priority at the egress of a port; replaces an earlier pause. A frame being sent is
     * finished.
     *
     * @param untilNanos when it may send again, or {@link #FOREVER}
     */
    void pause(int port, int priority, long untilNanos);

    /** Lets a paused priority send again. */
    void resume(int port, int priority);

    /** Sends a control frame ahead of everything but the frame being sent. The bytes are copied. */
    void sendControl(int port, byte[] frame, int offset, int length);

    /** Calls {@link Scheme#onTimer} once at a time; several timers of one number may be pending. */
    void setTimer(int timer, long atNanos);

    /** Records that an invariant of the scheme did not hold. */
    void reportViolation(int port, String cause);
}
