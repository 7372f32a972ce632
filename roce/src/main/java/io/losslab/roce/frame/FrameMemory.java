package io.losslab.roce.frame;

/**
 * Memory in which frames lie: an array, or the packet buffers of a network card. Numbers are big
 * endian, as the network has them; nothing need be checked.
 */
public interface FrameMemory {
    /** -128..127. */
    int getByte(long at);

    void putByte(long at, int value);

    /** 0..65535. */
    int getShort(long at);

    void putShort(long at, int value);

    int getInt(long at);

    void putInt(long at, int value);

    long getLong(long at);

    void putLong(long at, long value);

    /** Copies into an array. */
    void read(long at, byte[] to, int offset, int length);

    /** Copies from an array. */
    void write(long at, byte[] from, int offset, int length);

    /** Copies within; the ranges may overlap. */
    void copy(long from, long to, long length);

    void fill(long at, long length, int value);
}
