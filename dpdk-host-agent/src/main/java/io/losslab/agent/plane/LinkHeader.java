package io.losslab.agent.plane;

import io.losslab.roce.frame.NativeMemory;
import java.nio.ByteOrder;

/** The MAC addresses of frames that leave by a port, ready to be written. Immutable. */
public final class LinkHeader {
    private final long firstEight;
    private final int lastFour;

    /** Makes it from two addresses, low 48 bits each. */
    public LinkHeader(long destinationMac, long sourceMac) {
        boolean swaps = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        long first = destinationMac << 16 | sourceMac >>> 32 & 0xFFFF;
        firstEight = swaps ? Long.reverseBytes(first) : first;
        lastFour = swaps ? Integer.reverseBytes((int) sourceMac) : (int) sourceMac;
    }

    /** Writes the addresses to the front of a frame. */
    public void write(long frame) {
        NativeMemory.putNativeLong(frame, firstEight);
        NativeMemory.putNativeInt(frame + 8, lastFour);
    }
}
