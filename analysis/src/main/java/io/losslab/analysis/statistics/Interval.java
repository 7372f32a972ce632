package io.losslab.analysis.statistics;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A confidence interval of {@value #PERCENT} %.
 *
 * @param low lower bound
 * @param high upper bound, not below {@code low}
 * @param method it was computed with
 */
public record Interval(double low, double high, Method method) {
    public static final int PERCENT = 95;

    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException(
                    "an interval from %s to %s has no length".formatted(low, high));
        }
    }

    /** Whether a value lies in it, bounds included. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /** Whether it shares a value with a range, bounds included. */
    public boolean overlaps(double from, double to) {
        return low <= to && from <= high;
    }

    /** Whether all of it lies in a range, bounds included. */
    public boolean isWithin(double from, double to) {
        return from <= low && high <= to;
    }

    /** Whether it reaches beyond a range at both ends. */
    public boolean exceeds(double from, double to) {
        return low < from && to < high;
    }

    /** Where the quantiles of an interval come from. */
    public enum Method {
        /** Student's t distribution. */
        @JsonProperty("t")
        STUDENT("Student's t"),
        /** The studentised bootstrap. */
        @JsonProperty("bootstrap-t")
        BOOTSTRAP("bootstrap-t");

        private final String label;

        Method(String label) {
            this.label = label;
        }

        /** For users. */
        public String label() {
            return label;
        }
    }
}
