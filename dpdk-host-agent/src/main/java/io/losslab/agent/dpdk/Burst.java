package io.losslab.agent.dpdk;

/**
 * Up to {@link #CAPACITY} frames on their way between a port and Java: for each the address of its
 * packet buffer, the address of its first byte and its length, destination MAC to the last byte
 * before the FCS.
 *
 * <p>The arrays live outside the heap, so that C fills them in place. One thread.
 */
public final class Burst {
    /** Most frames. */
    public static final int CAPACITY = 64;

    // buffers, data addresses (8 bytes each), then lengths (4 bytes each)
    private final long buffers = Memory.allocate(CAPACITY * 20L);
    private final long data = buffers + CAPACITY * 8L;
    private final long lengths = data + CAPACITY * 8L;
    private int size;

    /** Frames in it. */
    public int size() {
        return size;
    }

    /** Address of the packet buffer of a frame. */
    public long buffer(int index) {
        return Memory.getNativeLong(buffers + 8L * index);
    }

    /** Address of a frame's first byte. */
    public long data(int index) {
        return Memory.getNativeLong(data + 8L * index);
    }

    /** Bytes of a frame without FCS. */
    public int length(int index) {
        return Memory.getNativeInt(lengths + 4L * index);
    }

    /** Adds a frame to be sent; the caller has looked whether there is room. */
    public void add(long buffer, int lengthBytes) {
        Memory.putNativeLong(buffers + 8L * size, buffer);
        Memory.putNativeInt(lengths + 4L * size, lengthBytes);
        size++;
    }

    public void clear() {
        size = 0;
    }

    void setSize(int frames) {
        size = frames;
    }

    long buffersAddress() {
        return buffers;
    }

    long dataAddress() {
        return data;
    }

    long lengthsAddress() {
        return lengths;
    }
}
