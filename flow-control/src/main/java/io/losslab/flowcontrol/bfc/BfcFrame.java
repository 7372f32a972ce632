package io.losslab.flowcontrol.bfc;

import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.LocalFrame;

/**
 * A control frame of BFC, 64 bytes with FCS, read and written in place (the layout is ours).
 *
 * <pre>
 *  0  destination 01-80-C2-00-00-01      16  queue of the receiving port (2)
 *  6  source MAC                         18  congested port behind it: device (4), port (4)
 * 12  EtherType 0x88B5                   26  zeros
 * 14  protocol 0x42 ('B')                60  FCS
 * 15  opcode: 1 PAUSE, 2 RESUME
 * </pre>
 *
 * <p>Numbers are big-endian. The congested port is for the analysis of pauses only. The FCS bytes
 * are left to the MAC that sends the frame.
 */
public final class BfcFrame {
    /** Destination MAC to FCS. */
    public static final int LENGTH_BYTES = LocalFrame.LENGTH_BYTES;

    public static final int PAUSE = 1;
    public static final int RESUME = 2;

    private static final int PROTOCOL = 0x42;
    private static final int QUEUE_OFFSET = 16;
    private static final int ROOT_OFFSET = 18;
    private static final int MAX_QUEUE = 0xFFFF;

    private final byte[] bytes = new byte[LENGTH_BYTES];

    /**
     * Fills the frame.
     *
     * @param sourceMac of the sending port, low 48 bits
     * @param queue 0..65535
     * @param root as {@code DataPlane.root} makes it
     */
    public void write(long sourceMac, int opcode, int queue, long root) {
        if (opcode != PAUSE && opcode != RESUME) {
            throw new IllegalArgumentException("opcode must be 1 or 2: " + opcode);
        }
        if (queue < 0 || queue > MAX_QUEUE) {
            throw new IllegalArgumentException("queue must be 0.." + MAX_QUEUE + ": " + queue);
        }
        LocalFrame.begin(bytes, 0, sourceMac, PROTOCOL << 8 | opcode);
        BigEndian.putShort(bytes, QUEUE_OFFSET, queue);
        BigEndian.putLong(bytes, ROOT_OFFSET, root);
    }

    /** The frame as it travels; the next {@link #write} changes it. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether the bytes are a frame of BFC. */
    public static boolean matches(byte[] frame, int offset) {
        return LocalFrame.isOf(frame, offset, PROTOCOL);
    }

    public static int opcode(byte[] frame, int offset) {
        return LocalFrame.opcode(frame, offset);
    }

    public static int queue(byte[] frame, int offset) {
        return BigEndian.getShort(frame, offset + QUEUE_OFFSET);
    }

    public static long root(byte[] frame, int offset) {
        return BigEndian.getLong(frame, offset + ROOT_OFFSET);
    }
}
