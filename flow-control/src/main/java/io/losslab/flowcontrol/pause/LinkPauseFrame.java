package io.losslab.flowcontrol.pause;

import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.ControlHeader;

/**
 * The PAUSE frame of IEEE 802.3, Annex 31B, 64 bytes with FCS, read and written in place: it stops
 * all data of a link, whatever its priority.
 *
 * <pre>
 *  0  destination 01-80-C2-00-00-01      14  opcode 0x0001
 *  6  source MAC                         16  pause time in quanta of 512 bit times
 * 12  EtherType 0x8808                   18  zeros            60  FCS
 * </pre>
 *
 * <p>Time 0 lets the link go. The FCS bytes are left to the MAC that sends the frame.
 */
public final class LinkPauseFrame {
    /** Destination MAC to FCS. */
    public static final int LENGTH_BYTES = ControlHeader.MIN_FRAME_BYTES;

    public static final int OPCODE = 0x0001;

    private static final int TIME_OFFSET = 16;

    private LinkPauseFrame() {}

    /**
     * Writes a frame.
     *
     * @param sourceMac of the sending port, low 48 bits
     * @param quanta 0..65535; 0 resumes
     */
    public static void write(byte[] buffer, int offset, long sourceMac, int quanta) {
        if (quanta < 0 || quanta > PauseFrame.MAX_QUANTA) {
            throw new IllegalArgumentException(
                    "quanta must be 0.." + PauseFrame.MAX_QUANTA + ": " + quanta);
        }
        ControlHeader.write(buffer, offset, sourceMac, PauseFrame.ETHER_TYPE, OPCODE);
        BigEndian.putShort(buffer, offset + TIME_OFFSET, quanta);
    }

    /** Whether the bytes are a PAUSE frame. */
    public static boolean matches(byte[] buffer, int offset) {
        return ControlHeader.matches(buffer, offset, PauseFrame.ETHER_TYPE, OPCODE);
    }

    /** Pause time in quanta. */
    public static int quanta(byte[] buffer, int offset) {
        return BigEndian.getShort(buffer, offset + TIME_OFFSET);
    }
}
