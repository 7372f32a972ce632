package io.losslab.driver;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A stream that a device sends until it is closed. Values are handed over one at a time on gRPC's
 * threads; the receiver must not block for long.
 *
 * @param <Q> the request
 * @param <T> what is received
 */
public final class Subscription<Q, T> implements ClientResponseObserver<Q, T>, OpenWatch {
    private final DeviceChannel channel;
    private final String call;
    private final Consumer<T> receiver;
    private volatile ClientCallStreamObserver<Q> stream;
    private volatile boolean closing;
    private volatile DeviceException failure;

    /**
     * A stream yet to be started, by passing it to a stub as the response observer.
     *
     * @param call name of the call, for errors
     */
    public Subscription(DeviceChannel channel, String call, Consumer<T> receiver) {
        this.channel = channel;
        this.call = call;
        this.receiver = receiver;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<Q> started) {
        stream = started;
    }

    /** A stream that brings what cannot be read ends. */
    @Override
    public void onNext(T value) {
        if (closing || failure != null) {
            return;
        }
        try {
            receiver.accept(value);
        } catch (DeviceException e) {
            failure = e;
            stream.cancel("a value cannot be read", e);
        }
    }

    @Override
    public void onError(Throwable cause) {
        if (!closing && failure == null && cause instanceof StatusRuntimeException e) {
            failure = channel.failure(call, e);
        }
    }

    @Override
    public void onCompleted() {}

    @Override
    public Optional<DeviceException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Cancels the stream. */
    @Override
    public void close() {
        closing = true;
        ClientCallStreamObserver<Q> started = stream;
        if (started != null) {
            started.cancel("the subscriber has closed", null);
        }
    }
}
