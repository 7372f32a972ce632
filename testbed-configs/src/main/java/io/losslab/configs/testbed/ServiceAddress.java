package io.losslab.configs.testbed;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.language.Type;
import java.util.Optional;

/** How testbed files write where a service listens. */
public final class ServiceAddress {
    private ServiceAddress() {}

    /**
     * HOST:PORT, or HOST alone.
     *
     * @param usualPort of a host alone; 0: it must have one
     */
    public static Type<DeviceAddress> type(int usualPort) {
        return Type.parsed(
                usualPort > 0
                        ? "HOST or HOST:PORT, port %d if absent".formatted(usualPort)
                        : "HOST:PORT",
                ".+",
                "address",
                usualPort > 0
                        ? "HOST, HOST:PORT, or [IPV6]:PORT; default port %d".formatted(usualPort)
                        : "HOST:PORT or [IPV6]:PORT",
                text -> parse(text, usualPort));
    }

    private static Optional<DeviceAddress> parse(String text, int usualPort) {
        boolean alone = !text.contains(":") || text.endsWith("]");
        try {
            return Optional.of(
                    DeviceAddress.parse(alone && usualPort > 0 ? text + ":" + usualPort : text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
