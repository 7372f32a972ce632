package io.losslab.flowcontrol.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A 64-byte control frame of the EtherType that IEEE 802 leaves to local experiments, 0x88B5: the
 * header of a MAC control frame, then two bytes that say whose feedback it is. All numbers are big
 * endian; the last four bytes are left to the MAC.
 */
public final class LocalFrame {
    /** Destination MAC to FCS. */
    public static final int LENGTH_BYTES = 64;

    public static final int ETHER_TYPE = 0x88B5;
    public static final long DESTINATION_MAC = 0x0180C2000001L;

    /** Where a scheme's own bytes begin. */
    public static final int BODY_OFFSET = 16;

    private static final int SOURCE_OFFSET = 6;
    private static final int ETHER_TYPE_OFFSET = 12;
    private static final int MAGIC_OFFSET = 14;
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private LocalFrame() {}

    /**
     * Writes the header and clears the rest.
     *
     * @param sourceMac of the sending port, low 48 bits
     * @param magic the scheme's two bytes
     */
    public static void begin(byte[] frame, int offset, long sourceMac, int magic) {
        Arrays.fill(frame, offset, offset + LENGTH_BYTES, (byte) 0);
        putMac(frame, offset, DESTINATION_MAC);
        putMac(frame, offset + SOURCE_OFFSET, sourceMac);
        putShort(frame, offset + ETHER_TYPE_OFFSET, ETHER_TYPE);
        putShort(frame, offset + MAGIC_OFFSET, magic);
    }

    /** Whether the bytes are feedback of the scheme with these two bytes. */
    public static boolean matches(byte[] frame, int offset, int magic) {
        return getShort(frame, offset + ETHER_TYPE_OFFSET) == ETHER_TYPE
                && getShort(frame, offset + MAGIC_OFFSET) == magic;
    }

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

    private static void putMac(byte[] frame, int offset, long mac) {
        putShort(frame, offset, (int) (mac >>> 32));
        putInt(frame, offset + 2, (int) mac);
    }
}
