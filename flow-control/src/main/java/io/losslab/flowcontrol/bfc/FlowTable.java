package io.losslab.flowcontrol.bfc;

import java.util.Arrays;

/**
 * The flow table of an egress port: by hash of the 5-tuple, the queue a flow was given, its packets
 * there and when the last one came or went. Flows that collide share an entry, hence a queue.
 */
final class FlowTable {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final int[] packets;
    private final short[] queues;
    private final long[] lastNanos;

    FlowTable(int entries) {
        packets = new int[entries];
        queues = new short[entries];
        lastNanos = new long[entries];
        Arrays.fill(lastNanos, NEVER);
    }

    int entryOf(int sourceIpv4, int destinationIpv4, int udpSourcePort) {
        int hash = (sourceIpv4 * 31 + destinationIpv4) * 31 + udpSourcePort;
        hash = (hash ^ hash >>> 16) * 0x45D9F3B;
        hash = (hash ^ hash >>> 13) * 0x2C1B3C6D;
        return Integer.remainderUnsigned(hash ^ hash >>> 16, packets.length);
    }

    /** Whether the entry's flow must or may keep its queue. */
    boolean isActive(int entry, long nowNanos, long stickyNanos) {
        return packets[entry] > 0 || nowNanos - lastNanos[entry] <= stickyNanos;
    }

    int queue(int entry) {
        return queues[entry];
    }

    void assign(int entry, int queue) {
        queues[entry] = (short) queue;
    }

    /** A packet of the entry came, 1, or went, -1. */
    void count(int entry, int change, long nowNanos) {
        packets[entry] += change;
        lastNanos[entry] = nowNanos;
    }
}
