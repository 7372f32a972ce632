package io.losslab.services.fabric;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.Replies;
import java.util.function.BiConsumer;

/** A unary call of a service of this process, on the caller's thread and without a socket. */
public final class DirectCall {
    private DirectCall() {}

    /**
     * Makes the call.
     *
     * @throws StatusRuntimeException with the service's status, where it refuses
     */
    public static <Q, A> void make(Q request, BiConsumer<Q, StreamObserver<A>> method) {
        Refusal<A> refusal = new Refusal<>();
        method.accept(request, refusal);
        if (refusal.status != null) {
            throw refusal.status;
        }
    }

    private static final class Refusal<A> implements StreamObserver<A> {
        private StatusRuntimeException status;

        @Override
        public void onNext(A answer) {}

        @Override
        public void onError(Throwable error) {
            status =
                    error instanceof StatusRuntimeException refused
                            ? refused
                            : Replies.statusOf((RuntimeException) error).asRuntimeException();
        }

        @Override
        public void onCompleted() {}
    }
}
