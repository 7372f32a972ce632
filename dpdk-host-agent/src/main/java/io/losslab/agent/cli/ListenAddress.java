package io.losslab.agent.cli;

import java.net.InetSocketAddress;

/** Reads the address an agent listens at, as users write it. */
final class ListenAddress {
    private static final int MAX_PORT = 65_535;

    private ListenAddress() {}

    /**
     * {@code ADDRESS:PORT}; port 0 takes a free one.
     *
     * @throws IllegalArgumentException where it is something else or the address is not known
     */
    static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > MAX_PORT) {
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
}
