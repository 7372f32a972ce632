package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.DataPlane;
import java.util.Arrays;

/**
 * Flows are 5-tuples: a device numbers them, from 1, in the order in which it meets them. Look-ups
 * do not allocate; a number is kept for good.
 */
final class TupleKeys extends FlowKeys {
    private static final int BYTES = 13;
    private static final int FIRST_SLOTS = 64;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final DataPlane plane;

    /** By slot of an open-addressing table, at most half full: a number, or 0 where it is free. */
    private int[] numbers = new int[FIRST_SLOTS];

    // By number.
    private long[] pairs = new long[FIRST_SLOTS / 2 + 1];
    private int[] ports = new int[FIRST_SLOTS / 2 + 1];
    private int size;

    TupleKeys(DataPlane plane) {
        this.plane = plane;
    }

    @Override
    long of(int flow) {
        long pair = PairKeys.of(plane.sourceIpv4(flow), plane.destinationIpv4(flow));
        return number(pair, plane.udpSourcePort(flow));
    }

    @Override
    boolean names(byte[] frame, int offset) {
        return OfcFrame.listsPorts(frame, offset);
    }

    @Override
    long read(byte[] frame, int offset, int index) {
        return number(
                OfcFrame.pair(frame, offset, index), OfcFrame.udpSourcePort(frame, offset, index));
    }

    @Override
    void begin(byte[] frame, long sourceMac, int opcode, int priority, boolean all, long root) {
        OfcFrame.beginWithPorts(frame, sourceMac, opcode, priority, all, root);
    }

    @Override
    boolean list(byte[] frame, long key) {
        int number = (int) key;
        return OfcFrame.add(frame, pairs[number], ports[number]) == OfcFrame.MAX_TUPLES;
    }

    @Override
    int bytes() {
        return BYTES;
    }

    private int number(long pair, int udpSourcePort) {
        int slot = slotOf(pair, udpSourcePort);
        return numbers[slot] != 0 ? numbers[slot] : newNumber(slot, pair, udpSourcePort);
    }

    private int newNumber(int slot, long pair, int udpSourcePort) {
        size++;
        numbers[slot] = size;
        pairs[size] = pair;
        ports[size] = udpSourcePort;
        int number = size;
        if (2 * size == numbers.length) {
            grow();
        }
        return number;
    }

    /** Slot of a tuple, or the free one where it belongs. */
    private int slotOf(long pair, int udpSourcePort) {
        int mask = numbers.length - 1;
        int slot = (int) ((pair * SPREAD ^ udpSourcePort) * SPREAD >>> 32) & mask;
        while (numbers[slot] != 0
                && (pairs[numbers[slot]] != pair || ports[numbers[slot]] != udpSourcePort)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        numbers = new int[2 * numbers.length];
        pairs = Arrays.copyOf(pairs, numbers.length / 2 + 1);
        ports = Arrays.copyOf(ports, numbers.length / 2 + 1);
        for (int number = 1; number <= size; number++) {
            numbers[slotOf(pairs[number], ports[number])] = number;
        }
    }
}
