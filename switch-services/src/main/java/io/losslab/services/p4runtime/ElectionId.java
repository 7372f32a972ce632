package io.losslab.services.p4runtime;

import io.losslab.proto.p4.v1.Uint128;

/**
 * A controller's place in the election: an unsigned number of 128 bits.
 *
 * @param high upper 64 bits, unsigned
 * @param low lower 64 bits, unsigned
 */
record ElectionId(long high, long low) implements Comparable<ElectionId> {
    static ElectionId of(Uint128 id) {
        return new ElectionId(id.getHigh(), id.getLow());
    }

    Uint128 toProto() {
        return Uint128.newBuilder().setHigh(high).setLow(low).build();
    }

    @Override
    public int compareTo(ElectionId other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return high == 0 ? Long.toUnsignedString(low) : "0x%x%016x".formatted(high, low);
    }
}
