package io.losslab.agent.service;

import io.grpc.ForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * When the orchestrator was heard of last: every call is a sign of life, from its beginning to its
 * end, so that an open stream is one all the time. Thread safe.
 */
final class SignsOfLife implements ServerInterceptor {
    private final AtomicInteger openCalls = new AtomicInteger();
    private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());

    /** Wall-clock time since the last call; 0 while a call is open. */
    long silentNanos() {
        return openCalls.get() > 0 ? 0 : System.nanoTime() - lastNanos.get();
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        openCalls.incrementAndGet();
        return new Ending<>(next.startCall(call, headers));
    }

    private void onEnd() {
        lastNanos.set(System.nanoTime());
        openCalls.decrementAndGet();
    }

    /** Notices that a call has ended, whichever way. */
    private final class Ending<Q>
            extends ForwardingServerCallListener.SimpleForwardingServerCallListener<Q> {
        Ending(ServerCall.Listener<Q> listener) {
            super(listener);
        }

        @Override
        public void onComplete() {
            onEnd();
            super.onComplete();
        }

        @Override
        public void onCancel() {
            onEnd();
            super.onCancel();
        }
    }
}
