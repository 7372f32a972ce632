package io.losslab.driver.p4runtime;

import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.losslab.driver.DeviceChannel;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks whether a controller is primary: a stream without election id never is, but hears whether
 * another one is. Source: P4Runtime specification 1.5, "Client Arbitration and Controller
 * Replication".
 */
final class PrimaryQuestion implements StreamObserver<StreamMessageResponse> {
    private final CompletableFuture<Boolean> answer = new CompletableFuture<>();

    private PrimaryQuestion() {}

    /**
     * Asks, and ends the stream.
     *
     * @throws io.losslab.driver.DeviceException where there is no answer
     */
    static boolean ask(DeviceChannel channel, long deviceId) {
        PrimaryQuestion question = new PrimaryQuestion();
        return channel.call(
                "StreamChannel",
                () -> {
                    StreamObserver<StreamMessageRequest> requests =
                            channel.timed(P4RuntimeGrpc.newStub(channel.channel()))
                                    .streamChannel(question);
                    requests.onNext(
                            StreamMessageRequest.newBuilder()
                                    .setArbitration(
                                            MasterArbitrationUpdate.newBuilder()
                                                    .setDeviceId(deviceId))
                                    .build());
                    boolean primary = question.await(channel.callDeadline().toNanos());
                    requests.onCompleted();
                    return primary;
                });
    }

    private boolean await(long nanos) {
        try {
            return answer.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw Status.fromThrowable(e.getCause()).asRuntimeException();
        } catch (TimeoutException e) {
            throw new StatusRuntimeException(Status.DEADLINE_EXCEEDED.withCause(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StatusRuntimeException(Status.CANCELLED.withCause(e));
        }
    }

    @Override
    public void onNext(StreamMessageResponse response) {
        if (response.hasArbitration()) {
            int code = response.getArbitration().getStatus().getCode();
            answer.complete(code != Code.NOT_FOUND_VALUE);
        }
    }

    @Override
    public void onError(Throwable cause) {
        answer.completeExceptionally(cause);
    }

    @Override
    public void onCompleted() {
        answer.completeExceptionally(
                Status.UNAVAILABLE
                        .withDescription("the device closed the stream")
                        .asRuntimeException());
    }
}
