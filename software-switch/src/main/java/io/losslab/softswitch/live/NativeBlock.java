package io.losslab.softswitch.live;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory for the structures of system calls, in the machine's byte order. */
final class NativeBlock {
    final ByteBuffer bytes;
    final long address;

    NativeBlock(int size) {
        bytes = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
        address = Pointer.nativeValue(Native.getDirectBufferPointer(bytes));
    }
}
