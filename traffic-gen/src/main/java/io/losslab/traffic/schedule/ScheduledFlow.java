package io.losslab.traffic.schedule;

import java.util.List;

/**
 * One message of a schedule, a flow of its own.
 *
 * @param startNanos when it is posted; for a flow with predecessors, how long after the last of
 *     these has arrived
 * @param source id of the sending host
 * @param destination id of the receiving host, another one
 * @param bytes above zero
 * @param stage of the workload it belongs to; empty for workloads of one stage
 * @param after positions in the schedule of the flows that must have arrived at the source first,
 *     all of them in front of this one
 */
public record ScheduledFlow(
        long startNanos,
        int source,
        int destination,
        long bytes,
        String stage,
        List<Integer> after) {
    public ScheduledFlow {
        if (startNanos < 0 || bytes <= 0 || source == destination) {
            throw new IllegalArgumentException(
                    "no flow: %d B from %d to %d at %d ns"
                            .formatted(bytes, source, destination, startNanos));
        }
        after = List.copyOf(after);
    }

    /** A flow that waits for no other. */
    static ScheduledFlow at(long startNanos, Host source, Host destination, long bytes) {
        return at(startNanos, source, destination, bytes, "");
    }

    /** As many bytes back, as soon as some flows have arrived at this one's destination. */
    ScheduledFlow answered(String answerStage, List<Integer> arrivals) {
        return new ScheduledFlow(
                0,
                /* source= */ destination,
                /* destination= */ source,
                bytes,
                answerStage,
                arrivals);
    }

    /** A flow of a stage that waits for no other. */
    static ScheduledFlow at(
            long startNanos, Host source, Host destination, long bytes, String stage) {
        return new ScheduledFlow(
                startNanos, source.id(), destination.id(), bytes, stage, List.of());
    }
}
