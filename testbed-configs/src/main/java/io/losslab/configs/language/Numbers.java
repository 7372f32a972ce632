package io.losslab.configs.language;

import io.losslab.configs.yaml.YamlValue;

/** Types of values that are numbers without a unit: whole numbers and fractions. */
public final class Numbers {
    private Numbers() {}

    /** A whole number, both ends included. */
    public static Type<Long> whole(long least, long most) {
        return Type.of(
                most == Long.MAX_VALUE ? "whole number from " + least : least + " to " + most,
                Fragments.whole(least, most),
                value -> value.integer(least, most));
    }

    /** A number or a percentage, read as a fraction. */
    public static Type<Double> ratio() {
        return Type.of("number or percentage", Fragments.ratio(), YamlValue::ratio);
    }

    /** A number or a percentage, both ends included, read as a fraction. */
    public static Type<Double> ratio(double least, double most) {
        return ratio(false, least, most);
    }

    /** A number or a percentage above zero, read as a fraction. */
    public static Type<Double> ratioAboveZero(double most) {
        return ratio(true, 0, most);
    }

    /**
     * A number or a percentage, read as a fraction.
     *
     * @param above whether {@code least} is out of range
     */
    private static Type<Double> ratio(boolean above, double least, double most) {
        String range =
                most < Double.POSITIVE_INFINITY
                        ? (above ? "above " : "") + percent(least) + " to " + percent(most)
                        : (above ? "above " : "at least ") + percent(least);
        return Type.of(
                "number or percentage, " + range,
                Fragments.ratio(above, least, most),
                value ->
                        value.ratio()
                                .filter(
                                        ratio ->
                                                fits(
                                                        value,
                                                        (above ? ratio > least : ratio >= least)
                                                                && ratio <= most,
                                                        range)));
    }

    private static boolean fits(YamlValue value, boolean fits, String range) {
        if (!fits) {
            value.error("'%s' is out of range".formatted(value.name()), range, "");
        }
        return fits;
    }

    private static String percent(double share) {
        return "%.0f%%".formatted(100 * share);
    }
}
