package io.losslab.flowcontrol.gfc;

import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.LocalFrame;

/**
 * GFC's feedback. After the header, as in a PFC frame: 16-bit vector of the priorities it covers,
 * then eight 16-bit fields, priority 0 first. A field is how much slower than the line the sender
 * is to go, as {@link RateCode} has it; 0 is line rate.
 */
final class RateFrame {
    static final int MAGIC = 0x4746;

    private static final int VECTOR_OFFSET = LocalFrame.BODY_OFFSET;
    private static final int CODES_OFFSET = VECTOR_OFFSET + 2;

    private RateFrame() {}

    /**
     * Writes a frame for one priority.
     *
     * @param code 0..65535
     */
    static void write(byte[] frame, int offset, long sourceMac, int priority, int code) {
        LocalFrame.begin(frame, offset, sourceMac, MAGIC);
        BigEndian.putShort(frame, offset + VECTOR_OFFSET, 1 << priority);
        BigEndian.putShort(frame, offset + CODES_OFFSET + 2 * priority, code);
    }

    static boolean matches(byte[] frame, int offset) {
        return LocalFrame.matches(frame, offset, MAGIC);
    }

    /** Bit i: the frame covers priority i. */
    static int priorities(byte[] frame, int offset) {
        return BigEndian.getShort(frame, offset + VECTOR_OFFSET) & 0xFF;
    }

    static int code(byte[] frame, int offset, int priority) {
        return BigEndian.getShort(frame, offset + CODES_OFFSET + 2 * priority);
    }
}
