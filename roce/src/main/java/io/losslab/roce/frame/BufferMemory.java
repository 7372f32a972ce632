package io.losslab.roce.frame;

import java.nio.ByteBuffer;

/**
 * Frames in a byte buffer, by their offset in it.
 *
 * @param buffer big endian; its position counts for nothing
 */
public record BufferMemory(ByteBuffer buffer) implements FrameMemory {
    /** The frames of an array, by their offset in it. */
    public static BufferMemory of(byte[] array) {
        return new BufferMemory(ByteBuffer.wrap(array));
    }

    @Override
    public int getByte(long at) {
        return buffer.get((int) at);
    }

    @Override
    public void putByte(long at, int value) {
        buffer.put((int) at, (byte) value);
    }

    @Override
    public int getShort(long at) {
        return buffer.getShort((int) at) & 0xFFFF;
    }

    @Override
    public void putShort(long at, int value) {
        buffer.putShort((int) at, (short) value);
    }

    @Override
    public int getInt(long at) {
        return buffer.getInt((int) at);
    }

    @Override
    public void putInt(long at, int value) {
        buffer.putInt((int) at, value);
    }

    @Override
    public long getLong(long at) {
        return buffer.getLong((int) at);
    }

    @Override
    public void putLong(long at, long value) {
        buffer.putLong((int) at, value);
    }

    @Override
    public void read(long at, byte[] to, int offset, int length) {
        buffer.get((int) at, to, offset, length);
    }

    @Override
    public void write(long at, byte[] from, int offset, int length) {
        buffer.put((int) at, from, offset, length);
    }

    @Override
    public void copy(long from, long to, long length) {
        buffer.put((int) to, buffer.duplicate(), (int) from, (int) length);
    }

    @Override
    public void fill(long at, long length, int value) {
        for (int i = (int) at; i < at + length; i++) {
            buffer.put(i, (byte) value);
        }
    }
}
