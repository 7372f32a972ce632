package io.losslab.analysis.statistics;

import io.losslab.analysis.statistics.Estimator.Estimate;
import io.losslab.analysis.statistics.Interval.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Confidence intervals from independent seeds: the estimate plus quantiles of its studentised error
 * times its standard error.
 *
 * <p>Below {@value #LEAST_FOR_BOOTSTRAP} seeds the quantiles are Student's. The plain bootstrap,
 * percentile or BCa, is too narrow there, for normal data by the factor {@code sqrt((n-1)/n) z/t}:
 * 0.37 of the length at 3 seeds, 0.82 at 10 (Hesterberg, What Teachers Should Know about the
 * Bootstrap, The American Statistician 69(4), 2015, section 3.2), and three seeds make only ten
 * different draws. From {@value #LEAST_FOR_BOOTSTRAP} seeds on the quantiles are those of the
 * studentised bootstrap (bootstrap-t; Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
 * 12.5), which follows skewed data as Student's do not. Where a draw has no spread, as with many
 * equal values, its t is not defined, and Student's quantiles are taken.
 *
 * <p>Draws come from {@link Random}, whose sequence is part of its specification, with a seed of
 * {@value #RANDOM_SEED}: the same seeds give the same interval everywhere.
 */
final class SeedIntervals {
    /** With fewer seeds Student's t is used. */
    static final int LEAST_FOR_BOOTSTRAP = 10;

    /** (DRAWS + 1) 0.025 is a whole number: the quantiles are order statistics. */
    private static final int DRAWS = 9_999;

    private static final long RANDOM_SEED = 1;
    private static final double TAIL = (100 - Interval.PERCENT) / 200.0;

    private SeedIntervals() {}

    /**
     * The interval of what an estimator estimates.
     *
     * @return empty with fewer than two seeds, or where the estimate or its error is not defined
     */
    static Optional<Interval> of(Estimator estimator, int seeds) {
        if (seeds < 2) {
            return Optional.empty();
        }
        Estimate estimate = estimator.of(IntStream.range(0, seeds).toArray());
        if (!Double.isFinite(estimate.value()) || !Double.isFinite(estimate.error())) {
            return Optional.empty();
        }
        if (seeds >= LEAST_FOR_BOOTSTRAP) {
            double[] errors = studentisedErrors(estimator, estimate, seeds);
            if (errors.length == DRAWS) {
                return Optional.of(bootstrapped(estimate, errors));
            }
        }
        double half = t(seeds) * estimate.error();
        return Optional.of(
                new Interval(estimate.value() - half, estimate.value() + half, Method.STUDENT));
    }

    /** Student's quantile for an interval from so many seeds. */
    static double t(int seeds) {
        return TDistribution.of(seeds - 1.0).inverseSurvivalProbability(TAIL);
    }

    /**
     * {@code (draw - estimate) / error of the draw} in ascending order, for draws with a spread.
     */
    private static double[] studentisedErrors(Estimator estimator, Estimate estimate, int seeds) {
        Random random = new Random(RANDOM_SEED);
        int[] draw = new int[seeds];
        double[] errors = new double[DRAWS];
        int defined = 0;
        for (int i = 0; i < DRAWS; i++) {
            Arrays.setAll(draw, index -> random.nextInt(seeds));
            Estimate drawn = estimator.of(draw);
            if (drawn.hasSpread()) {
                errors[defined++] = (drawn.value() - estimate.value()) / drawn.error();
            }
        }
        double[] sorted = Arrays.copyOf(errors, defined);
        Arrays.sort(sorted);
        return sorted;
    }

    private static Interval bootstrapped(Estimate estimate, double[] errors) {
        int tail = (int) Math.round((DRAWS + 1) * TAIL);
        double low = estimate.value() - errors[DRAWS - tail] * estimate.error();
        double high = estimate.value() - errors[tail - 1] * estimate.error();
        return new Interval(low, high, Method.BOOTSTRAP);
    }
}
