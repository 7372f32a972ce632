package io.losslab.api.rpc;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Where a device's gRPC server listens.
 *
 * @param host name or address; IPv6 without brackets
 * @param port 1..65535
 */
public record DeviceAddress(String host, int port) {
    public DeviceAddress {
        if (host.isBlank()) {
            throw new IllegalArgumentException("host must not be blank");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port must be 1..65535: " + port);
        }
    }

    /**
     * Reads {@code host:port} or {@code [ipv6]:port}.
     *
     * @throws IllegalArgumentException where the text is neither
     */
    public static DeviceAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (bracketed) {
            host = host.substring(1, host.length() - 1);
        }
        if (host.isBlank() || (!bracketed && host.contains(":"))) {
            throw new IllegalArgumentException(
                    "an address must be host:port or [ipv6]:port: " + text);
        }
        try {
            return new DeviceAddress(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the port of an address must be a number: " + text, e);
        }
    }

    /** The addresses the host has; a name is looked up now. */
    public InetAddress[] resolve() throws UnknownHostException {
        return InetAddress.getAllByName(host);
    }

    /**
     * The loopback address that the host has, to which plaintext may be sent. A name is looked up
     * now.
     *
     * @return empty where one of its addresses is no loopback address
     */
    public Optional<InetAddress> loopback() throws UnknownHostException {
        InetAddress[] all = resolve();
        return Arrays.stream(all).allMatch(InetAddress::isLoopbackAddress)
                ? Optional.of(all[0])
                : Optional.empty();
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
