package io.losslab.roce.service;

import java.util.function.Function;

/** The hosts that a server answers for. Thread safe. */
public interface HostEndPoints {
    /**
     * Works on a host, on the thread that owns it, and waits for the outcome.
     *
     * @throws io.grpc.StatusRuntimeException NOT_FOUND where no host has the id
     * @throws IllegalStateException where the thread has ended; what {@code work} throws unchecked
     *     comes through
     */
    <T> T call(long hostId, Function<HostEndPoint, T> work);
}
