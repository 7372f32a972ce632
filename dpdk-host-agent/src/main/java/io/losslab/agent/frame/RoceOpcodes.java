package io.losslab.agent.frame;

/** Operation codes of RDMA writes on reliable connections (InfiniBand Specification, 9.2). */
final class RoceOpcodes {
    static final int WRITE_FIRST = 0x06;
    static final int WRITE_MIDDLE = 0x07;
    static final int WRITE_LAST = 0x08;
    static final int WRITE_ONLY = 0x0A;

    private RoceOpcodes() {}

    static int write(boolean first, boolean last) {
        if (first) {
            return last ? WRITE_ONLY : WRITE_FIRST;
        }
        return last ? WRITE_LAST : WRITE_MIDDLE;
    }

    static boolean hasReth(int opcode) {
        return opcode == WRITE_FIRST || opcode == WRITE_ONLY;
    }
}
