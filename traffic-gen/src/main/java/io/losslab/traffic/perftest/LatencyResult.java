package io.losslab.traffic.perftest;

import java.util.Arrays;
import java.util.Locale;

/**
 * A line of ib_write_lat: half round trips in microseconds.
 *
 * @param bytes of a message
 * @param iterations samples
 * @param typicalMicros the median
 * @param stdevMicros of the samples taken as the whole population
 * @param p99Micros least sample that 99% of them do not exceed (nearest rank)
 * @param p999Micros the same for 99.9%
 */
public record LatencyResult(
        long bytes,
        long iterations,
        double minMicros,
        double maxMicros,
        double typicalMicros,
        double averageMicros,
        double stdevMicros,
        double p99Micros,
        double p999Micros)
        implements PerftestRow {

    /** Heading of the table, as ib_write_lat prints it. */
    public static final String HEADING =
            " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]"
                    + "    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]";

    private static final double NANOS_PER_MICRO = 1_000;

    /**
     * Computes the line.
     *
     * @param latencyNanos half round trips, in any order; at least one
     */
    public static LatencyResult of(long bytes, long[] latencyNanos) {
        if (latencyNanos.length == 0) {
            throw new IllegalArgumentException("there is no sample");
        }
        long[] sorted = latencyNanos.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        double mean = Arrays.stream(sorted).average().orElseThrow();
        double squares = Arrays.stream(sorted).mapToDouble(x -> (x - mean) * (x - mean)).sum();
        double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2.0;
        return new LatencyResult(
                bytes,
                count,
                sorted[0] / NANOS_PER_MICRO,
                sorted[count - 1] / NANOS_PER_MICRO,
                median / NANOS_PER_MICRO,
                mean / NANOS_PER_MICRO,
                Math.sqrt(squares / count) / NANOS_PER_MICRO,
                nearestRank(sorted, 990) / NANOS_PER_MICRO,
                nearestRank(sorted, 999) / NANOS_PER_MICRO);
    }

    @Override
    public String table() {
        return HEADING + "\n" + line();
    }

    /** The line below {@link #HEADING}. */
    public String line() {
        return String.format(
                Locale.ROOT,
                " %-7d %-14d %-14.2f %-12.2f %-18.2f %-16.2f %-15.2f %-22.2f %.2f",
                bytes,
                iterations,
                minMicros,
                maxMicros,
                typicalMicros,
                averageMicros,
                stdevMicros,
                p99Micros,
                p999Micros);
    }

    private static long nearestRank(long[] sorted, int perMille) {
        long rank = ((long) sorted.length * perMille + 999) / 1_000;
        return sorted[(int) Math.max(0, rank - 1)];
    }
}
