package io.losslab.flowcontrol.bfc;

import java.nio.ByteBuffer;
import java.util.Arrays;

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
    public static final int LENGTH_BYTES = 64;

    public static final int PAUSE = 1;
    public static final int RESUME = 2;

    private static final long DESTINATION_MAC = 0x0180C2000001L;
    private static final int ETHER_TYPE = 0x88B5;
    private static final int PROTOCOL = 0x42;
    private static final int SOURCE_OFFSET = 6;
    private static final int ETHER_TYPE_OFFSET = 12;
    private static final int PROTOCOL_OFFSET = 14;
    private static final int OPCODE_OFFSET = 15;
    private static final int QUEUE_OFFSET = 16;
    private static final int ROOT_OFFSET = 18;
    private static final int MAX_QUEUE = 0xFFFF;

    private final byte[] bytes = new byte[LENGTH_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

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
        Arrays.fill(bytes, (byte) 0);
        buffer.putShort(0, (short) (DESTINATION_MAC >>> 32)).putInt(2, (int) DESTINATION_MAC);
        buffer.putShort(SOURCE_OFFSET, (short) (sourceMac >>> 32));
        buffer.putInt(SOURCE_OFFSET + 2, (int) sourceMac);
        buffer.putShort(ETHER_TYPE_OFFSET, (short) ETHER_TYPE);
        buffer.put(PROTOCOL_OFFSET, (byte) PROTOCOL).put(OPCODE_OFFSET, (byte) opcode);
        buffer.putShort(QUEUE_OFFSET, (short) queue).putLong(ROOT_OFFSET, root);
    }

    /** The frame as it travels; the next {@link #write} changes it. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether the bytes are a frame of BFC. */
    public static boolean matches(byte[] frame, int offset) {
        return unsigned(frame, offset + ETHER_TYPE_OFFSET, 2) == ETHER_TYPE
                && unsigned(frame, offset + PROTOCOL_OFFSET, 1) == PROTOCOL;
    }

    public static int opcode(byte[] frame, int offset) {
        return (int) unsigned(frame, offset + OPCODE_OFFSET, 1);
    }

    public static int queue(byte[] frame, int offset) {
        return (int) unsigned(frame, offset + QUEUE_OFFSET, 2);
    }

    public static long root(byte[] frame, int offset) {
        return unsigned(frame, offset + ROOT_OFFSET, 8);
    }

    private static long unsigned(byte[] frame, int offset, int octets) {
        long value = 0;
        for (int i = 0; i < octets; i++) {
            value = value << 8 | frame[offset + i] & 0xFF;
        }
        return value;
    }
}
