package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.LocalFrame;

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
    public static final int LENGTH_BYTES = LocalFrame.LENGTH_BYTES;

    public static final int PAUSE = 1;
    public static final int RESUME = 2;
    public static final int MERGE = 3;
    public static final int DEALLOCATE = 4;

    private static final int PROTOCOL = 0x59;
    private static final int ROOT_OFFSET = 16;
    private static final int OLD_ROOT_OFFSET = 24;
    private static final int HOPS_OFFSET = 32;
    private static final int MAX_HOPS = 0xFFFF;

    private final byte[] bytes = new byte[LENGTH_BYTES];

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
        LocalFrame.begin(bytes, 0, sourceMac, PROTOCOL << 8 | opcode);
        BigEndian.putLong(bytes, ROOT_OFFSET, root);
        BigEndian.putLong(bytes, OLD_ROOT_OFFSET, oldRoot);
        BigEndian.putShort(bytes, HOPS_OFFSET, hops);
    }

    /** The frame as it travels; the next {@link #write} changes it. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether the bytes are a frame of Pyrrha. */
    public static boolean matches(byte[] frame, int offset) {
        return LocalFrame.isOf(frame, offset, PROTOCOL);
    }

    /** PAUSE, RESUME, MERGE or DEALLOCATE; other numbers are undefined. */
    public static int opcode(byte[] frame, int offset) {
        return LocalFrame.opcode(frame, offset);
    }

    /** The congestion root meant; of a MERGE the new one. */
    public static long root(byte[] frame, int offset) {
        return BigEndian.getLong(frame, offset + ROOT_OFFSET);
    }

    /** The root that a MERGE gives up. */
    public static long oldRoot(byte[] frame, int offset) {
        return BigEndian.getLong(frame, offset + OLD_ROOT_OFFSET);
    }

    /** Egress ports from the one the frame comes in by to the root; 1 is the next switch's. */
    public static int hops(byte[] frame, int offset) {
        return BigEndian.getShort(frame, offset + HOPS_OFFSET);
    }
}
