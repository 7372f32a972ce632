package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.DataPlane;

/** Flows are pairs of addresses: source in the high, destination in the low 32 bits. */
final class PairKeys extends FlowKeys {
    private static final int BYTES = 8;

    private final DataPlane plane;

    PairKeys(DataPlane plane) {
        this.plane = plane;
    }

    static long of(int sourceIpv4, int destinationIpv4) {
        return (long) sourceIpv4 << 32 | destinationIpv4 & 0xFFFFFFFFL;
    }

    @Override
    long of(int flow) {
        return of(plane.sourceIpv4(flow), plane.destinationIpv4(flow));
    }

    @Override
    boolean names(byte[] frame, int offset) {
        return !OfcFrame.listsPorts(frame, offset);
    }

    @Override
    long read(byte[] frame, int offset, int index) {
        return OfcFrame.pair(frame, offset, index);
    }

    @Override
    void begin(byte[] frame, long sourceMac, int opcode, int priority, boolean all, long root) {
        OfcFrame.begin(frame, sourceMac, opcode, priority, all, root);
    }

    @Override
    boolean list(byte[] frame, long key) {
        return OfcFrame.add(frame, key) == OfcFrame.MAX_PAIRS;
    }

    @Override
    int bytes() {
        return BYTES;
    }
}
