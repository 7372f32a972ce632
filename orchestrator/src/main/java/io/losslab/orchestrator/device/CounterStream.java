package io.losslab.orchestrator.device;

import io.losslab.driver.DeviceException;
import io.losslab.driver.Subscription;
import io.losslab.driver.gnmi.GnmiStream;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Samples that come until it is closed, by whatever service.
 *
 * @param brokenOff why it broke off; empty while it runs
 * @param end ends it
 */
public record CounterStream(Supplier<Optional<DeviceException>> brokenOff, Runnable end)
        implements AutoCloseable {
    public static CounterStream of(Subscription<?, ?> subscription) {
        return new CounterStream(subscription::failure, subscription::close);
    }

    public static CounterStream of(GnmiStream stream) {
        return new CounterStream(stream::failure, stream::close);
    }

    /** Why it broke off; empty while it runs. */
    public Optional<DeviceException> failure() {
        return brokenOff.get();
    }

    @Override
    public void close() {
        end.run();
    }
}
