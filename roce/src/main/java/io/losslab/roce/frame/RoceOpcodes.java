package io.losslab.roce.frame;

import io.losslab.api.frame.RoceFrame;

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

    /** Behind the base transport header of a congestion notice, which so has 78 B. */
    static final int NOTICE_RESERVED_BYTES = 16;

    private RoceOpcodes() {}

    /** Of a packet of an RDMA write. */
    public static int write(boolean first, boolean last) {
        if (first) {
            return last ? WRITE_ONLY : WRITE_FIRST;
        }
        return last ? WRITE_LAST : WRITE_MIDDLE;
    }

    /** Bytes of headers behind the base transport header; 0 for packets of other operations. */
    static int extensionBytes(int opcode) {
        return switch (opcode) {
            case WRITE_FIRST, WRITE_ONLY -> RoceFrame.RETH_BYTES;
            case ACKNOWLEDGE -> RoceFrame.AETH_BYTES;
            case CONGESTION_NOTICE -> NOTICE_RESERVED_BYTES;
            default -> 0;
        };
    }

    static boolean isWrite(int opcode) {
        return opcode >= WRITE_FIRST && opcode <= WRITE_LAST || opcode == WRITE_ONLY;
    }

    static boolean hasReth(int opcode) {
        return opcode == WRITE_FIRST || opcode == WRITE_ONLY;
    }

    /** Whether it is an answer to data: ACK, NAK or congestion notice. */
    static boolean isResponse(int opcode) {
        return opcode == ACKNOWLEDGE || opcode == CONGESTION_NOTICE;
    }
}
