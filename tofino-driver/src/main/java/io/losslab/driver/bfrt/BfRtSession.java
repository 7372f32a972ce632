package io.losslab.driver.bfrt;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.StreamMessageRequest;
import io.losslab.proto.bfrt.StreamMessageResponse;
import io.losslab.proto.bfrt.Subscribe;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The stream that keeps a client known to its device. Notifications are not asked for. */
final class BfRtSession
        implements ClientResponseObserver<StreamMessageRequest, StreamMessageResponse>,
                AutoCloseable {
    private static final String CALL = "StreamChannel";

    private final DeviceChannel channel;
    private static final long CLOSING_SECONDS = 2;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final CompletableFuture<Subscribe> answer = new CompletableFuture<>();
    private volatile ClientCallStreamObserver<StreamMessageRequest> stream;
    private volatile boolean closed;

    BfRtSession(DeviceChannel channel) {
        this.channel = channel;
    }

    /**
     * Subscribes and waits for the answer.
     *
     * @throws DeviceException where there is none, or another client has the id
     */
    void subscribe(int deviceId, int clientId) {
        BfRuntimeGrpc.newStub(channel.channel()).streamChannel(this);
        stream.onNext(BfRtRequests.subscription(deviceId, clientId));
        try {
            answer.get(channel.callDeadline().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StatusRuntimeException refused
                    ? failure(refused, clientId)
                    : broken(e.getCause());
        } catch (TimeoutException e) {
            throw channel.unreachable(
                    "the subscription got no answer within %s s"
                            .formatted(channel.callDeadline().toMillis() / 1e3),
                    "check the device's load and the path to it, or raise the deadline",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw broken(e);
        }
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<StreamMessageRequest> started) {
        stream = started;
    }

    @Override
    public void onNext(StreamMessageResponse message) {
        if (message.hasSubscribe()) {
            answer.complete(message.getSubscribe());
        }
    }

    /** Why it has ended before it was closed. */
    Optional<String> loss() {
        return closed || ended.getCount() > 0
                ? Optional.empty()
                : Optional.of(
                        "the device ended the session, as it does when another client loads a"
                                + " program");
    }

    @Override
    public void onError(Throwable cause) {
        ended.countDown();
        answer.completeExceptionally(cause);
    }

    @Override
    public void onCompleted() {
        ended.countDown();
        answer.completeExceptionally(new IllegalStateException("the device closed the session"));
    }

    /**
     * Ends the session, and waits until the device has noticed, so that the client's id is free
     * again.
     */
    @Override
    public void close() {
        closed = true;
        if (stream == null || ended.getCount() == 0) {
            return;
        }
        try {
            stream.onCompleted();
            if (!ended.await(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                stream.cancel("the client has closed", null);
            }
        } catch (InterruptedException e) {
            stream.cancel("the client has closed", e);
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // It was ended by the device in this moment.
            stream.cancel("the client has closed", e);
        }
    }

    /** The SDE ends the stream of a client whose id another one has. */
    private DeviceException failure(StatusRuntimeException refused, int clientId) {
        if (refused.getStatus().getCode() != Status.Code.INVALID_ARGUMENT) {
            return channel.failure(CALL, refused);
        }
        return channel.refused(
                "client id %d was rejected (%s)"
                        .formatted(clientId, refused.getStatus().getDescription()),
                "stop the other client, or set another 'electionId'",
                refused);
    }

    private DeviceException broken(Throwable cause) {
        return channel.unreachable("the session was closed", "see the device's log", cause);
    }
}
