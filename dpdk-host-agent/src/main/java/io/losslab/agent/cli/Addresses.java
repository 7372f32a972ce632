package io.losslab.agent.cli;

import java.net.InetSocketAddress;

/** Reads addresses as people write them. */
final class Addresses {
    private static final int MAX_PORT = 65_535;

    private Addresses() {}

    /**
     * Six octets in hexadecimal with colons; the low 48 bits.
     *
     * @throws IllegalArgumentException where it is something else
     */
    static long mac(String text) {
        if (!text.matches("[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no MAC address such as 02:00:00:01:00:02");
        }
        return Long.parseLong(text.replace(":", ""), 16);
    }

    /**
     * Four octets in decimal with dots.
     *
     * @throws IllegalArgumentException where it is something else
     */
    static int ipv4(String text) {
        String octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
        if (!text.matches(octet + "(\\." + octet + "){3}")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no IPv4 address such as 10.0.0.1");
        }
        int address = 0;
        for (String part : text.split("\\.", -1)) {
            address = address << 8 | Integer.parseInt(part);
        }
        return address;
    }

    /**
     * {@code ADDRESS:PORT}; port 0 takes a free one.
     *
     * @throws IllegalArgumentException where it is something else or the address is not known
     */
    static InetSocketAddress socket(String text) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > MAX_PORT) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no ADDRESS:PORT such as 10.255.0.1:50051");
        }
        String host = text.substring(0, colon).replaceAll("[\\[\\]]", "");
        InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(port));
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("'" + host + "' is not known here");
        }
        return address;
    }
}
