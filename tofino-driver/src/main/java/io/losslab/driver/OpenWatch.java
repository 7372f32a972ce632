package io.losslab.driver;

import java.util.Optional;

/** Something that hands over values until it is closed. */
public interface OpenWatch extends AutoCloseable {
    /** Why it broke off; empty while it runs, and where it ended in order. */
    Optional<DeviceException> failure();

    /** Ends it; nothing is handed over once this returns, but for a value under way. */
    @Override
    void close();
}
