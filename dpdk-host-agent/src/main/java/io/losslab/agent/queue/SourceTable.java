package io.losslab.agent.queue;

import java.util.Arrays;

/**
 * What waits at an egress: own flows, each with the frames it has written, and what is relayed by a
 * queue. A source with frames stands in the ring of its queue unless its scheme parked it.
 */
final class SourceTable {
    /*
     * Eight words a source, from 1: first and last frame, frame bytes that wait, next in the ring or
     * among the free, queue it belongs to, flow (0 for relayed frames), whether it is in the ring,
     * whether it is parked.
     */
    private static final int WORDS = 3;
    private static final int HEAD = 0;
    private static final int TAIL = 1;
    private static final int BYTES = 2;
    private static final int NEXT = 3;
    private static final int QUEUE = 4;
    private static final int FLOW = 5;
    private static final int QUEUED = 6;
    private static final int PARKED = 7;

    private final PacketTable packets;
    private int[] words = new int[64 << WORDS];
    private int count;
    private int firstFree;

    SourceTable(PacketTable packets) {
        this.packets = packets;
    }

    /** A new source; not called per packet. */
    int add(int queue, int flow) {
        int source = firstFree;
        if (source != 0) {
            firstFree = nextInRing(source);
        } else {
            source = ++count;
        }
        int at = source << WORDS;
        if (at == words.length) {
            words = Arrays.copyOf(words, 2 * at);
        }
        Arrays.fill(words, at, at + (1 << WORDS), 0);
        words[at + QUEUE] = queue;
        words[at + FLOW] = flow;
        return source;
    }

    void remove(int source) {
        words[(source << WORDS) + NEXT] = firstFree;
        firstFree = source;
    }

    /** Puts a frame that is in no list to the end. */
    void append(int source, int packet, int frameBytes) {
        appendRun(source, packet, packet, frameBytes);
    }

    /** Puts a list of frames to the end. */
    void appendRun(int source, int first, int last, int frameBytes) {
        int at = source << WORDS;
        if (words[at + HEAD] == 0) {
            words[at + HEAD] = first;
        } else {
            packets.setNext(words[at + TAIL], first);
        }
        words[at + TAIL] = last;
        words[at + BYTES] += frameBytes;
    }

    /** A frame that waits has become longer. */
    void lengthen(int source, int bytes) {
        words[(source << WORDS) + BYTES] += bytes;
    }

    /** Puts a frame back to the front. */
    void push(int source, int packet, int frameBytes) {
        int at = source << WORDS;
        packets.setNext(packet, words[at + HEAD]);
        if (words[at + HEAD] == 0) {
            words[at + TAIL] = packet;
        }
        words[at + HEAD] = packet;
        words[at + BYTES] += frameBytes;
    }

    /** Takes the first frames off, up to one that becomes the first. */
    void takeUpTo(int source, int newHead, int frameBytes) {
        int at = source << WORDS;
        words[at + HEAD] = newHead;
        if (newHead == 0) {
            words[at + TAIL] = 0;
        }
        words[at + BYTES] -= frameBytes;
    }

    /** First frame; 0 if none waits. */
    int head(int source) {
        return words[(source << WORDS) + HEAD];
    }

    int bytes(int source) {
        return words[(source << WORDS) + BYTES];
    }

    int queue(int source) {
        return words[(source << WORDS) + QUEUE];
    }

    /** The own flow; 0 of relayed frames. */
    int flow(int source) {
        return words[(source << WORDS) + FLOW];
    }

    int nextInRing(int source) {
        return words[(source << WORDS) + NEXT];
    }

    void setNextInRing(int source, int next) {
        words[(source << WORDS) + NEXT] = next;
    }

    boolean isQueued(int source) {
        return words[(source << WORDS) + QUEUED] != 0;
    }

    void setQueued(int source, boolean now) {
        words[(source << WORDS) + QUEUED] = now ? 1 : 0;
    }

    boolean isParked(int source) {
        return words[(source << WORDS) + PARKED] != 0;
    }

    void setParked(int source, boolean now) {
        words[(source << WORDS) + PARKED] = now ? 1 : 0;
    }
}
