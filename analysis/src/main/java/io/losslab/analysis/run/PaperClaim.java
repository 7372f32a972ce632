package io.losslab.analysis.run;

import java.util.Map;
import java.util.Objects;

/**
 * A number a paper prints, or the direction in which it says that something changes.
 *
 * @param figure id of a figure of this report whose sweep the cells are taken from; any other text:
 *     cells of all sweeps
 * @param metric as {@code Metric} reads it
 * @param group traffic; null where the metric has none
 * @param where parameters the cells must have
 * @param compare null: the value itself is compared
 * @param reported by the paper: a fraction ({@code -0.225}) with compare, else in the metric's
 *     unit; null where it gives no number
 * @param within factor, at least 1, within which a measured size agrees with the reported one; see
 *     {@code Agreement}; {@value #DEFAULT_WITHIN} where null
 * @param expect without a number: {@code lower}, {@code higher} or {@code equal} with compare,
 *     {@code zero} for a value; else null
 * @param notReproducible why it is not measured here; null where it is
 * @param note for users; may be null
 */
public record PaperClaim(
        String figure,
        String metric,
        String group,
        Map<String, Object> where,
        Comparison compare,
        Double reported,
        Double within,
        String expect,
        String notReproducible,
        String note) {
    /** Changes and values agree within this factor where a row states none. */
    public static final double DEFAULT_WITHIN = 2;

    public PaperClaim {
        Objects.requireNonNull(metric, "metric");
        within = within == null ? DEFAULT_WITHIN : within;
        where = ParamValue.ordered(where);
    }

    /**
     * Which values of a parameter a claim compares: {@code value / to - 1}.
     *
     * @param by parameter, such as {@code scheme}
     * @param value the one spoken of
     * @param to the one it is compared with
     */
    public record Comparison(String by, String value, String to) {}
}
