package io.losslab.services.p4runtime.entity;

import com.google.rpc.Code;
import io.losslab.proto.p4.v1.Index;
import io.losslab.services.p4runtime.program.Refusal;

/** Indices into arrays of counters, meters and registers. */
final class CellIndex {
    private CellIndex() {}

    /**
     * Checks an index.
     *
     * @param kind such as {@code counter}
     * @param name of the array
     */
    static int check(Index index, long size, String kind, String name) throws Refusal {
        long at = index.getIndex();
        if (at < 0) {
            throw Refusal.invalid("a %s index must not be negative: %d".formatted(kind, at));
        }
        if (at >= size) {
            throw new Refusal(
                    Code.OUT_OF_RANGE, "%s has cells 0..%d: %d".formatted(name, size - 1, at));
        }
        return (int) at;
    }
}
