package io.losslab.analysis.summary;

/**
 * A paper's number beside the measured one.
 *
 * @param figure of the paper or the report
 * @param metric what is compared, for people
 * @param reported by the paper: a fraction ({@code -0.225}) where schemes are compared, else in the
 *     metric's unit
 * @param measured here, in the same unit; null where no cell had it
 * @param sameDirection whether the signs agree; null where nothing is measured or no schemes are
 *     compared
 * @param note for people; may be null
 */
public record PaperComparison(
        String figure,
        String metric,
        double reported,
        Double measured,
        Boolean sameDirection,
        String note) {}
