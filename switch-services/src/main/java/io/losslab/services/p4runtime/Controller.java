package io.losslab.services.p4runtime;

import io.grpc.StatusRuntimeException;
import io.losslab.proto.p4.v1.StreamMessageResponse;

/** A controller that hears of a device as long as its stream lasts. */
interface Controller {
    /** Sends a message unless the stream has ended; from any thread. */
    void send(StreamMessageResponse response);

    /**
     * Sends a message that may be lost, unless the stream has ended or its client is far behind;
     * from any thread.
     *
     * @return whether it was sent
     */
    boolean offer(StreamMessageResponse response);

    /** Ends its stream, unless it has ended; from any thread. */
    void end(StatusRuntimeException why);
}
