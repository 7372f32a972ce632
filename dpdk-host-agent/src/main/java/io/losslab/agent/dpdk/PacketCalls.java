package io.losslab.agent.dpdk;

/**
 * The functions of the C shim that are called per burst or per frame. The Java virtual machine
 * links them by their names once {@link DpdkLibrary#bind} has loaded the library: such a call costs
 * some nanoseconds where one through JNA costs some two hundred, as much as ten frames. {@code
 * losslab_dpdk.c} says what each does.
 */
final class PacketCalls {
    private PacketCalls() {}

    static native int allocate(long pool, long buffers, long data, int count);

    static native void free(long buffers, int count);

    static native long prepend(long buffer, int bytes);

    static native void setLengths(long buffers, long lengths, int count);

    static native long exchange(int port, long out, int outCount, long in);
}
