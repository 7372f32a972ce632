package io.losslab.analysis.statistics;

import io.losslab.analysis.statistics.Estimator.Estimate;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The change from a baseline, paired by seed: both see the same traffic at the same seed, so what a
 * seed does to both cancels (common random numbers; Law, Simulation Modeling and Analysis, 5th ed.,
 * 10.2.1 and 11.2).
 *
 * <p>The change is that of the means, {@code mean(a) / mean(b) - 1}. Its interval is computed for
 * {@code ln(mean(a) / mean(b))}, so that it stays above -100 % and turns into the inverse where a
 * and b change places; the standard error is that of a ratio estimator, {@code sd(a - R b) /
 * (sqrt(n) mean(a))} with {@code R = mean(a) / mean(b)} (Cochran, Sampling Techniques, 3rd ed.,
 * 6.4). Where a is zero at every seed, the interval is -100 % alone if b is above zero at every
 * seed, or the interval of {@code mean(b)} excludes zero; else b may be zero as well, and there is
 * none.
 *
 * @param change as a fraction, such as -0.225
 * @param interval of the change; null with fewer than two pairs, where a mean is negative, or where
 *     a is zero at every seed and the mean of b may be
 * @param pairs seeds that both have; 0 where they have none in common, the means are then compared
 * @param effectSize Hedges' g of the paired differences: {@code mean(a - b) / sd(a - b)} (Cohen's
 *     d_z) times {@code 1 - 3 / (4 (n - 1) - 1)} (Hedges, Journal of Educational Statistics 6(2),
 *     1981); null with fewer than three pairs, as the correction is 0 for two, or where all
 *     differences are equal
 * @param moreSeeds how many seeds more make an interval that excludes no change, if change and
 *     spread stay as they are: the least N with {@code t(N-1) s / sqrt(N) < |ln R|}, less the pairs
 *     there are (Law, 9.4.1); 0 where the interval excludes it; null where there is no interval or
 *     no number of seeds suffices
 */
public record PairedChange(
        double change, Interval interval, int pairs, Double effectSize, Integer moreSeeds) {
    private static final double MOST_SEEDS = 1e6;
    private static final int LEAST_PAIRS_OF_AN_EFFECT_SIZE = 3;

    /**
     * The change from {@code b} to {@code a}.
     *
     * @param a values by seed
     * @param b of the baseline, by the same seeds
     * @return no change where all values are zero; empty where only the baseline's mean is zero, or
     *     where there are no pairs
     */
    public static Optional<PairedChange> of(double[] a, double[] b) {
        int n = a.length;
        double meanB = Arrays.stream(b).average().orElse(0);
        if (n > 0 && allZero(a) && allZero(b)) {
            Interval none = n < 2 ? null : new Interval(0, 0, Interval.Method.STUDENT);
            return Optional.of(new PairedChange(0, none, n, null, null));
        }
        if (meanB == 0) {
            return Optional.empty();
        }
        double change = Arrays.stream(a).sum() / n / meanB - 1;
        if (n < 2) {
            return Optional.of(new PairedChange(change, null, n, null, null));
        }
        Optional<Interval> interval =
                allZero(a)
                        ? toNothing(b)
                        : SeedIntervals.of(seeds -> logRatio(a, b, seeds), n)
                                .map(PairedChange::asFractions);
        return Optional.of(
                new PairedChange(
                        change,
                        interval.orElse(null),
                        n,
                        effectSize(a, b),
                        interval.map(known -> moreSeeds(a, b, known)).orElse(null)));
    }

    /**
     * How many seeds more would place the interval inside or outside a range around no change, if
     * change and spread stay as they are; 0 where it lies there, null where there is no interval or
     * no number of seeds suffices.
     *
     * @param tolerance half of the range, as a fraction
     */
    public Integer moreSeedsToPlace(double tolerance) {
        if (interval == null) {
            return null;
        }
        if (interval.isWithin(-tolerance, tolerance) || !interval.overlaps(-tolerance, tolerance)) {
            return 0;
        }
        double size = Math.log1p(change);
        double distance =
                Math.min(
                        Math.abs(Math.log1p(tolerance) - size),
                        Math.abs(Math.log1p(-tolerance) - size));
        double half = (Math.log1p(interval.high()) - Math.log1p(interval.low())) / 2;
        double perSeed = half * Math.sqrt(pairs) / SeedIntervals.t(pairs);
        return moreSeeds(perSeed / distance, pairs);
    }

    /** The change of means that have no seed in common; without an interval. */
    public static Optional<PairedChange> ofMeans(double a, double b) {
        return b == 0
                ? Optional.empty()
                : Optional.of(new PairedChange(a / b - 1, null, 0, null, null));
    }

    /** The logarithm of nothing has no interval; what decides is whether the baseline had any. */
    private static Optional<Interval> toNothing(double[] b) {
        boolean atEverySeed = Arrays.stream(b).allMatch(value -> value > 0);
        boolean certain =
                atEverySeed
                        || SeedIntervals.of(seeds -> SeedMean.estimate(b, seeds), b.length)
                                .filter(mean -> !mean.contains(0))
                                .isPresent();
        return certain
                ? Optional.of(new Interval(-1, -1, Interval.Method.STUDENT))
                : Optional.empty();
    }

    private static boolean allZero(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == 0);
    }

    private static Estimate logRatio(double[] a, double[] b, int[] seeds) {
        double sumA = 0;
        double sumB = 0;
        for (int seed : seeds) {
            sumA += a[seed];
            sumB += b[seed];
        }
        if (!(sumA > 0 && sumB > 0)) {
            return new Estimate(Double.NaN, Double.NaN);
        }
        int n = seeds.length;
        double ratio = sumA / sumB;
        double squares = 0;
        for (int seed : seeds) {
            double residual = a[seed] - ratio * b[seed];
            squares += residual * residual;
        }
        double error = Math.sqrt(squares / (n - 1) / n) / (sumA / n);
        return new Estimate(Math.log(ratio), error < Estimate.ROUNDING ? 0 : error);
    }

    private static Interval asFractions(Interval logs) {
        return new Interval(Math.expm1(logs.low()), Math.expm1(logs.high()), logs.method());
    }

    private static Double effectSize(double[] a, double[] b) {
        int n = a.length;
        if (n < LEAST_PAIRS_OF_AN_EFFECT_SIZE) {
            return null;
        }
        double[] differences = new double[n];
        Arrays.setAll(differences, i -> a[i] - b[i]);
        Estimate mean = SeedMean.estimate(differences, IntStream.range(0, n).toArray());
        if (mean.error() < Estimate.ROUNDING * Math.max(largest(a), largest(b))) {
            return null;
        }
        double dz = mean.value() / (mean.error() * Math.sqrt(n));
        double size = dz * (1 - 3 / (4.0 * (n - 1) - 1));
        return Double.isFinite(size) ? size : null;
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElse(0);
    }

    private static Integer moreSeeds(double[] a, double[] b, Interval interval) {
        if (!interval.contains(0)) {
            return 0;
        }
        int n = a.length;
        Estimate estimate = logRatio(a, b, IntStream.range(0, n).toArray());
        return moreSeeds(estimate.error() * Math.sqrt(n) / Math.abs(estimate.value()), n);
    }

    /**
     * The least number of seeds that make an interval shorter than a distance.
     *
     * @param perSeed standard deviation of a seed over that distance
     * @param n seeds that there are
     */
    private static Integer moreSeeds(double perSeed, int n) {
        // The normal quantile is below Student's: no smaller number suffices.
        double least = Math.pow(1.959 * perSeed, 2);
        if (!(least < MOST_SEEDS)) {
            return null;
        }
        int needed = Math.max(n + 1, (int) least);
        while (SeedIntervals.t(needed) * perSeed >= Math.sqrt(needed)) {
            needed++;
        }
        return needed - n;
    }
}
