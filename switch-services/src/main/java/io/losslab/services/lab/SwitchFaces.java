package io.losslab.services.lab;

import io.grpc.BindableService;
import io.losslab.services.control.SwitchServices;
import io.losslab.services.fabric.EventMailboxes;
import java.util.List;

/** Which services the switches of a virtual lab have: a software switch's, or another device's. */
public interface SwitchFaces extends AutoCloseable {
    /**
     * Turns to a fabric that is new: at first, and each time the clock is reset.
     *
     * @param queueEvents what happened at queues, for whoever collects it
     * @return what the lab's own server offers
     */
    List<BindableService> of(SwitchServices switches, EventMailboxes queueEvents);

    /**
     * Time is about to pass.
     *
     * @throws IllegalStateException where the switches cannot be what they were set to
     */
    default void settle() {}

    @Override
    default void close() {}
}
