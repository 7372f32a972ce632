package io.losslab.analysis.paper;

import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.statistics.Interval;

/**
 * A paper's number and the measured one.
 *
 * @param figure of the paper or the report
 * @param metric what is compared, for users
 * @param reported by the paper: a fraction ({@code -0.225}) where schemes are compared, else in the
 *     metric's unit; null where it gives no number
 * @param measured here, in the same unit; null where no cell had it, or the baseline is zero
 * @param sameDirection whether a change goes the way reported, or a value is within twice the
 *     reported one, whatever the seeds say; null where nothing is measured or it cannot be
 *     reproduced
 * @param note for users; may be null
 * @param expect without a number, which way the paper says it goes; else null
 * @param notReproducible why it is not measured here; null where it is
 * @param verdict whether it agrees in size; null in results of earlier versions, and where the row
 *     states nothing to agree with
 * @param within factor within which it agrees
 * @param interval of {@code measured}; null with one seed
 * @param seeds behind it
 * @param effectSize Hedges' g of the paired differences; null where nothing is compared or it is
 *     not defined
 * @param moreSeeds how many seeds more would make the interval exclude no change; null where
 *     nothing is compared or no number does
 * @param unfinished how few of the messages completed that it is of, for users; null where enough
 *     did
 */
public record PaperComparison(
        String figure,
        String metric,
        Double reported,
        Double measured,
        Boolean sameDirection,
        String note,
        String expect,
        String notReproducible,
        Verdict verdict,
        Double within,
        Interval interval,
        int seeds,
        Double effectSize,
        Integer moreSeeds,
        String unfinished) {

    /**
     * What was measured for a claim.
     *
     * @param value a change as a fraction where the claim compares, NaN where its baseline is zero;
     *     else in the metric's unit
     * @param interval of it; null with one seed
     * @param seeds behind it
     * @param effectSize null where nothing is compared or it is not defined
     * @param moreSeeds null where nothing is compared or no number of seeds decides
     * @param unfinished how few of the messages completed; null where enough did
     */
    public record Measured(
            double value,
            Interval interval,
            int seeds,
            Double effectSize,
            Integer moreSeeds,
            String unfinished) {}

    /** A change from a baseline that is zero at all seeds, which has no size. */
    public static PaperComparison fromZero(PaperClaim claim, String metric, int seeds) {
        return of(claim, metric, new Measured(Double.NaN, null, seeds, null, null, null));
    }

    /**
     * Compares.
     *
     * @param metric what is compared, for users
     * @param measured null where no cell had it
     */
    public static PaperComparison of(PaperClaim claim, String metric, Measured measured) {
        Double found = measured == null ? null : measured.value();
        Double value = found == null || found.isNaN() ? null : found;
        Interval interval = measured == null ? null : measured.interval();
        String unfinished = measured == null ? null : measured.unfinished();
        boolean judged =
                value != null
                        && claim.notReproducible() == null
                        && (claim.reported() != null || claim.expect() != null);
        return new PaperComparison(
                claim.figure(),
                metric,
                claim.reported(),
                value,
                judged ? Direction.agrees(claim, value) : null,
                claim.note(),
                claim.expect(),
                claim.notReproducible(),
                Agreement.of(claim, found, unfinished == null ? interval : null),
                claim.within(),
                interval,
                measured == null ? 0 : measured.seeds(),
                measured == null ? null : measured.effectSize(),
                measured == null ? null : measured.moreSeeds(),
                unfinished);
    }
}
