package io.losslab.driver;

import io.losslab.api.rpc.DeviceAddress;
import java.util.Optional;

/**
 * A protected way to a server that is not connected to directly, such as a forwarded port of an SSH
 * connection. Its entry is on this machine and always takes connections; one that leads nowhere
 * ends. Thread safe.
 */
public interface Passage {
    /** Loopback address that a connection is made to. */
    DeviceAddress entry();

    /** Why the way was closed when it was last tried; empty where it was open. */
    Optional<Trouble> trouble();

    /**
     * Why a way is closed.
     *
     * @param problem what is wrong
     * @param advice what to do about it
     */
    record Trouble(String problem, String advice) {}
}
