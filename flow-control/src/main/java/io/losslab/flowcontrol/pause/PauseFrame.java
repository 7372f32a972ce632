package io.losslab.flowcontrol.pause;

import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.ControlHeader;

/**
 * The PFC frame of IEEE 802.1Qbb, 64 bytes with FCS, read and written in place.
 *
 * <pre>
 *  0  destination 01-80-C2-00-00-01      14  opcode 0x0101
 *  6  source MAC                         16  priority enable vector, bit i = priority i
 * 12  EtherType 0x8808                   18  eight 16-bit pause times in quanta, priority 0 first
 *                                        34  zeros            60  FCS
 * </pre>
 *
 * <p>A quantum is 512 bit times. Time 0 with the priority enabled resumes it. The FCS bytes are
 * left to the MAC that sends the frame.
 */
public final class PauseFrame {
    /** Destination MAC to FCS. */
    public static final int LENGTH_BYTES = ControlHeader.MIN_FRAME_BYTES;

    public static final int MAX_QUANTA = 65_535;
    public static final int QUANTUM_BITS = 512;
    public static final int ETHER_TYPE = 0x8808;
    public static final int OPCODE = 0x0101;

    private static final int VECTOR_OFFSET = 16;
    private static final int TIMES_OFFSET = 18;

    private PauseFrame() {}

    /**
     * Writes a frame that sets every enabled priority to the same time.
     *
     * @param sourceMac of the sending port, low 48 bits
     * @param priorities bit i enables priority i
     * @param quanta 0..65535; 0 resumes
     */
    public static void write(
            byte[] buffer, int offset, long sourceMac, int priorities, int quanta) {
        if (quanta < 0 || quanta > MAX_QUANTA) {
            throw new IllegalArgumentException("quanta must be 0.." + MAX_QUANTA + ": " + quanta);
        }
        ControlHeader.write(buffer, offset, sourceMac, ETHER_TYPE, OPCODE);
        BigEndian.putShort(buffer, offset + VECTOR_OFFSET, priorities & 0xFF);
        for (int priority = 0; priority < 8; priority++) {
            if ((priorities >> priority & 1) != 0) {
                BigEndian.putShort(buffer, offset + TIMES_OFFSET + 2 * priority, quanta);
            }
        }
    }

    /** Whether the bytes are a PFC frame. */
    public static boolean matches(byte[] buffer, int offset) {
        return ControlHeader.matches(buffer, offset, ETHER_TYPE, OPCODE);
    }

    /** Enabled priorities, bit i = priority i. */
    public static int priorities(byte[] buffer, int offset) {
        return BigEndian.getShort(buffer, offset + VECTOR_OFFSET) & 0xFF;
    }

    /** Pause time of a priority in quanta. */
    public static int quanta(byte[] buffer, int offset, int priority) {
        return BigEndian.getShort(buffer, offset + TIMES_OFFSET + 2 * priority);
    }

    /** Nanoseconds that {@code quanta} last on a line, rounded up. */
    public static long nanosOf(int quanta, long rateBitsPerSecond) {
        return (quanta * (QUANTUM_BITS * 1_000_000_000L) + rateBitsPerSecond - 1)
                / rateBitsPerSecond;
    }
}
