package io.losslab.orchestrator.perftest;

import io.losslab.configs.plan.PerftestSession;
import io.losslab.traffic.perftest.AverageLatency;
import io.losslab.traffic.perftest.BandwidthResult;
import io.losslab.traffic.perftest.LatencyResult;
import io.losslab.traffic.perftest.PerftestRow;

/**
 * What a session of perftest reported. Perftest tells figures of a whole session, not of each
 * message, so each of its queue pairs makes one record.
 *
 * @param session that was run
 * @param row of its report
 */
public record PerftestResult(PerftestSession session, PerftestRow row) {
    private static final double NANOS_PER_MICRO = 1_000;

    /** Payload bytes of a queue pair's record: all its messages, or one where latency counts. */
    public long bytes() {
        return row instanceof BandwidthResult
                ? row.bytes() * row.iterations() / session.flowIds().size()
                : row.bytes();
    }

    /**
     * Nanoseconds of a queue pair's record: what its bytes took, or the round trip whose half the
     * latency tools report.
     */
    public long nanos() {
        if (row instanceof BandwidthResult bandwidth) {
            double bits = 8.0 * row.bytes() * row.iterations();
            return Math.round(bits / bandwidth.averageGbps());
        }
        double micros =
                row instanceof LatencyResult latency
                        ? latency.averageMicros()
                        : ((AverageLatency) row).averageMicros();
        return Math.round(2 * micros * NANOS_PER_MICRO);
    }
}
