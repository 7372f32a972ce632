package io.losslab.api.rpc;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Reads the address that a server is to listen at, as users write it. */
public final class ListenAddress {
    private static final int MAX_PORT = 65_535;

    private ListenAddress() {}

    /**
     * {@code ADDRESS:PORT}; port 0 takes a free one.
     *
     * @throws IllegalArgumentException where it is something else or the address is not known
     */
    public static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (colon < 1 || !isPort(port)) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not ADDRESS:PORT; expected, for example, 10.255.0.1:50051");
        }
        String host = text.substring(0, colon).replaceAll("[\\[\\]]", "");
        InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(port));
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("'" + host + "': unknown host name");
        }
        return address;
    }

    /**
     * The same, or {@code PORT} alone for the loopback address.
     *
     * @throws IllegalArgumentException as {@link #parse}
     */
    public static InetSocketAddress parseOrLoopback(String text) {
        return isPort(text)
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(text))
                : parse(text);
    }

    private static boolean isPort(String text) {
        return text.matches("[0-9]{1,5}") && Integer.parseInt(text) <= MAX_PORT;
    }
}
