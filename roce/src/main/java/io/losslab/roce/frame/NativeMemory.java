package io.losslab.roce.frame;

import java.lang.reflect.Field;
import java.nio.ByteOrder;
import sun.misc.Unsafe;

/**
 * Memory outside the heap by its address: frames in packet buffers, and the arrays that bursts
 * travel in.
 *
 * <p>Nothing is checked: an address that is not owned ends the process. This is the one class that
 * reaches for {@code Unsafe}; byte buffers cost a range check and a view per access, which is what
 * a packet's whole budget is made of. Its instances are constants, so that the compiler sees
 * through them to the bare memory accesses.
 */
public final class NativeMemory implements FrameMemory {
    public static final FrameMemory MEMORY = new NativeMemory();

    /** Reads frames. */
    public static final FrameReader FRAMES = new FrameReader(MEMORY);

    /** Changes frames that pass. */
    public static final FrameRewriter REWRITER = new FrameRewriter(MEMORY);

    private static final Unsafe UNSAFE = find();
    private static final boolean SWAPS = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private NativeMemory() {}

    /** Zeroed memory; the caller frees it. */
    public static long allocate(long bytes) {
        long address = UNSAFE.allocateMemory(bytes);
        UNSAFE.setMemory(address, bytes, (byte) 0);
        return address;
    }

    /** Gives memory of {@link #allocate} back. */
    public static void free(long address) {
        UNSAFE.freeMemory(address);
    }

    /** In the machine's own byte order. */
    public static long getNativeLong(long address) {
        return UNSAFE.getLong(address);
    }

    /** In the machine's own byte order. */
    public static void putNativeLong(long address, long value) {
        UNSAFE.putLong(address, value);
    }

    /** In the machine's own byte order. */
    public static int getNativeInt(long address) {
        return UNSAFE.getInt(address);
    }

    /** In the machine's own byte order. */
    public static void putNativeInt(long address, int value) {
        UNSAFE.putInt(address, value);
    }

    @Override
    public int getByte(long address) {
        return UNSAFE.getByte(address);
    }

    @Override
    public void putByte(long address, int value) {
        UNSAFE.putByte(address, (byte) value);
    }

    @Override
    public int getShort(long address) {
        short raw = UNSAFE.getShort(address);
        return (SWAPS ? Short.reverseBytes(raw) : raw) & 0xFFFF;
    }

    @Override
    public void putShort(long address, int value) {
        short raw = (short) value;
        UNSAFE.putShort(address, SWAPS ? Short.reverseBytes(raw) : raw);
    }

    @Override
    public int getInt(long address) {
        int raw = UNSAFE.getInt(address);
        return SWAPS ? Integer.reverseBytes(raw) : raw;
    }

    @Override
    public void putInt(long address, int value) {
        UNSAFE.putInt(address, SWAPS ? Integer.reverseBytes(value) : value);
    }

    @Override
    public long getLong(long address) {
        long raw = UNSAFE.getLong(address);
        return SWAPS ? Long.reverseBytes(raw) : raw;
    }

    @Override
    public void putLong(long address, long value) {
        UNSAFE.putLong(address, SWAPS ? Long.reverseBytes(value) : value);
    }

    @Override
    public void read(long address, byte[] to, int offset, int length) {
        UNSAFE.copyMemory(null, address, to, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, length);
    }

    @Override
    public void write(long address, byte[] from, int offset, int length) {
        UNSAFE.copyMemory(
                from, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, null, address, length);
    }

    @Override
    public void copy(long from, long to, long length) {
        UNSAFE.copyMemory(from, to, length);
    }

    @Override
    public void fill(long address, long length, int value) {
        UNSAFE.setMemory(address, length, (byte) value);
    }

    private static Unsafe find() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java has no sun.misc.Unsafe", e);
        }
    }
}
