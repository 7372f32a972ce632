package io.losslab.agent.queue;

import io.losslab.agent.dpdk.Burst;
import io.losslab.api.frame.RoceFrame;

/**
 * The frames that the agent holds, by handles from 1. Whoever allocates a handle owns the packet
 * buffer it names until he hands the handle on.
 *
 * <p>One thread; nothing is allocated after construction.
 */
public final class PacketTable {
    /*
     * Four words a frame: packet buffer; first byte; bytes without FCS; then flow (high half), tag, ingress port, whether the scheme
     * saw it leave, and priority.
     */
    private static final int WORDS = 2;
    private static final int DATA = 1;
    private static final int LENGTH = 2;
    private static final int NOTES = 3;

    private static final int TAG_SHIFT = 16;
    private static final int INGRESS_SHIFT = 8;
    private static final long ANNOUNCED = 1 << 7;
    private static final long NO_TAG = 0xFFFFL << TAG_SHIFT;
    private static final long LOW_HALF = 0xFFFF_FFFFL;

    private final long[] words;

    /** By handle: next in its list, or among the free. */
    private final int[] next;

    private int firstFree;
    private int free;
    private int lastAdded;
    private int lastRunBytes;

    /**
     * Makes a table.
     *
     * @param capacity most frames at a time, 1 up to 16 million
     */
    public PacketTable(int capacity) {
        words = new long[capacity + 1 << WORDS];
        next = new int[capacity + 1];
        for (int handle = 1; handle < capacity; handle++) {
            next[handle] = handle + 1;
        }
        firstFree = 1;
        free = capacity;
    }

    /** Handles that are free. */
    public int free() {
        return free;
    }

    /**
     * Takes a frame in.
     *
     * @param ingressPort port it came in by; 0 for one of the host's own
     * @return its handle; 0 where the table is full
     */
    public int add(
            long bufferAddress,
            long dataAddress,
            int lengthBytes,
            int ingressPort,
            int framePriority) {
        int handle = firstFree;
        if (free == 0) {
            return 0;
        }
        int at = handle << WORDS;
        free--;
        firstFree = next[handle];
        next[handle] = 0;
        words[at] = bufferAddress;
        words[at + DATA] = dataAddress;
        words[at + LENGTH] = lengthBytes;
        words[at + NOTES] = NO_TAG | (long) ingressPort << INGRESS_SHIFT | framePriority;
        return handle;
    }

    /**
     * Takes frames of a burst in as a list; there must be room for them. {@link #lastAdded} and
     * {@link #lastRunBytes} tell more.
     *
     * @return handle of the first
     */
    int addRun(Burst in, int from, int to, int ingressPort, int framePriority) {
        long notes = NO_TAG | (long) ingressPort << INGRESS_SHIFT | framePriority;
        int first = firstFree;
        int handle = first;
        int last = 0;
        int bytes = 0;
        // The free list runs on as the new list does.
        for (int i = from; i < to; i++) {
            int at = handle << WORDS;
            int length = in.length(i);
            words[at] = in.buffer(i);
            words[at + DATA] = in.data(i);
            words[at + LENGTH] = length;
            words[at + NOTES] = notes;
            bytes += RoceFrame.frameBytes(length);
            last = handle;
            handle = next[handle];
        }
        next[last] = 0;
        firstFree = handle;
        free -= to - from;
        lastAdded = last;
        lastRunBytes = bytes;
        return first;
    }

    /** Last frame of the run that was added last. */
    int lastAdded() {
        return lastAdded;
    }

    /** Frame bytes with FCS of the run that was added last. */
    int lastRunBytes() {
        return lastRunBytes;
    }

    /** Forgets a frame; its buffer is whose the caller says. */
    public void remove(int handle) {
        next[handle] = firstFree;
        firstFree = handle;
        free++;
    }

    public long buffer(int handle) {
        return words[handle << WORDS];
    }

    /** Address of the first byte. */
    public long data(int handle) {
        return words[(handle << WORDS) + DATA];
    }

    /** Frame bytes without FCS, as DPDK counts. */
    public int length(int handle) {
        return (int) words[(handle << WORDS) + LENGTH];
    }

    /** Frame bytes with FCS, of the least length at least. */
    public int frameBytes(int handle) {
        return RoceFrame.frameBytes(length(handle));
    }

    /** The frame has got longer or shorter at its front. */
    public void setData(int handle, long dataAddress, int lengthBytes) {
        int at = handle << WORDS;
        words[at + DATA] = dataAddress;
        words[at + LENGTH] = lengthBytes;
    }

    /** Port the frame came in by; 0 for one of the host's own. */
    public int ingress(int handle) {
        return (int) (notes(handle) >>> INGRESS_SHIFT) & 0xFF;
    }

    public int priority(int handle) {
        return (int) notes(handle) & 7;
    }

    public void setPriority(int handle, int value) {
        setNotes(handle, notes(handle) & ~7L | value);
    }

    /** Number of the frame's flow; 0 where it was not looked up. */
    public int flow(int handle) {
        return (int) (notes(handle) >>> 32);
    }

    public void setFlow(int handle, int number) {
        setNotes(handle, notes(handle) & LOW_HALF | (long) number << 32);
    }

    /** The scheme's tag; -1 where the frame has not been asked for it. */
    public int tag(int handle) {
        return (short) (notes(handle) >>> TAG_SHIFT);
    }

    /** Keeps a tag of 0..4095. */
    public void setTag(int handle, int value) {
        setNotes(handle, notes(handle) & ~NO_TAG | (long) value << TAG_SHIFT);
    }

    int next(int handle) {
        return next[handle];
    }

    void setNext(int handle, int following) {
        next[handle] = following;
    }

    /** Whether the scheme was notified that it leaves; a port that was full gave it back. */
    boolean isAnnounced(int handle) {
        return (notes(handle) & ANNOUNCED) != 0;
    }

    void setAnnounced(int handle) {
        setNotes(handle, notes(handle) | ANNOUNCED);
    }

    private long notes(int handle) {
        return words[(handle << WORDS) + NOTES];
    }

    private void setNotes(int handle, long notes) {
        words[(handle << WORDS) + NOTES] = notes;
    }
}
