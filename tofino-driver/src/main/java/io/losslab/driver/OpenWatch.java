package io.losslab.driver;

import java.util.Optional;
import java.util.OptionalLong;

/** Something that hands over values until it is closed. */
public interface OpenWatch extends AutoCloseable {
    /** Why it broke off; empty while it runs, and where it ended in order. */
    Optional<DeviceException> failure();

    /**
     * What the values' times count from, of {@link System#nanoTime}.
     *
     * @return empty where they are of the sender's own clock
     */
    default OptionalLong startNanos() {
        return OptionalLong.empty();
    }

    /** Ends it; nothing is handed over once this returns, but for a value under way. */
    @Override
    void close();
}
