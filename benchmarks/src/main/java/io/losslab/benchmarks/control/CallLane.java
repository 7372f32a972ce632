package io.losslab.benchmarks.control;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Calls one after the other: the next is made when the one before is confirmed.
 *
 * @param <R> what is answered
 */
final class CallLane<R> {
    private final Caller<R> caller;
    private final BooleanSupplier goesOn;
    private final AtomicLong operations;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private long calls;

    /**
     * A lane at rest.
     *
     * @param goesOn asked before every call
     * @param operations counts what was confirmed
     */
    CallLane(Caller<R> caller, BooleanSupplier goesOn, AtomicLong operations) {
        this.caller = caller;
        this.goesOn = goesOn;
        this.operations = operations;
    }

    /** Makes calls. */
    interface Caller<R> {
        /**
         * Makes a call.
         *
         * @param call number from 0
         */
        void call(long call, StreamObserver<R> answers);

        /** Operations in an answer. */
        int operations(R answer);
    }

    /** Makes the first call; the future ends after the last, with its failure if it failed. */
    CompletableFuture<Void> start() {
        next();
        return ended;
    }

    private void next() {
        if (!goesOn.getAsBoolean()) {
            ended.complete(null);
            return;
        }
        caller.call(
                calls++,
                new StreamObserver<>() {
                    @Override
                    public void onNext(R answer) {
                        operations.addAndGet(caller.operations(answer));
                    }

                    @Override
                    public void onError(Throwable cause) {
                        ended.completeExceptionally(cause);
                    }

                    @Override
                    public void onCompleted() {
                        next();
                    }
                });
    }
}
