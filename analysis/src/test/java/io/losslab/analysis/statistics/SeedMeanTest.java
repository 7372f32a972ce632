package io.losslab.analysis.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.statistics.Interval.Method;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class SeedMeanTest {
    /** Student's sleep data, the differences of R's {@code t.test(..., data = sleep)}. */
    private static final double[] SLEEP = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};

    @Test
    void oneSeedHasNoInterval() {
        assertTrue(SeedMean.interval(new double[] {3}).isEmpty());
        assertTrue(SeedMean.interval(new double[0]).isEmpty());
    }

    @Test
    void fewSeedsHaveTheIntervalOfScipysTTest() {
        Interval interval = SeedMean.interval(Arrays.copyOf(SLEEP, 9)).orElseThrow();
        assertEquals(Method.STUDENT, interval.method());
        assertEquals(0.5985166843346337, interval.low(), 1e-12);
        assertEquals(2.6014833156653667, interval.high(), 1e-12);
    }

    @Test
    void quantilesAreThoseOfTheTables() {
        assertEquals(12.706204736174694, SeedIntervals.t(2), 1e-9);
        assertEquals(4.302652729749462, SeedIntervals.t(3), 1e-9);
        assertEquals(2.262157162798205, SeedIntervals.t(10), 1e-9);
    }

    @Test
    void tenSeedsAreBootstrappedAndLeanTheWayTheDataDo() {
        Interval interval = SeedMean.interval(SLEEP).orElseThrow();
        assertEquals(Method.BOOTSTRAP, interval.method());
        // From 400,000 draws of numpy; Student's is 0.70 to 2.46.
        assertEquals(0.954, interval.low(), 0.02);
        assertEquals(3.099, interval.high(), 0.1);
        assertEquals(interval, SeedMean.interval(SLEEP).orElseThrow(), "it repeats");
    }

    @Test
    void equalValuesHaveAnIntervalWithoutLength() {
        double[] constant = new double[12];
        Arrays.fill(constant, 7.5);
        assertEquals(
                new Interval(7.5, 7.5, Method.STUDENT), SeedMean.interval(constant).orElseThrow());
    }

    @Test
    void countsThatAreMostlyZeroFallBackOnStudent() {
        double[] counts = new double[10];
        counts[4] = 5;
        Interval interval = SeedMean.interval(counts).orElseThrow();
        assertEquals(Method.STUDENT, interval.method());
        assertEquals(0, interval.low(), "a count is not negative");
        assertEquals(0.5 + 2.262157162798205 * 0.5, interval.high(), 1e-9);
    }

    /** 1.1 has no exact binary form: what rounding leaves of equal draws is no spread. */
    @Test
    void valuesThatAreMostlyEqualFallBackOnStudent() {
        double[] values = new double[10];
        Arrays.fill(values, 1.1);
        values[9] = 1.2;
        Interval interval = SeedMean.interval(values).orElseThrow();
        assertEquals(Method.STUDENT, interval.method());
        assertEquals(1.11 + 2.262157162798205 * 0.01, interval.high(), 1e-9);
    }

    @Test
    void threeNormalSeedsHoldTheMeanAsOftenAsPromised() {
        assertEquals(0.95, coverage(3, 10_000, random -> 10 + random.nextGaussian(), 10), 0.01);
    }

    @Test
    void twelveSkewedSeedsHoldTheMeanNearlyAsOften() {
        // A log-normal of sigma 0.5, whose mean is exp(sigma^2 / 2).
        double share =
                coverage(12, 300, random -> Math.exp(0.5 * random.nextGaussian()), Math.exp(0.125));
        assertTrue(share >= 0.91 && share <= 0.98, "share " + share);
    }

    private static double coverage(
            int seeds, int trials, ToDoubleFunction<Random> source, double mean) {
        Random random = new Random(20);
        int held = 0;
        for (int trial = 0; trial < trials; trial++) {
            double[] values = new double[seeds];
            Arrays.setAll(values, i -> source.applyAsDouble(random));
            held += SeedMean.interval(values).orElseThrow().contains(mean) ? 1 : 0;
        }
        return (double) held / trials;
    }
}
