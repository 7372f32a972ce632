package io.losslab.api.rpc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.function.Supplier;

/** Answers a gRPC call with a value, or with the status its exception stands for. */
public final class Replies {
    /**
     * A stream is ready while less than this waits for its client: one that falls behind for a
     * moment misses nothing, and one that does not read costs no more memory.
     */
    public static final int MOST_WAITING_BYTES = 16 << 20;

    private Replies() {}

    /** Sends one value and ends the call. */
    public static <T> void one(StreamObserver<T> responses, Supplier<T> value) {
        T result;
        try {
            result = value.get();
        } catch (RuntimeException | Error e) {
            responses.onError(statusOf(e).asRuntimeException());
            return;
        }
        responses.onNext(result);
        responses.onCompleted();
    }

    /** Sends values and ends the call. */
    public static <T> void all(StreamObserver<T> responses, Supplier<List<T>> values) {
        List<T> results;
        try {
            results = values.get();
        } catch (RuntimeException | Error e) {
            responses.onError(statusOf(e).asRuntimeException());
            return;
        }
        results.forEach(responses::onNext);
        responses.onCompleted();
    }

    /**
     * The call as a stream that may be cancelled at any time: what is sent afterwards is lost
     * without a fuss.
     */
    public static <T> ServerCallStreamObserver<T> stream(StreamObserver<T> responses) {
        var call = (ServerCallStreamObserver<T>) responses;
        call.setOnCancelHandler(() -> {});
        call.setOnReadyThreshold(MOST_WAITING_BYTES);
        return call;
    }

    /** What a failure means to the caller. Errors, such as a full heap, are internal. */
    public static Status statusOf(Throwable e) {
        if (e instanceof io.grpc.StatusRuntimeException refused) {
            return refused.getStatus();
        }
        if (e instanceof IllegalArgumentException) {
            return Status.INVALID_ARGUMENT.withDescription(e.getMessage()).withCause(e);
        }
        if (e instanceof IllegalStateException) {
            return Status.FAILED_PRECONDITION.withDescription(e.getMessage()).withCause(e);
        }
        return Status.INTERNAL.withDescription(e.toString()).withCause(e);
    }

    public static RuntimeException notFound(String text) {
        return Status.NOT_FOUND.withDescription(text).asRuntimeException();
    }
}
