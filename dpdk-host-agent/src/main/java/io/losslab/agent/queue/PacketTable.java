package io.losslab.agent.queue;

/**
 * The frames that the agent holds, by handles from 1. Whoever allocates a handle owns the packet
 * buffer it names until he hands the handle on.
 *
 * <p>One thread; nothing is allocated after construction.
 */
public final class PacketTable {
    /*
     * By handle: packet buffer, first byte, frame bytes without FCS, next in its list or among the
     * free, flow (0 not looked up yet), source it waits at.
     */
    private final long[] buffer;
    private final long[] data;
    private final int[] length;
    private final int[] next;
    private final int[] flow;

    /** By handle: ingress port (0 for own), priority, tag, whether the scheme saw it leave. */
    private final byte[] ingress;

    private final byte[] priority;
    private final short[] tag;
    private final boolean[] announced;

    private int firstFree;
    private int free;

    /**
     * Makes a table.
     *
     * @param capacity most frames at a time, 1 and up
     */
    public PacketTable(int capacity) {
        buffer = new long[capacity + 1];
        data = new long[capacity + 1];
        length = new int[capacity + 1];
        next = new int[capacity + 1];
        flow = new int[capacity + 1];
        ingress = new byte[capacity + 1];
        priority = new byte[capacity + 1];
        tag = new short[capacity + 1];
        announced = new boolean[capacity + 1];
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
        firstFree = next[handle];
        free--;
        buffer[handle] = bufferAddress;
        data[handle] = dataAddress;
        length[handle] = lengthBytes;
        flow[handle] = 0;
        ingress[handle] = (byte) ingressPort;
        priority[handle] = (byte) framePriority;
        tag[handle] = -1;
        announced[handle] = false;
        return handle;
    }

    /** Forgets a frame; its buffer is whose the caller says. */
    public void remove(int handle) {
        next[handle] = firstFree;
        firstFree = handle;
        free++;
    }

    public long buffer(int handle) {
        return buffer[handle];
    }

    /** Address of the first byte. */
    public long data(int handle) {
        return data[handle];
    }

    /** Frame bytes without FCS, as DPDK counts. */
    public int length(int handle) {
        return length[handle];
    }

    /** The frame has got longer or shorter at its front. */
    public void setData(int handle, long dataAddress, int lengthBytes) {
        data[handle] = dataAddress;
        length[handle] = lengthBytes;
    }

    /** Port the frame came in by; 0 for one of the host's own. */
    public int ingress(int handle) {
        return ingress[handle];
    }

    public int priority(int handle) {
        return priority[handle];
    }

    public void setPriority(int handle, int value) {
        priority[handle] = (byte) value;
    }

    /** Number of the frame's flow; 0 where it was not looked up. */
    public int flow(int handle) {
        return flow[handle];
    }

    public void setFlow(int handle, int number) {
        flow[handle] = number;
    }

    /** The scheme's tag; -1 where the frame has not been asked for it. */
    public int tag(int handle) {
        return tag[handle];
    }

    public void setTag(int handle, int value) {
        tag[handle] = (short) value;
    }

    int next(int handle) {
        return next[handle];
    }

    void setNext(int handle, int following) {
        next[handle] = following;
    }

    /** Whether the scheme was told that it leaves; a port that was full gave it back. */
    boolean isAnnounced(int handle) {
        return announced[handle];
    }

    void setAnnounced(int handle) {
        announced[handle] = true;
    }
}
