package io.losslab.labs.perftest;

import io.losslab.configs.plan.perftest.PerftestSession;
import io.losslab.traffic.perftest.AverageLatency;
import io.losslab.traffic.perftest.BandwidthResult;
import io.losslab.traffic.perftest.LatencyResult;
import io.losslab.traffic.perftest.PerftestRow;

/** What a session of perftest reported: the latency of each message, or a mean of all. */
public final class PerftestResult {
    private static final double NANOS_PER_MICRO = 1_000;

    private final PerftestSession session;
    private final PerftestRow row;
    private final double[] sampleNanos;
    private final long startNanos;

    /**
     * Makes it of a report.
     *
     * @param row of the report
     * @param sampleNanos half round trips, one after the other; none where the tool reported a mean
     *     only
     * @param startNanos when what the row counts began, since the lab's start
     */
    PerftestResult(
            PerftestSession session, PerftestRow row, double[] sampleNanos, long startNanos) {
        this.session = session;
        this.row = row;
        this.sampleNanos = sampleNanos.clone();
        this.startNanos = startNanos;
    }

    /** The session that was run. */
    public PerftestSession session() {
        return session;
    }

    /** The row of its report. */
    public PerftestRow row() {
        return row;
    }

    /** When what the row counts began, since the lab's start. */
    public long startNanos() {
        return startNanos;
    }

    /** When its last message had come back; the start where it knows no messages. */
    double endNanos() {
        double end = startNanos;
        for (double sample : sampleNanos) {
            end += 2 * sample;
        }
        return end;
    }

    /** Takes what a message did. */
    @FunctionalInterface
    public interface MessageReceiver {
        /**
         * One message, in the order they were sent.
         *
         * @param startNanos when it was posted
         * @param endNanos when its answer was there
         */
        void message(long startNanos, long endNanos);
    }

    /** Whether it knows the latency of each message. */
    public boolean hasMessages() {
        return sampleNanos.length > 0;
    }

    /** Whether it is of a bandwidth tool. */
    public boolean isBandwidth() {
        return row instanceof BandwidthResult;
    }

    /**
     * Every message of a latency session. A sample of perftest is half the time from one post to
     * the next, so that a gap is in it, which is taken out of the message's time.
     */
    public void messages(MessageReceiver receiver) {
        double gap = session.options().gap().nanos();
        double posted = startNanos;
        for (double sample : sampleNanos) {
            double next = posted + 2 * sample;
            receiver.message(
                    Math.round(posted), Math.max(Math.round(posted) + 1, Math.round(next - gap)));
            posted = next;
        }
    }

    /** Payload bytes of a mean's record: all of a queue pair's messages, or one of a latency. */
    public long bytes() {
        return isBandwidth()
                ? row.bytes() * row.iterations() / session.flowIds().size()
                : row.bytes();
    }

    /** Nanoseconds of a mean's record: what its bytes took, or the mean round trip. */
    public long nanos() {
        if (row instanceof BandwidthResult bandwidth) {
            double bits = 8.0 * row.bytes() * row.iterations();
            return Math.round(bits / bandwidth.averageGbps());
        }
        double micros =
                row instanceof LatencyResult latency
                        ? latency.averageMicros()
                        : ((AverageLatency) row).averageMicros();
        return Math.max(
                1, Math.round(2 * micros * NANOS_PER_MICRO) - session.options().gap().nanos());
    }
}
