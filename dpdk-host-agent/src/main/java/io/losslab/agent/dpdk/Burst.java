package io.losslab.agent.dpdk;

import io.losslab.roce.frame.NativeMemory;

/**
 * Up to {@link #CAPACITY} frames on their way between a port and Java: for each the address of its
 * packet buffer, the address of its first byte and its length, destination MAC to the last byte
 * before the FCS.
 *
 * <p>The arrays live outside the heap, so that C fills them in place. One thread.
 */
public final class Burst {
    /** Most frames: so few that their headers stay in a first-level cache until they are sent. */
    public static final int CAPACITY = 32;

    private static final long DATA = CAPACITY * 8L;
    private static final long LENGTHS = CAPACITY * 16L;

    // buffers and data addresses (8 bytes each), then lengths (4 bytes each), as the shim has them
    private final long address = NativeMemory.allocate(CAPACITY * 20L);
    private int size;

    /** Frames in it. */
    public int size() {
        return size;
    }

    /** Address of the packet buffer of a frame. */
    public long buffer(int index) {
        return NativeMemory.getNativeLong(address + 8L * index);
    }

    /** Address of a frame's first byte. */
    public long data(int index) {
        return NativeMemory.getNativeLong(address + DATA + 8L * index);
    }

    /** Bytes of a frame without FCS. */
    public int length(int index) {
        return NativeMemory.getNativeInt(address + LENGTHS + 4L * index);
    }

    /** Says how long a frame is that was written into its buffer. */
    public void setLength(int index, int lengthBytes) {
        NativeMemory.putNativeInt(address + LENGTHS + 4L * index, lengthBytes);
    }

    /** Adds a frame, whose buffer knows its length. */
    public void add(long buffer) {
        if (size == CAPACITY) {
            throw new IllegalStateException("a burst has at most " + CAPACITY + " frames");
        }
        NativeMemory.putNativeLong(address + 8L * size, buffer);
        size++;
    }

    public void clear() {
        size = 0;
    }

    void setSize(int frames) {
        size = frames;
    }

    long address() {
        return address;
    }

    long dataAddress() {
        return address + DATA;
    }

    long lengthsAddress() {
        return address + LENGTHS;
    }
}
