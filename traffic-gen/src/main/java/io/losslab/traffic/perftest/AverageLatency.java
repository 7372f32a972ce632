package io.losslab.traffic.perftest;

import java.util.Locale;

/**
 * A line of a latency tool that ran for a time: it keeps no samples then.
 *
 * @param bytes of a message
 * @param iterations messages
 * @param averageMicros half a round trip
 * @param transactionsPerSecond round trips
 */
public record AverageLatency(
        long bytes, long iterations, double averageMicros, double transactionsPerSecond)
        implements PerftestRow {
    /** Heading of the table, as ib_write_lat prints it. */
    public static final String HEADING =
            " #bytes        #iterations       t_avg[usec]    tps average";

    @Override
    public String table() {
        return String.format(
                Locale.ROOT,
                "%s%n %-13d %-17d %-14.2f %.2f",
                HEADING,
                bytes,
                iterations,
                averageMicros,
                transactionsPerSecond);
    }
}
