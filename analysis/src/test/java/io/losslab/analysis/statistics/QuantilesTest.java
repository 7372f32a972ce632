package io.losslab.analysis.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuantilesTest {
    @Test
    void areTheNearestRanks() {
        Quantiles thousand =
                Quantiles.of(IntStream.rangeClosed(1, 1000).mapToDouble(i -> 1001 - i).toArray());
        assertEquals(1000, thousand.count());
        assertEquals(10, thousand.percentile(1));
        assertEquals(250, thousand.percentile(25));
        assertEquals(500, thousand.percentile(50));
        assertEquals(990, thousand.percentile(99));
        assertEquals(1, thousand.least());
        assertEquals(1000, thousand.greatest());
        Quantiles three = Quantiles.of(new double[] {7, 3, 5});
        assertEquals(3, three.percentile(25));
        assertEquals(5, three.percentile(50));
        assertEquals(7, three.percentile(75));
    }

    @Test
    void ofNothingAreNone() {
        assertTrue(Quantiles.of(new double[0]).isEmpty());
        assertThrows(IllegalArgumentException.class, () -> new Quantiles(new double[3], 3));
    }
}
