package io.losslab.agent.frame;

import io.losslab.agent.dpdk.Memory;
import io.losslab.roce.frame.FrameMemory;
import io.losslab.roce.frame.FrameReader;
import io.losslab.roce.frame.FrameRewriter;

/**
 * Frames in packet buffers, by the address of their first byte. Constants, so that the compiler
 * sees through them to the bare memory accesses.
 */
public final class PacketMemory implements FrameMemory {
    public static final FrameMemory MEMORY = new PacketMemory();

    /** Reads frames. */
    public static final FrameReader FRAMES = new FrameReader(MEMORY);

    /** Changes frames that pass. */
    public static final FrameRewriter REWRITER = new FrameRewriter(MEMORY);

    private PacketMemory() {}

    @Override
    public int getByte(long at) {
        return Memory.getByte(at);
    }

    @Override
    public void putByte(long at, int value) {
        Memory.putByte(at, value);
    }

    @Override
    public int getShort(long at) {
        return Memory.getShort(at);
    }

    @Override
    public void putShort(long at, int value) {
        Memory.putShort(at, value);
    }

    @Override
    public int getInt(long at) {
        return Memory.getInt(at);
    }

    @Override
    public void putInt(long at, int value) {
        Memory.putInt(at, value);
    }

    @Override
    public long getLong(long at) {
        return Memory.getLong(at);
    }

    @Override
    public void putLong(long at, long value) {
        Memory.putLong(at, value);
    }

    @Override
    public void read(long at, byte[] to, int offset, int length) {
        Memory.read(at, to, offset, length);
    }

    @Override
    public void write(long at, byte[] from, int offset, int length) {
        Memory.write(at, from, offset, length);
    }

    @Override
    public void copy(long from, long to, long length) {
        Memory.copy(from, to, length);
    }

    @Override
    public void fill(long at, long length, int value) {
        Memory.fill(at, length, value);
    }
}
