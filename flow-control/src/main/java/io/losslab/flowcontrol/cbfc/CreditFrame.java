package io.losslab.flowcontrol.cbfc;

import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.frame.LocalFrame;

/**
 * A count of blocks on its way to the other end of a link. After the header: kind 1 B, virtual lane
 * 1 B, count 8 B; with counters of 12 bits the count is below 4096.
 */
final class CreditFrame {
    static final int MAGIC = 0x4342;

    /** Receiver to sender: blocks that may have been sent. */
    static final int LIMIT = 1;

    /** Sender to receiver: blocks that have been sent. */
    static final int SENT = 2;

    private static final int KIND_OFFSET = LocalFrame.BODY_OFFSET;
    private static final int LANE_OFFSET = KIND_OFFSET + 1;
    private static final int COUNT_OFFSET = LANE_OFFSET + 1;

    private CreditFrame() {}

    /**
     * Writes a frame.
     *
     * @param kind {@link #LIMIT} or {@link #SENT}
     * @param lane 0..7
     */
    static void write(byte[] frame, int offset, long sourceMac, int kind, int lane, long blocks) {
        LocalFrame.begin(frame, offset, sourceMac, MAGIC);
        frame[offset + KIND_OFFSET] = (byte) kind;
        frame[offset + LANE_OFFSET] = (byte) lane;
        BigEndian.putLong(frame, offset + COUNT_OFFSET, blocks);
    }

    static boolean matches(byte[] frame, int offset, int kind) {
        return LocalFrame.matches(frame, offset, MAGIC) && frame[offset + KIND_OFFSET] == kind;
    }

    /** Virtual lane, 0..7. */
    static int lane(byte[] frame, int offset) {
        return frame[offset + LANE_OFFSET] & 7;
    }

    static long blocks(byte[] frame, int offset) {
        return BigEndian.getLong(frame, offset + COUNT_OFFSET);
    }
}
