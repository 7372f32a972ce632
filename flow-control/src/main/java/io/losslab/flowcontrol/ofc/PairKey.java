package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.DataPlane;

/** OFC tells flows apart by their source and destination addresses. */
final class PairKey {
    private PairKey() {}

    /** Source address in the high, destination in the low 32 bits. */
    static long of(DataPlane plane, int flow) {
        return of(plane.sourceIpv4(flow), plane.destinationIpv4(flow));
    }

    static long of(int sourceIpv4, int destinationIpv4) {
        return (long) sourceIpv4 << 32 | destinationIpv4 & 0xFFFFFFFFL;
    }
}
