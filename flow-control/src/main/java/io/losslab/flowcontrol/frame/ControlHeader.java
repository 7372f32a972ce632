package io.losslab.flowcontrol.frame;

import java.util.Arrays;

/**
 * The header of every control frame: the address of MAC control (IEEE 802.3, Annex 31A), which
 * bridges do not forward, the sender's, an EtherType, and two bytes that say what the frame is.
 */
public final class ControlHeader {
    /** Destination MAC to FCS of the shortest frame. */
    public static final int MIN_FRAME_BYTES = 64;

    /** Where what the frame says begins. */
    public static final int LENGTH_BYTES = 16;

    private static final long DESTINATION_MAC = 0x0180C2000001L;
    private static final int SOURCE_OFFSET = 6;
    private static final int ETHER_TYPE_OFFSET = 12;
    private static final int WORD_OFFSET = 14;

    private ControlHeader() {}

    /**
     * Writes the header, and zeros behind it up to the length of the shortest frame.
     *
     * @param sourceMac of the sending port, low 48 bits
     * @param word two bytes: the opcode of a MAC control frame
     */
    public static void write(byte[] frame, int offset, long sourceMac, int etherType, int word) {
        Arrays.fill(frame, offset, offset + MIN_FRAME_BYTES, (byte) 0);
        putMac(frame, offset, DESTINATION_MAC);
        setSource(frame, offset, sourceMac);
        BigEndian.putShort(frame, offset + ETHER_TYPE_OFFSET, etherType);
        BigEndian.putShort(frame, offset + WORD_OFFSET, word);
    }

    /** Whether the frame has this EtherType and these two bytes. */
    public static boolean matches(byte[] frame, int offset, int etherType, int word) {
        return BigEndian.getShort(frame, offset + ETHER_TYPE_OFFSET) == etherType
                && word(frame, offset) == word;
    }

    /** The two bytes that say what the frame is. */
    public static int word(byte[] frame, int offset) {
        return BigEndian.getShort(frame, offset + WORD_OFFSET);
    }

    public static void setSource(byte[] frame, int offset, long sourceMac) {
        putMac(frame, offset + SOURCE_OFFSET, sourceMac);
    }

    private static void putMac(byte[] frame, int offset, long mac) {
        BigEndian.putShort(frame, offset, (int) (mac >>> 32));
        BigEndian.putInt(frame, offset + 2, (int) mac);
    }
}
