package io.losslab.services.p4runtime;

import io.losslab.proto.p4.v1.StreamMessageResponse;

/** Whoever is primary of a role of a device, at this moment; from any thread. */
interface Audience {
    /**
     * Offers every primary a message.
     *
     * @return whether it was sent to any
     */
    boolean offer(StreamMessageResponse message);
}
