package io.losslab.api.frame;

/**
 * Sizes of RoCEv2 frames.
 *
 * <p>Frame bytes count from the destination MAC to the FCS, as a switch buffers and a counter
 * counts them; wire bytes add preamble, start delimiter and the least gap between frames.
 * (InfiniBand Architecture Specification, Annex A17; IEEE 802.3, 4.4.2.)
 */
public final class RoceFrame {
    public static final int ETHERNET_BYTES = 14;
    public static final int IPV4_BYTES = 20;
    public static final int UDP_BYTES = 8;

    /** Base transport header. */
    public static final int BTH_BYTES = 12;

    /** RDMA extended transport header, in the first or only packet of a WRITE. */
    public static final int RETH_BYTES = 16;

    /** ACK extended transport header. */
    public static final int AETH_BYTES = 4;

    /** Invariant CRC. */
    public static final int ICRC_BYTES = 4;

    public static final int FCS_BYTES = 4;

    /** Preamble and start delimiter (8) and inter-frame gap (12). */
    public static final int WIRE_OVERHEAD_BYTES = 20;

    public static final int MIN_FRAME_BYTES = 64;

    /** Headers and checks around the payload of a middle or last packet. */
    public static final int HEADER_BYTES =
            ETHERNET_BYTES + IPV4_BYTES + UDP_BYTES + BTH_BYTES + ICRC_BYTES + FCS_BYTES;

    private RoceFrame() {}

    /** Frame bytes of a data packet; {@code first} for the first or only packet of a message. */
    public static int dataFrameBytes(int payloadBytes, boolean first) {
        return Math.max(MIN_FRAME_BYTES, payloadBytes + HEADER_BYTES + (first ? RETH_BYTES : 0));
    }

    /** Frame bytes of an ACK. */
    public static int ackFrameBytes() {
        return Math.max(MIN_FRAME_BYTES, HEADER_BYTES + AETH_BYTES);
    }

    /** Frame bytes of the longest packet with a path MTU. */
    public static int maxFrameBytes(int mtuBytes) {
        return dataFrameBytes(mtuBytes, true);
    }

    /** Frame bytes of what has so many without padding and FCS. */
    public static int frameBytes(int bytes) {
        return Math.max(MIN_FRAME_BYTES, bytes + FCS_BYTES);
    }

    /** Bytes a frame takes of the line. */
    public static int wireBytes(int frameBytes) {
        return frameBytes + WIRE_OVERHEAD_BYTES;
    }

    /** Packets of a message; an empty message still takes one. */
    public static long packets(long messageBytes, int mtuBytes) {
        return Math.max(1, (messageBytes + mtuBytes - 1) / mtuBytes);
    }
}
