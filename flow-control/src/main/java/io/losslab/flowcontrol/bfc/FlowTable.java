package io.losslab.flowcontrol.bfc;

/**
 * The flow table of an egress port: by hash of the 5-tuple, the queue a flow was given, its packets
 * there and when the last one came or went. Flows that collide share an entry, hence a queue.
 */
final class FlowTable {
    private static final long NEVER = Long.MIN_VALUE / 2;

    /*
     * Two longs an entry, which are read and written together: packets in the high and the queue in
     * the low 32 bits; when the last packet came or went.
     */
    private static final int LAST = 1;
    private static final long PACKET = 1L << 32;

    private final long[] rows;
    private final int entries;

    FlowTable(int entries) {
        this.entries = entries;
        rows = new long[entries << 1];
        for (int entry = 0; entry < entries; entry++) {
            rows[entry << 1 | LAST] = NEVER;
        }
    }

    int entryOf(int sourceIpv4, int destinationIpv4, int udpSourcePort) {
        int hash = (sourceIpv4 * 31 + destinationIpv4) * 31 + udpSourcePort;
        hash = (hash ^ hash >>> 16) * 0x45D9F3B;
        hash = (hash ^ hash >>> 13) * 0x2C1B3C6D;
        return Integer.remainderUnsigned(hash ^ hash >>> 16, entries);
    }

    /** Whether the entry's flow must or may keep its queue. */
    boolean isActive(int entry, long nowNanos, long stickyNanos) {
        return rows[entry << 1] >= PACKET || nowNanos - rows[entry << 1 | LAST] <= stickyNanos;
    }

    int queue(int entry) {
        return (int) rows[entry << 1];
    }

    void assign(int entry, int queue) {
        int at = entry << 1;
        rows[at] = rows[at] & -PACKET | queue;
    }

    /** A packet of the entry came, 1, or went, -1. */
    void count(int entry, int change, long nowNanos) {
        rows[entry << 1] += change * PACKET;
        rows[entry << 1 | LAST] = nowNanos;
    }
}
