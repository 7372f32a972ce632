package io.losslab.roce.frame;

/** Operation codes of reliable connections (InfiniBand Architecture, 9.2), and what ACKs say. */
public final class RoceOpcodes {
    public static final int WRITE_FIRST = 0x06;
    public static final int WRITE_MIDDLE = 0x07;
    public static final int WRITE_LAST = 0x08;
    public static final int WRITE_ONLY = 0x0A;
    public static final int ACKNOWLEDGE = 0x11;
    public static final int CONGESTION_NOTICE = 0x81;

    /** Syndrome of an ACK without a limit to credits. */
    public static final int ACK = 0x1F;

    /** Syndrome of a NAK for a packet that is missing. */
    public static final int SEQUENCE_ERROR = 0x60;

    private RoceOpcodes() {}

    /** Of a packet of an RDMA write. */
    public static int write(boolean first, boolean last) {
        if (first) {
            return last ? WRITE_ONLY : WRITE_FIRST;
        }
        return last ? WRITE_LAST : WRITE_MIDDLE;
    }

    static boolean hasReth(int opcode) {
        return opcode == WRITE_FIRST || opcode == WRITE_ONLY;
    }

    /** Whether it is an answer to data: ACK, NAK or congestion notice. */
    static boolean isResponse(int opcode) {
        return opcode == ACKNOWLEDGE || opcode == CONGESTION_NOTICE;
    }
}
