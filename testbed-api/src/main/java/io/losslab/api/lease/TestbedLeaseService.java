package io.losslab.api.lease;

import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.Replies;
import io.losslab.proto.v1.GetLeaseRequest;
import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseState;
import io.losslab.proto.v1.ReplaceLeaseRequest;
import io.losslab.proto.v1.TestbedLeaseGrpc;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * One lease, kept as long as the program runs. What a lease means is its holders' matter: here it
 * is only kept, and replaced by whoever knows what stands there. Thread safe.
 */
public final class TestbedLeaseService extends TestbedLeaseGrpc.TestbedLeaseImplBase {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LongSupplier nanoClock;
    private final long startedAt;
    private final String clock = UUID.randomUUID().toString();
    private Lease lease = Lease.getDefaultInstance();

    /**
     * A service that keeps no lease yet.
     *
     * @param nanoClock monotonic, {@code System::nanoTime}
     */
    public TestbedLeaseService(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.startedAt = nanoClock.getAsLong();
    }

    @Override
    public void getLease(GetLeaseRequest request, StreamObserver<LeaseState> responses) {
        Replies.one(responses, this::state);
    }

    @Override
    public void replaceLease(ReplaceLeaseRequest request, StreamObserver<LeaseState> responses) {
        Replies.one(responses, () -> replaced(request));
    }

    private synchronized LeaseState replaced(ReplaceLeaseRequest request) {
        if (request.hasWanted() && request.getWanted().getToken().isEmpty()) {
            throw new IllegalArgumentException("the lease has no token");
        }
        if (lease.equals(request.getSeen())) {
            lease = request.getWanted();
        }
        return state();
    }

    private synchronized LeaseState state() {
        LeaseState.Builder state =
                LeaseState.newBuilder()
                        .setNowMs((nanoClock.getAsLong() - startedAt) / NANOS_PER_MILLI)
                        .setClock(clock);
        if (!lease.getToken().isEmpty()) {
            state.setLease(lease);
        }
        return state.build();
    }
}
