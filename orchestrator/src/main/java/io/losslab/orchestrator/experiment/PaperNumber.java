package io.losslab.orchestrator.experiment;

import java.util.Map;
import java.util.Optional;

/**
 * A number that the publication prints; its keys are those of {@code run.json}.
 *
 * @param figure of the publication
 * @param metric such as {@code fct.p99}
 * @param group traffic group; may be empty
 * @param where parameter values that pick the cells
 * @param compare two values of a parameter whose ratio less one is meant; empty for a plain value
 * @param reported a fraction ({@code -0.225}) where something is compared, otherwise the metric's
 *     unit
 * @param note for people
 */
public record PaperNumber(
        String figure,
        String metric,
        String group,
        Map<String, Object> where,
        Optional<Compare> compare,
        double reported,
        String note) {

    /** {@code value} against {@code to}, both values of the parameter {@code by}. */
    public record Compare(String by, String value, String to) {}
}
