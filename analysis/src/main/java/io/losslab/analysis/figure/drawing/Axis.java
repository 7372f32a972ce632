package io.losslab.analysis.figure.drawing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A linear or logarithmic axis with round ticks.
 *
 * @param low value at its start
 * @param high value at its end, above {@code low}
 * @param step between ticks; 0: the axis is logarithmic, with ticks at 1, 2, and 5 times the powers
 *     of ten, or at the powers alone where it has more than three
 */
public record Axis(double low, double high, double step) {
    private static final double ZERO_BASED_BELOW = 0.7;
    private static final double LEAST_SPAN = 0.08;
    private static final double ROUNDING = 1e-6;

    /**
     * The axis for values from {@code min} to {@code max}. It starts at zero unless the values stay
     * in the upper part, where that would flatten them; it never shows less than the upper twelfth,
     * which would make much of little.
     *
     * @param ticks about how many
     */
    public static Axis covering(double min, double max, int ticks) {
        double low = min >= 0 && min < ZERO_BASED_BELOW * max ? 0 : min;
        if (max - low < 1e-9 * Math.max(1, Math.abs(max))) {
            return max == 0 ? new Axis(0, 1, 1) : fromZero(max, ticks);
        }
        if (low > 0) {
            low = Math.min(low - (max - low) * 0.08, max * (1 - LEAST_SPAN));
        }
        double step = roundStep((max - low) / ticks);
        return new Axis(Math.floor(low / step) * step, Math.ceil(max / step - 1e-9) * step, step);
    }

    /** The axis from zero to {@code max}, or from {@code max} to zero where that is negative. */
    public static Axis fromZero(double max, int ticks) {
        if (max == 0) {
            return new Axis(0, 1, 1);
        }
        double step = roundStep(Math.abs(max) / ticks);
        double end = Math.ceil(Math.abs(max) / step - 1e-9) * step;
        return max > 0 ? new Axis(0, end, step) : new Axis(-end, 0, step);
    }

    /** The logarithmic axis for values from {@code min}, above zero, to {@code max}. */
    public static Axis logarithmic(double min, double max) {
        return new Axis(min / 1.1, Math.max(max, 2 * min) * 1.1, 0);
    }

    /** An axis that ends exactly at {@code max}, with round ticks before. */
    public static Axis exactly(double max, int ticks) {
        return new Axis(0, max, roundStep(max / ticks));
    }

    /** Values that get a tick, ascending. */
    public List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (step == 0) {
            addLogarithmicTicks(ticks);
            return ticks;
        }
        long first = (long) Math.ceil(low / step - 1e-9);
        for (long i = first; i * step <= high + step * 1e-6; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    private void addLogarithmicTicks(List<Double> ticks) {
        boolean powersOnly = high / low > 1000;
        for (double power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10) {
            for (int lead : powersOnly ? new int[] {1} : new int[] {1, 2, 5}) {
                if (lead * power >= low && lead * power <= high) {
                    ticks.add(lead * power);
                }
            }
        }
    }

    /** A tick's text: as many decimals as the step needs. */
    public String label(double tick) {
        if (step == 0) {
            return NumberText.plain(tick);
        }
        int decimals = 0;
        while (decimals < 6
                && Math.abs(scaled(step, decimals) - Math.rint(scaled(step, decimals))) > 1e-6) {
            decimals++;
        }
        double clean = Math.abs(tick) < step * 1e-6 ? 0 : tick;
        return String.format(Locale.ROOT, "%,." + decimals + "f", clean).replace('-', '−');
    }

    public boolean isLogarithmic() {
        return step == 0;
    }

    /** Whether it starts above zero although zero could be shown, which has to be marked. */
    public boolean isCut() {
        return step != 0 && low > 0;
    }

    /** Whether it has a value: a logarithmic axis has no zero. */
    public boolean has(double value) {
        double fraction = fraction(value);
        return fraction > -ROUNDING && fraction < 1 + ROUNDING;
    }

    /** Where a value lies, 0 at the start and 1 at the end. */
    public double fraction(double value) {
        if (step == 0) {
            return Math.log(value / low) / Math.log(high / low);
        }
        return (value - low) / (high - low);
    }

    private static double scaled(double value, int decimals) {
        return value * Math.pow(10, decimals);
    }

    private static double roundStep(double rough) {
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double lead = rough / power;
        double round = lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 2.5 ? 2.5 : lead <= 5 ? 5 : 10;
        return round * power;
    }
}
