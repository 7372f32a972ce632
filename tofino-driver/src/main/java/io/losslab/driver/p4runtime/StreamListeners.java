package io.losslab.driver.p4runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** All who listen to a device's stream. Thread-safe. */
final class StreamListeners {
    private final List<StreamListener> all = new CopyOnWriteArrayList<>();

    void add(StreamListener listener) {
        all.add(listener);
    }

    /** Tells all the same, in the order they came. */
    void tell(Consumer<StreamListener> news) {
        all.forEach(news);
    }
}
