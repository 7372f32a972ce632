package io.losslab.flowcontrol.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers of a frame, highest byte first. */
public final class BigEndian {
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {}

    public static void putShort(byte[] frame, int offset, int value) {
        SHORT.set(frame, offset, (short) value);
    }

    /** 0..65535. */
    public static int getShort(byte[] frame, int offset) {
        return (short) SHORT.get(frame, offset) & 0xFFFF;
    }

    public static void putInt(byte[] frame, int offset, int value) {
        INT.set(frame, offset, value);
    }

    public static int getInt(byte[] frame, int offset) {
        return (int) INT.get(frame, offset);
    }

    public static void putLong(byte[] frame, int offset, long value) {
        LONG.set(frame, offset, value);
    }

    public static long getLong(byte[] frame, int offset) {
        return (long) LONG.get(frame, offset);
    }
}
