package io.losslab.roce.congestion;

/**
 * What switches wrote on a packet when they sent it, hop by hop (HPCC, section 4.1). Bytes are
 * those of the line, with preamble and gap, as its rate carries them.
 */
public interface Telemetry {
    /** Hops that stamped the packet. */
    int hops();

    /** A number of the port that stamped at a hop. */
    int port(int hop);

    /** Bytes that waited at the port behind the packet. */
    long queueBytes(int hop);

    /** Bytes the port had sent since start. */
    long sentBytes(int hop);

    /** When it was stamped, nanoseconds. */
    long stampNanos(int hop);

    /** Line rate of the port. */
    long rateBitsPerSecond(int hop);
}
