package io.losslab.driver.clock;

import io.grpc.CallOptions;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.v1.ClockTime;
import io.losslab.proto.v1.GetTimeRequest;
import io.losslab.proto.v1.ResetRequest;
import io.losslab.proto.v1.RunUntilRequest;
import io.losslab.proto.v1.VirtualClockGrpc;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Drives the time of a virtual fabric. Calls block and fail with a {@link DeviceException}.
 * Thread-safe.
 */
public final class VirtualClockClient {
    private final DeviceChannel channel;

    /** A client of the fabric behind a channel. */
    public VirtualClockClient(DeviceChannel channel) {
        this.channel = channel;
    }

    /** Where virtual time stands. */
    public ClockTime now() {
        return channel.unary(
                VirtualClockGrpc.getGetTimeMethod(), GetTimeRequest.getDefaultInstance());
    }

    /**
     * Makes a new fabric of the same topology, at time 0, with nothing set.
     *
     * @param dataQueues of every egress port, at least 8
     */
    public void reset(int dataQueues) {
        channel.unary(
                VirtualClockGrpc.getResetMethod(),
                ResetRequest.newBuilder().setDataQueues(dataQueues).build());
    }

    /**
     * Lets virtual time run. There is no deadline: a run takes as long as it takes. Interrupting
     * the calling thread stops the clock at the next event boundary.
     *
     * @param untilNanos virtual time
     * @param reportIntervalNanos virtual time between reports; 0: the fabric chooses
     * @param onReport called on this thread for each report, the last included
     * @return the last report: {@code reached}, or {@code deadlock} says why not
     * @throws DeviceException where the run breaks off
     */
    public ClockTime runUntil(
            long untilNanos, long reportIntervalNanos, Consumer<ClockTime> onReport) {
        RunUntilRequest request =
                RunUntilRequest.newBuilder()
                        .setUntilNs(untilNanos)
                        .setReportIntervalNs(reportIntervalNanos)
                        .build();
        AtomicReference<ClockTime> latest = new AtomicReference<>(ClockTime.getDefaultInstance());
        channel.collect(
                VirtualClockGrpc.getRunUntilMethod(),
                request,
                CallOptions.DEFAULT,
                time -> {
                    latest.set(time);
                    onReport.accept(time);
                });
        ClockTime last = latest.get();
        if (!last.getReached() && last.getDeadlock().isEmpty()) {
            throw channel.failed(
                    "the clock stopped at %d ns, before %d ns"
                            .formatted(last.getNowNs(), untilNanos),
                    "see the fabric's log",
                    null);
        }
        return last;
    }
}
