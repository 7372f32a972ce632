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
 * nothing.
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

    /** Four words a record; read anew after anything that may allocate. */
    long[] words;

    private int freeHead;

    public Records(int capacity) {
        words = new long[Math.max(16, capacity) << 2];
        thread(1);
    }

    public int allocate() {
        int id = freeHead;
        if (id == 0) {
            id = grow();
        }
        freeHead = (int) words[id << 2 | LINK];
        words[id << 2 | LINK] = 0;
        return id;
    }

    public void release(int id) {
        words[id << 2 | LINK] = freeHead;
        freeHead = id;
    }

    /** By record: whether it is free. For checks; allocates. */
    public boolean[] freeMap() {
        boolean[] free = new boolean[words.length >> 2];
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

    /** A new record that says what those words say. */
    public int allocate(long tagAndPort, long flowAndCursor, long body) {
        int id = allocate();
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

    private int grow() {
        int first = words.length >> 2;
        words = Arrays.copyOf(words, words.length * 2);
        thread(first);
        return first;
    }

    /** Strings the records from {@code first} to the end into the free list. */
    private void thread(int first) {
        int count = words.length >> 2;
        for (int id = first; id < count; id++) {
            words[id << 2 | LINK] = id + 1 < count ? id + 1 : 0;
        }
        freeHead = first;
    }
}
