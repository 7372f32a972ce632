package io.losslab.softswitch.p4runtime;

/**
 * What forwards packets under a P4Runtime device: the virtual fabric's switch, later the live one.
 *
 * <p>Calls come from gRPC threads, never two at once for one device, and may block until the
 * plane's own thread has taken them. Any call may throw {@link IllegalStateException}; its text is
 * shown to the user.
 */
public interface ForwardingPlane {
    /** Ports are 1 to this number. */
    int portCount();

    /**
     * Inserts or replaces a route.
     *
     * @param ipv4 destination, big-endian in the int; zero below the prefix
     * @param prefixBits 0..32; the longest prefix wins
     * @param egressPorts equal-cost ports, at least one; a port that stands there twice gets twice
     *     the share
     */
    void putRoute(int ipv4, int prefixBits, int[] egressPorts);

    /** Removes a route that was put; packets it matched are dropped or take a shorter prefix. */
    void removeRoute(int ipv4, int prefixBits);

    /** Removes all routes; every packet is dropped until the next one is put. */
    void clearRoutes();

    /** Packets received since the start. */
    long rxPackets(int port);

    /** Bytes received since the start. */
    long rxBytes(int port);

    /** Packets sent since the start. */
    long txPackets(int port);

    /** Bytes sent since the start. */
    long txBytes(int port);
}
