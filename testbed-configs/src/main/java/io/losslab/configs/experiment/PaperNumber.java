package io.losslab.configs.experiment;

import java.util.Map;
import java.util.Optional;

/**
 * Something that the publication reports: a number, or only which way a change goes. Its keys are
 * those of {@code run.json}.
 *
 * @param figure of the publication
 * @param metric such as {@code fct.p99}
 * @param group traffic group; may be empty
 * @param where parameter values that pick the cells
 * @param compare two values of a parameter whose ratio less one is meant; empty for a plain value
 * @param reported a fraction ({@code -0.225}) where something is compared, otherwise the metric's
 *     unit; empty where only a direction is reported
 * @param expect {@code lower}, {@code higher}, {@code equal} or {@code zero}; empty with a number
 * @param notReproducible why it cannot be measured here; empty where it can
 * @param note for people
 */
public record PaperNumber(
        String figure,
        String metric,
        String group,
        Map<String, Object> where,
        Optional<Compare> compare,
        Optional<Double> reported,
        String expect,
        String notReproducible,
        String note) {

    /** {@code value} against {@code to}, both values of the parameter {@code by}. */
    public record Compare(String by, String value, String to) {}
}
