package io.losslab.analysis.statistics;

import io.losslab.analysis.statistics.Estimator.Estimate;
import java.util.Arrays;
import java.util.Optional;

/** The mean over seeds and its interval. */
public final class SeedMean {
    private SeedMean() {}

    /**
     * The interval of the mean. Values that are all at least zero are of a quantity that cannot be
     * negative; nor is then the interval.
     *
     * @return empty with fewer than two values
     */
    public static Optional<Interval> interval(double[] values) {
        Optional<Interval> interval =
                SeedIntervals.of(seeds -> estimate(values, seeds), values.length);
        boolean canBeNegative = Arrays.stream(values).anyMatch(value -> value < 0);
        return canBeNegative ? interval : interval.map(SeedMean::fromZero);
    }

    static Estimate estimate(double[] values, int[] seeds) {
        double sum = 0;
        for (int seed : seeds) {
            sum += values[seed];
        }
        double mean = sum / seeds.length;
        double squares = 0;
        for (int seed : seeds) {
            squares += (values[seed] - mean) * (values[seed] - mean);
        }
        double error = Math.sqrt(squares / (seeds.length - 1) / seeds.length);
        return new Estimate(mean, error < Estimate.ROUNDING * Math.abs(mean) ? 0 : error);
    }

    private static Interval fromZero(Interval interval) {
        return new Interval(
                Math.max(0, interval.low()), Math.max(0, interval.high()), interval.method());
    }
}
