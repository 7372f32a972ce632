package io.losslab.softswitch.live;

/**
 * A raw socket on one network interface: whole Ethernet frames without FCS, in both directions
 * (packet(7)). Never waits. For one thread.
 */
public final class PacketSocket implements AutoCloseable {
    private static final int BUFFER_BYTES = 16 << 20;
    private static final int ADDRESS_BYTES = 20;

    private final String interfaceName;
    private final int descriptor;
    private final NativeBlock option = new NativeBlock(16);
    private long lost;

    /**
     * Opens a socket on an interface of the thread's network namespace.
     *
     * @throws LiveException where there is no such interface, or without the right to
     */
    public PacketSocket(String interfaceName) {
        this.interfaceName = interfaceName;
        descriptor =
                Libc.socket(
                        Libc.AF_PACKET, Libc.SOCK_RAW | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC, 0);
        if (descriptor < 0) {
            throw failure("cannot be opened for raw frames", Libc.errno());
        }
        try {
            prepare();
        } catch (LiveException e) {
            close();
            throw e;
        }
    }

    int descriptor() {
        return descriptor;
    }

    /**
     * Sends a frame.
     *
     * @return whether the interface took it
     */
    boolean send(long address, int lengthBytes) {
        return Libc.send(descriptor, address, lengthBytes, Libc.MSG_DONTWAIT) == lengthBytes;
    }

    /** Frames that came in and found no room in the socket's buffer, since it was opened. */
    long lost() {
        // The kernel counts from call to call: packets, then drops.
        NativeBlock length = new NativeBlock(8);
        length.bytes.putInt(0, 8);
        if (Libc.getsockopt(
                        descriptor,
                        Libc.SOL_PACKET,
                        Libc.PACKET_STATISTICS,
                        option.address,
                        length.address)
                == 0) {
            lost += option.bytes.getInt(4) & 0xFFFF_FFFFL;
        }
        return lost;
    }

    @Override
    public void close() {
        Libc.close(descriptor);
    }

    /** Options first, then the address: nothing comes in before it is bound. */
    private void prepare() {
        set(Libc.SOL_SOCKET, Libc.SO_RCVBUFFORCE, BUFFER_BYTES);
        set(Libc.SOL_SOCKET, Libc.SO_SNDBUFFORCE, BUFFER_BYTES);
        set(Libc.SOL_SOCKET, Libc.SO_TIMESTAMPNS, 1);
        set(Libc.SOL_PACKET, Libc.PACKET_AUXDATA, 1);
        set(Libc.SOL_PACKET, Libc.PACKET_IGNORE_OUTGOING, 1);
        int index = Libc.if_nametoindex(interfaceName);
        if (index == 0) {
            throw failure("not found", Libc.errno());
        }
        NativeBlock address = new NativeBlock(ADDRESS_BYTES);
        address.bytes.putShort(0, (short) Libc.AF_PACKET);
        // Protocol in network order.
        address.bytes.put(2, (byte) (Libc.ETH_P_ALL >> 8)).put(3, (byte) Libc.ETH_P_ALL);
        address.bytes.putInt(4, index);
        if (Libc.bind(descriptor, address.address, ADDRESS_BYTES) != 0) {
            throw failure("cannot be bound", Libc.errno());
        }
    }

    private void set(int level, int name, int value) {
        option.bytes.putInt(0, value);
        if (Libc.setsockopt(descriptor, level, name, option.address, 4) != 0) {
            throw failure("refuses socket option " + name, Libc.errno());
        }
    }

    private LiveException failure(String what, int errno) {
        return new LiveException(
                "interface %s %s: %s".formatted(interfaceName, what, Libc.text(errno)));
    }
}
