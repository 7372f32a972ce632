package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.DataPlane;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A control frame of Pyrrha, 64 bytes with FCS, read and written in place (Pyrrha, IV-D; the layout
 * is ours).
 *
 * <pre>
 *  0  destination 01-80-C2-00-00-01      16  root: switch (4), port (4)
 *  6  source MAC                         24  MERGE: the root given up: switch (4), port (4)
 * 12  EtherType 0x88B5                   32  hops from the receiving port to the root (2)
 * 14  protocol 0x59 ('Y')                34  zeros
 * 15  opcode 1..4                        60  FCS
 * </pre>
 *
 * <p>Numbers are big-endian. The FCS bytes are left to the MAC that sends the frame.
 */
public final class PyrrhaFrame {
    /** Destination MAC to FCS. */
    public static final int LENGTH_BYTES = 64;

    public static final int PAUSE = 1;
    public static final int RESUME = 2;
    public static final int MERGE = 3;
    public static final int DEALLOCATE = 4;

    private static final long DESTINATION_MAC = 0x0180C2000001L;
    private static final int ETHER_TYPE = 0x88B5;
    private static final int PROTOCOL = 0x59;
    private static final int SOURCE_OFFSET = 6;
    private static final int ETHER_TYPE_OFFSET = 12;
    private static final int PROTOCOL_OFFSET = 14;
    private static final int OPCODE_OFFSET = 15;
    private static final int ROOT_OFFSET = 16;
    private static final int OLD_ROOT_OFFSET = 24;
    private static final int HOPS_OFFSET = 32;
    private static final int MAX_HOPS = 0xFFFF;

    private final byte[] bytes = new byte[LENGTH_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

    /**
     * Fills the frame.
     *
     * @param sourceMac of the sending port, low 48 bits
     * @param root as {@link DataPlane#root} makes it
     * @param oldRoot MERGE: the root given up; else {@link DataPlane#NO_ROOT}
     * @param hops 0..65535
     */
    public void write(long sourceMac, int opcode, long root, long oldRoot, int hops) {
        if (opcode < PAUSE || opcode > DEALLOCATE) {
            throw new IllegalArgumentException("opcode must be 1..4: " + opcode);
        }
        if (hops < 0 || hops > MAX_HOPS) {
            throw new IllegalArgumentException("hops must be 0.." + MAX_HOPS + ": " + hops);
        }
        Arrays.fill(bytes, (byte) 0);
        buffer.putShort(0, (short) (DESTINATION_MAC >>> 32)).putInt(2, (int) DESTINATION_MAC);
        buffer.putShort(SOURCE_OFFSET, (short) (sourceMac >>> 32));
        buffer.putInt(SOURCE_OFFSET + 2, (int) sourceMac);
        buffer.putShort(ETHER_TYPE_OFFSET, (short) ETHER_TYPE);
        buffer.put(PROTOCOL_OFFSET, (byte) PROTOCOL).put(OPCODE_OFFSET, (byte) opcode);
        buffer.putLong(ROOT_OFFSET, root).putLong(OLD_ROOT_OFFSET, oldRoot);
        buffer.putShort(HOPS_OFFSET, (short) hops);
    }

    /** The frame as it travels; the next {@link #write} changes it. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether the bytes are a frame of Pyrrha. */
    public static boolean matches(byte[] frame, int offset) {
        return unsigned(frame, offset + ETHER_TYPE_OFFSET, 2) == ETHER_TYPE
                && unsigned(frame, offset + PROTOCOL_OFFSET, 1) == PROTOCOL;
    }

    /** PAUSE, RESUME, MERGE or DEALLOCATE; other numbers are nobody's. */
    public static int opcode(byte[] frame, int offset) {
        return (int) unsigned(frame, offset + OPCODE_OFFSET, 1);
    }

    /** The congestion root meant; of a MERGE the new one. */
    public static long root(byte[] frame, int offset) {
        return unsigned(frame, offset + ROOT_OFFSET, 8);
    }

    /** The root that a MERGE gives up. */
    public static long oldRoot(byte[] frame, int offset) {
        return unsigned(frame, offset + OLD_ROOT_OFFSET, 8);
    }

    /** Egress ports from the one the frame comes in by to the root; 1 is the next switch's. */
    public static int hops(byte[] frame, int offset) {
        return (int) unsigned(frame, offset + HOPS_OFFSET, 2);
    }

    private static long unsigned(byte[] frame, int offset, int octets) {
        long value = 0;
        for (int i = 0; i < octets; i++) {
            value = value << 8 | frame[offset + i] & 0xFF;
        }
        return value;
    }
}
