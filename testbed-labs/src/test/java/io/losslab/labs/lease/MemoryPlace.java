package io.losslab.labs.lease;

import io.grpc.stub.StreamObserver;
import io.losslab.api.lease.TestbedLeaseService;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.proto.v1.GetLeaseRequest;
import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseState;
import io.losslab.proto.v1.ReplaceLeaseRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The service that agents and served labs have, called without a network. */
final class MemoryPlace implements LeasePlace {
    private final TestbedLeaseService service;
    private volatile boolean unreachable;
    private final AtomicReference<CountDownLatch> silence = new AtomicReference<>();

    MemoryPlace(LongSupplier nanoClock) {
        service = new TestbedLeaseService(nanoClock);
    }

    void reachable(boolean is) {
        unreachable = !is;
    }

    /** From now on it takes calls and does not answer. */
    void fallSilent() {
        silence.set(new CountDownLatch(1));
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public LeaseState read() {
        return answer(
                responses -> service.getLease(GetLeaseRequest.getDefaultInstance(), responses));
    }

    @Override
    public LeaseState replace(Lease seen, Lease wanted) {
        ReplaceLeaseRequest.Builder request = ReplaceLeaseRequest.newBuilder();
        if (!seen.getToken().isEmpty()) {
            request.setSeen(seen);
        }
        if (!wanted.getToken().isEmpty()) {
            request.setWanted(wanted);
        }
        return answer(responses -> service.replaceLease(request.build(), responses));
    }

    @Override
    public void close() {}

    private LeaseState answer(Consumer<StreamObserver<LeaseState>> call) {
        if (unreachable) {
            throw new IllegalStateException("the place is not reached");
        }
        if (silence.get() != null) {
            try {
                silence.get().await();
            } catch (InterruptedException e) {
                throw CommandFailure.interrupted(e);
            }
        }
        AtomicReference<LeaseState> answer = new AtomicReference<>();
        call.accept(
                new StreamObserver<>() {
                    @Override
                    public void onNext(LeaseState state) {
                        answer.set(state);
                    }

                    @Override
                    public void onError(Throwable e) {
                        throw new IllegalStateException(e);
                    }

                    @Override
                    public void onCompleted() {}
                });
        return answer.get();
    }
}
