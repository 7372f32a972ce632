package io.losslab.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * A loopback port that is given to no other server, whether or not a server of the test listens
 * there: a socket is bound to it that never listens. Servers that allow their address to be used
 * again, as nearly all do, can be bound to it too.
 */
public final class ReservedPort implements AutoCloseable {
    private final SocketChannel holder;
    private final int number;

    private ReservedPort(SocketChannel holder, int number) {
        this.holder = holder;
        this.number = number;
    }

    /** Takes one that is free. */
    public static ReservedPort take() {
        try {
            SocketChannel holder = SocketChannel.open(StandardProtocolFamily.INET);
            holder.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress bound = (InetSocketAddress) holder.getLocalAddress();
            return new ReservedPort(holder, bound.getPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int number() {
        return number;
    }

    @Override
    public void close() {
        try {
            holder.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
