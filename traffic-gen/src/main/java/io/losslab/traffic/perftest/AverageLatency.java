package io.losslab.traffic.perftest;

/**
 * A line of a latency tool that ran for a time: it keeps no samples then.
 *
 * @param bytes of a message
 * @param iterations messages
 * @param averageMicros half a round trip, or a whole one of ib_read_lat
 * @param transactionsPerSecond round trips
 */
public record AverageLatency(
        long bytes, long iterations, double averageMicros, double transactionsPerSecond)
        implements PerftestRow {}
