package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.LocalFrame;

/**
 * BifrostX's feedback: the tokens of a slot for the link and for each priority (Bifrost, Algorithm
 * 2, line 6). After the header: slot number 4 B, P 1 B, pad 1 B, c_max 4 B, then c_1 to c_P 4 B
 * each, highest priority first.
 */
final class TokenFrame {
    static final int MAGIC = 0x4258;

    private static final int SLOT_OFFSET = LocalFrame.BODY_OFFSET;
    private static final int COUNT_OFFSET = SLOT_OFFSET + 4;
    private static final int TOTAL_OFFSET = COUNT_OFFSET + 2;
    private static final int TOKENS_OFFSET = TOTAL_OFFSET + 4;

    private TokenFrame() {}

    /**
     * Writes a frame.
     *
     * @param totalBytes c_max
     * @param tokenBytes c_1 to c_P, highest priority first; at most 8
     */
    static void write(
            byte[] frame,
            int offset,
            long sourceMac,
            long slot,
            long totalBytes,
            long[] tokenBytes) {
        LocalFrame.begin(frame, offset, sourceMac, MAGIC);
        BigEndian.putInt(frame, offset + SLOT_OFFSET, (int) slot);
        frame[offset + COUNT_OFFSET] = (byte) tokenBytes.length;
        BigEndian.putInt(frame, offset + TOTAL_OFFSET, (int) totalBytes);
        for (int rank = 0; rank < tokenBytes.length; rank++) {
            BigEndian.putInt(frame, offset + TOKENS_OFFSET + 4 * rank, (int) tokenBytes[rank]);
        }
    }

    static boolean matches(byte[] frame, int offset) {
        return LocalFrame.matches(frame, offset, MAGIC);
    }

    /** Low 32 bits of the number of the slot that ended. */
    static int slot(byte[] frame, int offset) {
        return BigEndian.getInt(frame, offset + SLOT_OFFSET);
    }

    /** P. */
    static int count(byte[] frame, int offset) {
        return frame[offset + COUNT_OFFSET];
    }

    /** c_max, bytes. */
    static long totalBytes(byte[] frame, int offset) {
        return BigEndian.getInt(frame, offset + TOTAL_OFFSET);
    }

    /**
     * c_i, bytes.
     *
     * @param rank i - 1: 0 is the highest priority
     */
    static long tokenBytes(byte[] frame, int offset, int rank) {
        return BigEndian.getInt(frame, offset + TOKENS_OFFSET + 4 * rank);
    }
}
