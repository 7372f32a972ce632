package io.losslab.traffic.size;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.units.DataSize;
import io.losslab.traffic.size.SizeDistribution.Point;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SizeDistributionTest {
    /**
     * Means of the finer published tables. Equal to a byte where the bundled file has all their
     * points, within a share where it is thinned.
     */
    @ParameterizedTest
    @CsvSource({
        "WebSearch, 1711250, 1e-6",
        "FB_Hadoop, 120421, 1e-5",
        "AliStorage, 40870, 1e-5",
        "WebSearch_W5, 1665173, 1e-6",
        "EDU1, 143543, 1e-5",
        "EDU2, 274640, 1e-5",
        "Memcached, 187, 0.01",
        "WebServer, 62874, 0.02",
        "FB_Hadoop_W4, 127797, 0.05",
    })
    void bundledWorkloadsHaveThePublishedMean(String name, double published, double tolerance) {
        double mean = BundledWorkloads.find(name).orElseThrow().meanBytes();
        assertEquals(1, mean / published, tolerance);
    }

    static List<String> names() {
        return BundledWorkloads.names();
    }

    /** The quantile function integrated by the midpoint rule is independent of the closed form. */
    @ParameterizedTest
    @MethodSource("names")
    void meanIsTheIntegralOfTheQuantiles(String name) {
        SizeDistribution sizes = BundledWorkloads.find(name).orElseThrow();
        int steps = 1_000_000;
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += sizes.quantile((i + 0.5) / steps);
        }
        assertEquals(1, sum / steps / sizes.meanBytes(), 0.003);
    }

    @ParameterizedTest
    @MethodSource("names")
    void samplesStayInsideTheDistributionAndHaveItsMean(String name) {
        SizeDistribution sizes = BundledWorkloads.find(name).orElseThrow();
        SplittableRandom random = new SplittableRandom(1);
        double sum = 0;
        int count = 400_000;
        for (int i = 0; i < count; i++) {
            long bytes = sizes.next(random);
            assertTrue(bytes >= 1 && bytes <= sizes.quantile(1), "size " + bytes);
            sum += bytes;
        }
        assertEquals(1, sum / count / sizes.meanBytes(), 0.05);
    }

    @Test
    void linearSamplingGoesStraightFromPointToPoint() {
        SizeDistribution sizes =
                of(Sampling.LINEAR, new Point(0, 0), new Point(100, 0.5), new Point(300, 1));
        assertEquals(50, sizes.quantile(0.25));
        assertEquals(100, sizes.quantile(0.5));
        assertEquals(200, sizes.quantile(0.75));
        assertEquals(125, sizes.meanBytes());
    }

    @Test
    void stepSamplingGivesListedSizesOnly() {
        SizeDistribution sizes = of(Sampling.STEP, new Point(1, 0.25), new Point(8, 1));
        assertEquals(1, sizes.quantile(0.25));
        assertEquals(8, sizes.quantile(0.26));
        assertEquals(6.25, sizes.meanBytes());
    }

    @Test
    void logLinearSamplingMeetsTheGeometricMeanHalfWay() {
        SizeDistribution sizes = of(Sampling.LOG_LINEAR, new Point(100, 0), new Point(10_000, 1));
        assertEquals(1_000, sizes.quantile(0.5));
        assertEquals(9_900 / Math.log(100), sizes.meanBytes(), 1e-9);
    }

    @Test
    void theFirstPointsProbabilityFallsOnItsSize() {
        SizeDistribution sizes = of(Sampling.LINEAR, new Point(10, 0.5), new Point(20, 1));
        assertEquals(10, sizes.quantile(0.5));
        assertEquals(15, sizes.quantile(0.75));
        assertEquals(12.5, sizes.meanBytes());
    }

    @Test
    void uniformSizesReachBothEndsOfTheirRange() {
        UniformSizes sizes = new UniformSizes(new DataSize(3), new DataSize(5));
        SplittableRandom random = new SplittableRandom(1);
        long[] counts = new long[6];
        for (int i = 0; i < 3_000; i++) {
            counts[(int) sizes.next(random)]++;
        }
        for (int bytes = 3; bytes <= 5; bytes++) {
            assertEquals(1_000.0, counts[bytes], 100.0);
        }
        assertEquals(4, sizes.meanBytes());
    }

    @Test
    void impossibleDistributionsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> of(Sampling.LINEAR, new Point(9, 0.9)));
        assertThrows(
                IllegalArgumentException.class,
                () -> of(Sampling.LINEAR, new Point(9, 0.5), new Point(9, 1)));
        assertThrows(
                IllegalArgumentException.class,
                () -> of(Sampling.LOG_LINEAR, new Point(0, 0), new Point(9, 1)));
        assertThrows(
                IllegalArgumentException.class,
                () -> of(Sampling.STEP, new Point(0, 0.1), new Point(9, 1)));
    }

    private static SizeDistribution of(Sampling sampling, Point... points) {
        return new SizeDistribution("test", "none", sampling, List.of(points));
    }
}
