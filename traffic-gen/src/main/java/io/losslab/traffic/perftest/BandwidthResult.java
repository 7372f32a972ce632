package io.losslab.traffic.perftest;

import java.util.Arrays;
import java.util.Locale;

/**
 * A line of ib_write_bw with {@code --report_gbits}: payload of all queue pairs together.
 *
 * <p>The peak is the best rate over any run of {@code txDepth} completions in a row; perftest looks
 * at every pair of a post and a later completion, which takes quadratic time and differs only at
 * the edges.
 *
 * @param bytes of a message
 * @param iterations messages completed
 * @param peakGbps gigabits a second
 * @param averageGbps from the first post to the last completion
 * @param messageRateMillions messages a second, in millions
 */
public record BandwidthResult(
        long bytes,
        long iterations,
        double peakGbps,
        double averageGbps,
        double messageRateMillions)
        implements PerftestRow {

    /** Heading of the table, as ib_write_bw prints it. */
    public static final String HEADING =
            " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]";

    /**
     * Computes the line.
     *
     * @param firstPostNanos when the first message was posted
     * @param completionNanos when each message completed, in any order; at least one, after the
     *     first post
     * @param txDepth messages outstanding, above zero
     */
    public static BandwidthResult of(
            long bytes, long firstPostNanos, long[] completionNanos, int txDepth) {
        long[] sorted = completionNanos.clone();
        Arrays.sort(sorted);
        if (sorted.length == 0 || sorted[0] <= firstPostNanos || txDepth < 1) {
            throw new IllegalArgumentException(
                    "no completions after the first post at "
                            + firstPostNanos
                            + " ns, or txDepth "
                            + txDepth
                            + " below 1");
        }
        int count = sorted.length;
        double messagesPerNano = count / (double) (sorted[count - 1] - firstPostNanos);
        double peakPerNano = messagesPerNano;
        for (int last = txDepth; last < count; last++) {
            long span = Math.max(1, sorted[last] - sorted[last - txDepth]);
            peakPerNano = Math.max(peakPerNano, txDepth / (double) span);
        }
        return new BandwidthResult(
                bytes,
                count,
                peakPerNano * bytes * 8,
                messagesPerNano * bytes * 8,
                messagesPerNano * 1_000);
    }

    @Override
    public String table() {
        return HEADING + "\n" + line();
    }

    /** The line below {@link #HEADING}. */
    public String line() {
        return String.format(
                Locale.ROOT,
                " %-10d %-14d %-18.2f %-20.2f %.6f",
                bytes,
                iterations,
                peakGbps,
                averageGbps,
                messageRateMillions);
    }
}
