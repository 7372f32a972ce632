package io.losslab.flowcontrol.frame;

/**
 * A 64-byte control frame of the EtherType that IEEE 802 leaves to local experiments, 0x88B5: the
 * header of a MAC control frame, whose last two bytes say whose feedback it is. All numbers are big
 * endian; the last four bytes are left to the MAC.
 */
public final class LocalFrame {
    /** Destination MAC to FCS. */
    public static final int LENGTH_BYTES = ControlHeader.MIN_FRAME_BYTES;

    public static final int ETHER_TYPE = 0x88B5;

    /** Where a scheme's own bytes begin. */
    public static final int BODY_OFFSET = ControlHeader.LENGTH_BYTES;

    private LocalFrame() {}

    /**
     * Writes the header and clears the rest.
     *
     * @param sourceMac of the sending port, low 48 bits
     * @param magic the scheme's two bytes
     */
    public static void begin(byte[] frame, int offset, long sourceMac, int magic) {
        ControlHeader.write(frame, offset, sourceMac, ETHER_TYPE, magic);
    }

    /** Whether the bytes are feedback of the scheme with these two bytes. */
    public static boolean matches(byte[] frame, int offset, int magic) {
        return ControlHeader.matches(frame, offset, ETHER_TYPE, magic);
    }

    /** Whether the bytes are feedback of the protocol with this byte; an opcode follows it. */
    public static boolean isOf(byte[] frame, int offset, int protocol) {
        return matches(frame, offset, protocol << 8 | opcode(frame, offset));
    }

    /** The second of the two bytes, 0..255. */
    public static int opcode(byte[] frame, int offset) {
        return ControlHeader.word(frame, offset) & 0xFF;
    }
}
