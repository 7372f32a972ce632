package io.losslab.services.lab;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.Replies;
import io.losslab.proto.v1.ClockTime;
import io.losslab.proto.v1.GetTimeRequest;
import io.losslab.proto.v1.ResetRequest;
import io.losslab.proto.v1.RunUntilRequest;
import io.losslab.proto.v1.VirtualClockGrpc;
import io.losslab.services.fabric.FabricThread;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.observe.InFlight;
import java.util.function.IntConsumer;

/** The clock of a fabric: nothing moves unless a client lets it run. */
final class VirtualClockService extends VirtualClockGrpc.VirtualClockImplBase {
    /** Picoseconds fit a long for so long. */
    private static final long LONGEST_NANOS = 100L * 24 * 3_600 * 1_000_000_000;

    private static final long LONGEST_SLICE_NANOS = 10_000_000;

    /** Below, handing work to the fabric's thread takes longer than the work. */
    private static final long SHORTEST_SLICE_NANOS = 10_000;

    private static final int SLICES_A_RUN = 100;

    private final FabricThread fabric;
    private final Runnable beforeRunning;
    private final IntConsumer renewal;

    /**
     * Makes the service.
     *
     * @param beforeRunning called before time passes; what it throws is the answer
     * @param renewal makes a new fabric with so many data queues
     */
    VirtualClockService(FabricThread fabric, Runnable beforeRunning, IntConsumer renewal) {
        this.fabric = fabric;
        this.beforeRunning = beforeRunning;
        this.renewal = renewal;
    }

    @Override
    public void reset(ResetRequest request, StreamObserver<ClockTime> responses) {
        Replies.one(
                responses,
                () -> {
                    renewal.accept(request.getDataQueues());
                    return ClockTime.getDefaultInstance();
                });
    }

    @Override
    public void getTime(GetTimeRequest request, StreamObserver<ClockTime> responses) {
        Replies.one(responses, () -> fabric.call(owned -> standing(owned).build()));
    }

    @Override
    public void runUntil(RunUntilRequest request, StreamObserver<ClockTime> responses) {
        ServerCallStreamObserver<ClockTime> call = Replies.stream(responses);
        try {
            run(request, call);
        } catch (RuntimeException | Error e) {
            call.onError(Replies.statusOf(e).asRuntimeException());
        }
    }

    private void run(RunUntilRequest request, ServerCallStreamObserver<ClockTime> call) {
        long until = request.getUntilNs();
        long start = fabric.call(Fabric::nowNanos);
        if (until < start) {
            throw new IllegalArgumentException(
                    "until_ns %d is before the current time, %d".formatted(until, start));
        }
        if (until > LONGEST_NANOS) {
            throw new IllegalArgumentException(
                    "until_ns must be at most %d, a hundred days: %d"
                            .formatted(LONGEST_NANOS, until));
        }
        beforeRunning.run();
        long slice = request.getReportIntervalNs();
        if (slice <= 0) {
            slice = Math.min(LONGEST_SLICE_NANOS, (until - start) / SLICES_A_RUN);
            slice = Math.max(SHORTEST_SLICE_NANOS, slice);
        }
        long now = start;
        while (now < until && !call.isCancelled()) {
            now = Math.min(until, now + slice);
            fabric.run(now);
            String deadlock = fabric.call(Fabric::findDeadlock);
            if (deadlock != null) {
                fabric.flushIdle();
                call.onNext(fabric.call(owned -> standing(owned).setDeadlock(deadlock).build()));
                call.onCompleted();
                return;
            }
            if (now < until) {
                call.onNext(fabric.call(owned -> passing(owned).build()));
            }
        }
        if (!call.isCancelled()) {
            fabric.flushIdle();
            call.onNext(fabric.call(owned -> standing(owned).setReached(true).build()));
            call.onCompleted();
        }
    }

    /** The time, without counting what is in flight: the fabric would have to look at all of it. */
    private ClockTime.Builder passing(Fabric owned) {
        return ClockTime.newBuilder()
                .setNowNs(owned.nowNanos())
                .setPacketHops(owned.counters().packetHops())
                .setCpuNs(fabric.cpuNanos());
    }

    private ClockTime.Builder standing(Fabric owned) {
        InFlight inFlight = owned.counters().inFlight();
        return passing(owned)
                .setInFlightDataPackets(inFlight.packets())
                .setInFlightDataBytes(inFlight.bytes());
    }
}
