package io.losslab.softswitch.fabric.engine;

import java.util.Arrays;

/**
 * Pool of fixed-size records: every packet and every pending event is one.
 *
 * <pre>
 * word 0  time of an event in a far level of the agenda, or when a buffered packet joined its queue; picoseconds
 * word 1  high 32: tag 12, port 20 the event is at (ingress port, also while buffered)   low 32: next record of its list
 * word 2  high 32: flow, or argument of the event                            low 32: path cursor
 * word 3  high 32: packet sequence number, or argument                       low 32: flags 8, priority 4, kind 4, frame bytes 16
 * </pre>
 *
 * <p>Record 0 is never handed out and means "none". Grows by doubling; steady state allocates
 * nothing. Records are handed out one by one, the one released last first, or in blocks to a stream
 * of packets, so that those that wait in one queue lie in memory as they wait: what has waited for
 * long is in no cache any more, and a cache line brings the next one, too.
 */
public final class Records {
    static final int TIME = 0;
    static final int LINK = 1;
    private static final int FLOW = 2;
    private static final int BODY = 3;

    public static final int FLAG_LAST = 1;
    public static final int FLAG_FIRST = 2;

    /** A switch marked the packet: congestion experienced. */
    public static final int FLAG_CE = 4;

    /** An ACK record that is a congestion notification instead; acknowledges nothing. */
    public static final int FLAG_CNP = 8;

    private static final int PORT_BITS = 20;

    /** Most ports a fabric can have. */
    public static final int MAX_PORT = (1 << PORT_BITS) - 1;

    /** Bits of a {@link #rank}. */
    static final int RANK_BITS = PORT_BITS + 1;

    /** 2^64 over the golden ratio: the upper bits of multiples are spread evenly (Knuth, 6.4). */
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private static final long LOW = 0xFFFF_FFFFL;
    private static final long TAG = 0xFFFL << 52;
    private static final long PRIORITY = 0xFL << 20;

    /** Records of one block: half a kibibyte. */
    private static final int BLOCK_BITS = 4;

    private static final int BLOCK = 1 << BLOCK_BITS;

    /** In place of a number of live records: those of the block are handed out one by one. */
    private static final byte SINGLES = -1;

    /** Link of a free record of a stream's block. */
    private static final long FREE = -1;

    /** Four words a record; read anew after anything that may allocate. */
    long[] words;

    /** By block: its records that are not free again. */
    private byte[] live;

    /** First free one of {@link #SINGLES}. */
    private int freeHead;

    /** Free blocks that have been in use, the last one first; how many. */
    private int[] freeBlocks;

    private int freeBlockCount;

    /** Blocks from here on have never been in use. */
    private int newBlock;

    /** By stream: its next record; at a block's start for none. */
    private int[] streams = new int[0];

    public Records(int capacity) {
        int blocks = Math.max(2, capacity >> BLOCK_BITS);
        words = new long[blocks << BLOCK_BITS + 2];
        live = new byte[blocks];
        freeBlocks = new int[blocks];
        markFree(0);
        addSingles(takeBlock());
        // The first one is 0, which means none.
        freeHead = 1;
    }

    public int allocate() {
        int id = freeHead;
        if (id == 0) {
            addSingles(takeBlock());
            id = freeHead;
        }
        freeHead = (int) words[id << 2 | LINK];
        words[id << 2 | LINK] = 0;
        return id;
    }

    /**
     * Allocates the record behind the one that it gave to the same stream before, if that block has
     * one left.
     *
     * @param stream from 0, such as the port that the packet comes from
     */
    public int allocate(int stream) {
        if (stream >= streams.length) {
            streams = Arrays.copyOf(streams, 2 * stream + 16);
        }
        int id = streams[stream];
        if ((id & BLOCK - 1) == 0) {
            int block = takeBlock();
            live[block] = BLOCK;
            id = block << BLOCK_BITS;
        }
        streams[stream] = id + 1;
        words[id << 2 | LINK] = 0;
        return id;
    }

    public void release(int id) {
        int block = id >>> BLOCK_BITS;
        int left = live[block] - 1;
        if (left < 0) {
            words[id << 2 | LINK] = freeHead;
            freeHead = id;
            return;
        }
        words[id << 2 | LINK] = FREE;
        live[block] = (byte) left;
        if (left == 0) {
            freeBlocks[freeBlockCount++] = block;
        }
    }

    /** By record: whether it is free. For checks; allocates. */
    public boolean[] freeMap() {
        boolean[] free = new boolean[words.length >> 2];
        for (int id = 0; id < free.length; id++) {
            free[id] = words[id << 2 | LINK] == FREE;
        }
        free[0] = true;
        for (int id = freeHead; id != 0; id = next(id)) {
            free[id] = true;
        }
        return free;
    }

    public int next(int id) {
        return (int) words[id << 2 | LINK];
    }

    public void setNext(int id, int next) {
        int at = id << 2 | LINK;
        words[at] = words[at] & ~LOW | next;
    }

    public int port(int id) {
        return (int) (words[id << 2 | LINK] >>> 32) & MAX_PORT;
    }

    /** Sets the port, clears the list pointer, and keeps the tag. */
    public void setPort(int id, int port) {
        int at = id << 2 | LINK;
        words[at] = words[at] & TAG | (long) port << 32;
    }

    /** What a scheme wrote on a packet, 0..4095. */
    public int tag(int id) {
        return (int) (words[id << 2 | LINK] >>> 52);
    }

    public void setTag(int id, int tag) {
        int at = id << 2 | LINK;
        words[at] = words[at] & ~TAG | (long) tag << 52;
    }

    /** When a buffered packet joined its queue, picoseconds. */
    public long joinedPicos(int id) {
        return words[id << 2 | TIME];
    }

    public void setJoined(int id, long picos) {
        words[id << 2 | TIME] = picos;
    }

    public int flow(int id) {
        return (int) (words[id << 2 | FLOW] >>> 32);
    }

    public void setFlowAndCursor(int id, int flow, int cursor) {
        words[id << 2 | FLOW] = (long) flow << 32 | cursor;
    }

    /** Place of a path that the packet takes next. */
    public int cursor(int id) {
        return (int) words[id << 2 | FLOW];
    }

    public void setCursor(int id, int cursor) {
        int at = id << 2 | FLOW;
        words[at] = words[at] & ~LOW | cursor;
    }

    /** Takes the next place of a packet's path; returns the one before. */
    public int advanceCursor(int id) {
        return (int) words[id << 2 | FLOW]++;
    }

    public int sequence(int id) {
        return (int) (words[id << 2 | BODY] >>> 32);
    }

    public void setBody(int id, int sequence, int flags, int priority, int kind, int bytes) {
        words[id << 2 | BODY] = (long) sequence << 32 | bodyLow(flags, priority, kind, bytes);
    }

    public int bytes(int id) {
        return (int) words[id << 2 | BODY] & 0xFFFF;
    }

    public void setBytes(int id, int bytes) {
        int at = id << 2 | BODY;
        words[at] = words[at] & ~0xFFFFL | bytes;
    }

    /** Tag and port of a record, in one word. */
    public long tagAndPort(int id) {
        return words[id << 2 | LINK] & ~LOW;
    }

    /** Flow and cursor of a record, in one word. */
    public long flowAndCursor(int id) {
        return words[id << 2 | FLOW];
    }

    /** What {@link #setBody} set of a record, in one word. */
    public long body(int id) {
        return words[id << 2 | BODY];
    }

    /** A new record that says what those words say, of the stream of the port in them. */
    public int allocate(long tagAndPort, long flowAndCursor, long body) {
        int id = allocate((int) (tagAndPort >>> 32) & MAX_PORT);
        words[id << 2 | LINK] = tagAndPort;
        words[id << 2 | FLOW] = flowAndCursor;
        words[id << 2 | BODY] = body;
        return id;
    }

    /** A new record that says what another says. */
    public int copy(int of) {
        int id = allocate();
        System.arraycopy(words, of << 2, words, id << 2, 4);
        setNext(id, 0);
        return id;
    }

    public int kind(int id) {
        return (int) (words[id << 2 | BODY] >>> 16) & 0xF;
    }

    /**
     * Place among the records that are due at one time: first what arrives, then what devices do of
     * themselves, so that a line that is free chooses among all that has come. Devices may then act
     * in any order, and on several threads. Which of two ports is first differs from time to time,
     * as if drawn: neither is preferred where both receive in step.
     */
    long rank(int id, long picos) {
        return (EventKind.ARRIVALS >>> kind(id) & 1) == 0
                ? MAX_PORT + 1
                : port(id) ^ picos * GOLDEN >>> Long.SIZE - PORT_BITS;
    }

    public int priority(int id) {
        return (int) (words[id << 2 | BODY] >>> 20) & 0xF;
    }

    public void setPriority(int id, int priority) {
        int at = id << 2 | BODY;
        words[at] = words[at] & ~PRIORITY | (long) priority << 20;
    }

    public int flags(int id) {
        return (int) (words[id << 2 | BODY] >>> 24) & 0xFF;
    }

    public void addFlags(int id, int flags) {
        words[id << 2 | BODY] |= (long) flags << 24;
    }

    private static long bodyLow(int flags, int priority, int kind, int bytes) {
        return (long) flags << 24 | (long) priority << 20 | (long) kind << 16 | bytes;
    }

    private int takeBlock() {
        if (freeBlockCount > 0) {
            return freeBlocks[--freeBlockCount];
        }
        if (newBlock == live.length) {
            words = Arrays.copyOf(words, words.length * 2);
            live = Arrays.copyOf(live, 2 * newBlock);
            freeBlocks = Arrays.copyOf(freeBlocks, 2 * newBlock);
            markFree(newBlock << BLOCK_BITS);
        }
        return newBlock++;
    }

    private void markFree(int from) {
        for (int id = from; id < words.length >> 2; id++) {
            words[id << 2 | LINK] = FREE;
        }
    }

    /** Strings the records of a block into the free list. */
    private void addSingles(int block) {
        live[block] = SINGLES;
        for (int id = (block + 1 << BLOCK_BITS) - 1; id >= block << BLOCK_BITS; id--) {
            words[id << 2 | LINK] = freeHead;
            freeHead = id;
        }
    }
}
