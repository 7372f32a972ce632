package io.losslab.driver.gnmi;

import io.losslab.driver.DeviceException;
import io.losslab.driver.Subscription;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A subscription that runs until it is closed. */
public final class GnmiStream implements AutoCloseable {
    private final Subscription<SubscribeRequest, SubscribeResponse> subscription;
    private final CountDownLatch synced;

    GnmiStream(
            Subscription<SubscribeRequest, SubscribeResponse> subscription,
            CountDownLatch synced) {
        this.subscription = subscription;
        this.synced = synced;
    }

    /** Whether every path has been told at least once. */
    public boolean isSynced() {
        return synced.getCount() == 0;
    }

    /** Why the stream broke off; empty while it runs. */
    public Optional<DeviceException> failure() {
        return subscription.failure();
    }

    /** Waits until the stream has ended, in order or not. */
    public void await() throws InterruptedException {
        subscription.await();
    }

    @Override
    public void close() {
        subscription.close();
    }
}
