package io.losslab.analysis.summary;

/**
 * A paper's number and the measured one.
 *
 * @param figure of the paper or the report
 * @param metric what is compared, for users
 * @param reported by the paper: a fraction ({@code -0.225}) where schemes are compared, else in the
 *     metric's unit; null where it gives no number
 * @param measured here, in the same unit; null where no cell had it
 * @param sameDirection whether a change goes the way reported, or a value is within twice the
 *     reported one; null where nothing is measured or it cannot be reproduced
 * @param note for users; may be null
 * @param expect without a number, which way the paper says it goes; else null
 * @param notReproducible why it is not measured here; null where it is
 */
public record PaperComparison(
        String figure,
        String metric,
        Double reported,
        Double measured,
        Boolean sameDirection,
        String note,
        String expect,
        String notReproducible) {}
