package io.losslab.analysis.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.statistics.Interval.Method;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class PairedChangeTest {
    private static final double[] A = {77, 80.5, 79.2, 78.4};
    private static final double[] B = {100, 103.1, 104, 99.8};

    @Test
    void theChangeIsThatOfTheMeans() {
        assertEquals(-0.2256082575571393, change(A, B).change(), 1e-12);
        assertEquals(4, change(A, B).pairs());
    }

    @Test
    void theIntervalIsNearScipysPairedTTestOfTheLogarithms() {
        Interval interval = change(A, B).interval();
        assertEquals(Method.STUDENT, interval.method());
        assertEquals(-0.24260895053196394, interval.low(), 2e-4);
        assertEquals(-0.20816903064675107, interval.high(), 2e-4);
    }

    @Test
    void theEffectSizeIsHedgesGOfTheDifferences() {
        assertEquals(-11.851740565308976, change(A, B).effectSize(), 1e-9);
    }

    @Test
    void theInverseComparisonHasTheInverseInterval() {
        Interval there = change(A, B).interval();
        Interval back = change(B, A).interval();
        assertEquals(1 / (1 + there.high()), 1 + back.low(), 1e-12);
        assertEquals(1 / (1 + there.low()), 1 + back.high(), 1e-12);
    }

    @Test
    void saysHowManySeedsMoreWouldDecide() {
        // By hand: ln R = -0.035545; the half length is 0.0522 at 3 seeds and 0.0335 at 4.
        PairedChange change = change(new double[] {97, 108, 99}, new double[] {100, 110, 105});
        assertTrue(change.interval().contains(0));
        assertEquals(1, change.moreSeeds());
        assertEquals(0, change(A, B).moreSeeds());
        double[] same = {1, 2, 3};
        assertNull(change(same, same).moreSeeds(), "no number of seeds makes a change of none");
    }

    @Test
    void oneSeedHasAChangeAndNoMore() {
        PairedChange change = change(new double[] {3}, new double[] {4});
        assertEquals(-0.25, change.change(), 1e-12);
        assertNull(change.interval());
        assertNull(change.effectSize());
        assertNull(change.moreSeeds());
    }

    @Test
    void nothingAtEverySeedIsAChangeOfMinusOneHundredPercent() {
        PairedChange change = change(new double[3], new double[] {4, 1, 9});
        assertEquals(new Interval(-1, -1, Method.STUDENT), change.interval());
        assertEquals(0, change.moreSeeds());
    }

    /** t(2) is 4.30: the mean of 3 has an error of 1.53, that of 0.8 one of 0.2 where t is 2.78. */
    @Test
    void nothingAtEverySeedDecidesNothingWhereTheBaselineMayBeNothing() {
        for (double[] baseline :
                new double[][] {{4, 0, 5}, {0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 7}}) {
            PairedChange change = change(new double[baseline.length], baseline);
            assertEquals(-1, change.change());
            assertNull(change.interval());
            assertNull(change.moreSeeds());
        }
        assertNotNull(change(new double[5], new double[] {1, 1, 1, 1, 0}).interval());
    }

    @Test
    void thereIsNoChangeFromNothing() {
        assertTrue(PairedChange.of(new double[] {1, 2}, new double[2]).isEmpty());
        assertTrue(PairedChange.ofMeans(1, 0).isEmpty());
        assertTrue(PairedChange.of(new double[0], new double[0]).isEmpty());
    }

    @Test
    void nothingOnBothSidesIsNoChange() {
        PairedChange change = change(new double[3], new double[3]);
        assertEquals(0, change.change());
        assertEquals(new Interval(0, 0, Method.STUDENT), change.interval());
        assertNull(change.moreSeeds(), "the interval includes no change");
        assertEquals(0, change.moreSeedsToPlace(0.05));
    }

    @Test
    void seedsThatAreMostlyEqualHaveAFiniteInterval() {
        double[] a = new double[10];
        double[] b = new double[10];
        Arrays.fill(a, 1.1);
        Arrays.fill(b, 49.3);
        a[9] = 2.2;
        Interval interval = change(a, b).interval();
        assertEquals(Method.STUDENT, interval.method());
        assertTrue(interval.high() < -0.9, interval.toString());
    }

    @Test
    void twoSeedsHaveNoEffectSize() {
        PairedChange change = change(new double[] {3, 5}, new double[] {10, 11});
        assertNotNull(change.interval());
        assertNull(change.effectSize());
        change = change(new double[] {3, 5, 2}, new double[] {10, 11, 10});
        assertEquals(-4, change.effectSize(), 1e-12);
    }

    @Test
    void differencesThatAreEqualHaveNoEffectSize() {
        assertNull(change(new double[] {1.7, 1.7, 1.7}, new double[] {1, 1, 1}).effectSize());
        assertNull(
                change(new double[] {0.3, 0.3, 0.3}, new double[] {0.1 + 0.2, 0.3, 0.3})
                        .effectSize());
    }

    @Test
    void meansBelowZeroHaveNoInterval() {
        PairedChange change = change(new double[] {-1, -2}, new double[] {-2, -3});
        assertEquals(-0.4, change.change(), 1e-12);
        assertNull(change.interval());
        assertNull(change.moreSeeds());
    }

    /** The seeds that it says make the interval short enough, and one less do not. */
    @Test
    void saysHowManySeedsMoreWouldPlaceAnEqualChange() {
        PairedChange change =
                change(new double[] {101, 96, 104, 99}, new double[] {98, 98, 98, 98});
        assertTrue(change.interval().high() > 0.05, change.toString());
        double size = Math.log1p(change.change());
        double distance = Math.log1p(0.05) - size;
        double half = (Math.log1p(change.interval().high()) - size);
        double spread = half * Math.sqrt(4) / SeedIntervals.t(4);
        int enough = 4 + change.moreSeedsToPlace(0.05);
        assertTrue(SeedIntervals.t(enough) * spread / Math.sqrt(enough) < distance);
        assertTrue(SeedIntervals.t(enough - 1) * spread / Math.sqrt(enough - 1) >= distance);
        assertEquals(0, change.moreSeedsToPlace(0.5), "it lies within");
    }

    @Test
    void pairsHoldTheChangeAsOftenAsPromised() {
        for (int seeds : new int[] {2, 3, 5}) {
            assertEquals(0.95, coverage(seeds, 10_000), 0.012, seeds + " seeds");
        }
        double bootstrapped = coverage(10, 300);
        assertTrue(bootstrapped >= 0.91 && bootstrapped <= 0.99, "share " + bootstrapped);
    }

    /** Traffic that differs by 30 % between seeds, and 10 % of noise that pairing cannot cancel. */
    private static double coverage(int seeds, int trials) {
        Random random = new Random(30);
        IntFunction<double[]> factors =
                percent -> {
                    double[] values = new double[seeds];
                    Arrays.setAll(values, i -> Math.exp(percent / 100.0 * random.nextGaussian()));
                    return values;
                };
        int held = 0;
        for (int trial = 0; trial < trials; trial++) {
            double[] traffic = factors.apply(30);
            double[] noiseA = factors.apply(10);
            double[] noiseB = factors.apply(10);
            double[] a = new double[seeds];
            double[] b = new double[seeds];
            Arrays.setAll(a, i -> 0.8 * traffic[i] * noiseA[i]);
            Arrays.setAll(b, i -> traffic[i] * noiseB[i]);
            held += change(a, b).interval().contains(-0.2) ? 1 : 0;
        }
        return (double) held / trials;
    }

    private static PairedChange change(double[] a, double[] b) {
        return PairedChange.of(a, b).orElseThrow();
    }
}
