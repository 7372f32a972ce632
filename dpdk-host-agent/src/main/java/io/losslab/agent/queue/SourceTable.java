package io.losslab.agent.queue;

import java.util.Arrays;

/**
 * What waits at an egress: own flows, each with the frames it has written, and what is relayed by a
 * queue. A source with frames stands in the ring of its queue unless its scheme parked it.
 */
final class SourceTable {
    static final int FREE = -1;

    private final PacketTable packets;

    /*
     * By source, from 1: first and last frame, frame bytes that wait, next in the ring, queue it
     * belongs to, flow (0 for relayed frames).
     */
    private int[] heads = new int[64];
    private int[] tails = new int[64];
    private int[] bytes = new int[64];
    private int[] nextInRing = new int[64];
    private int[] queues = new int[64];
    private int[] flows = new int[64];
    private boolean[] queued = new boolean[64];
    private boolean[] parked = new boolean[64];
    private int count;
    private int firstFree;

    SourceTable(PacketTable packets) {
        this.packets = packets;
    }

    /** A new source; not called per packet. */
    int add(int queue, int flow) {
        int source = firstFree;
        if (source != 0) {
            firstFree = nextInRing[source];
        } else {
            source = ++count;
            if (source == heads.length) {
                grow(2 * source);
            }
        }
        heads[source] = 0;
        tails[source] = 0;
        bytes[source] = 0;
        nextInRing[source] = 0;
        queues[source] = queue;
        flows[source] = flow;
        queued[source] = false;
        parked[source] = false;
        return source;
    }

    void remove(int source) {
        queues[source] = FREE;
        nextInRing[source] = firstFree;
        firstFree = source;
    }

    void append(int source, int packet, int frameBytes) {
        packets.setNext(packet, 0);
        if (heads[source] == 0) {
            heads[source] = packet;
        } else {
            packets.setNext(tails[source], packet);
        }
        tails[source] = packet;
        bytes[source] += frameBytes;
    }

    /** Puts a frame back to the front. */
    void push(int source, int packet, int frameBytes) {
        packets.setNext(packet, heads[source]);
        if (heads[source] == 0) {
            tails[source] = packet;
        }
        heads[source] = packet;
        bytes[source] += frameBytes;
    }

    /** Takes the first frame off. */
    int take(int source, int frameBytes) {
        int packet = heads[source];
        int next = packets.next(packet);
        heads[source] = next;
        if (next == 0) {
            tails[source] = 0;
        }
        bytes[source] -= frameBytes;
        return packet;
    }

    /** First frame; 0 if none waits. */
    int head(int source) {
        return heads[source];
    }

    int bytes(int source) {
        return bytes[source];
    }

    int queue(int source) {
        return queues[source];
    }

    void setQueue(int source, int queue) {
        queues[source] = queue;
    }

    /** The own flow; 0 of relayed frames. */
    int flow(int source) {
        return flows[source];
    }

    int nextInRing(int source) {
        return nextInRing[source];
    }

    void setNextInRing(int source, int next) {
        nextInRing[source] = next;
    }

    boolean isQueued(int source) {
        return queued[source];
    }

    void setQueued(int source, boolean now) {
        queued[source] = now;
    }

    boolean isParked(int source) {
        return parked[source];
    }

    void setParked(int source, boolean now) {
        parked[source] = now;
    }

    private void grow(int capacity) {
        heads = Arrays.copyOf(heads, capacity);
        tails = Arrays.copyOf(tails, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        nextInRing = Arrays.copyOf(nextInRing, capacity);
        queues = Arrays.copyOf(queues, capacity);
        flows = Arrays.copyOf(flows, capacity);
        queued = Arrays.copyOf(queued, capacity);
        parked = Arrays.copyOf(parked, capacity);
    }
}
