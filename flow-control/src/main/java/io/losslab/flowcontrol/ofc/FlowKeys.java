package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.DataPlane;

/** How a device's OFC tells flows apart: the number that stands for a flow in tables and frames. */
abstract sealed class FlowKeys permits PairKeys, TupleKeys {
    static FlowKeys of(FlowKey kind, DataPlane plane) {
        return switch (kind) {
            case PAIR -> new PairKeys(plane);
            case FIVE_TUPLE -> new TupleKeys(plane);
        };
    }

    /** Key of a flow of the device, not 0. */
    abstract long of(int flow);

    /** Whether this key is what the frames of a neighbour name flows by. */
    abstract boolean names(byte[] frame, int offset);

    /** Key of a flow that a frame lists. */
    abstract long read(byte[] frame, int offset, int index);

    /** Begins a frame that lists flows by this key. */
    abstract void begin(
            byte[] frame, long sourceMac, int opcode, int priority, boolean all, long root);

    /** Lists one more flow; returns whether the frame is full then. */
    abstract boolean list(byte[] frame, long key);

    /** Bytes of an entry's key in a table of the paper. */
    abstract int bytes();
}
