package io.losslab.traffic.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PerftestTest {
    @Test
    void latencyLineFollowsFromItsSamples() {
        // 1..1000 us, backwards.
        long[] nanos = LongStream.rangeClosed(1, 1_000).map(i -> (1_001 - i) * 1_000).toArray();
        LatencyResult result = LatencyResult.of(8_000, nanos);
        assertEquals(1_000, result.iterations());
        assertEquals(1, result.minMicros());
        assertEquals(1_000, result.maxMicros());
        assertEquals(500.5, result.typicalMicros());
        assertEquals(500.5, result.averageMicros());
        assertEquals(Math.sqrt((1_000.0 * 1_000 - 1) / 12), result.stdevMicros(), 1e-9);
        assertEquals(990, result.p99Micros());
        assertEquals(999, result.p999Micros());
        assertEquals(
                " 8000    1000           1.00           1000.00      500.50             500.50"
                        + "           288.67          990.00                 999.00",
                result.line());
    }

    @Property
    void latencyFiguresAreInOrder(
            @ForAll @Size(min = 1, max = 50)
                    List<@LongRange(min = 0, max = 1_000_000_000_000L) Long> nanos) {
        LatencyResult result =
                LatencyResult.of(1, nanos.stream().mapToLong(Long::longValue).toArray());
        assertTrue(result.minMicros() <= result.typicalMicros());
        assertTrue(result.typicalMicros() <= result.maxMicros());
        assertTrue(result.p99Micros() <= result.p999Micros());
        assertTrue(result.p999Micros() <= result.maxMicros());
    }

    @Test
    void bandwidthCountsPayloadFromTheFirstPostToTheLastCompletion() {
        // A message of 1 MB every 100 us after a first wait of 400 us: 80 Gb/s while it runs.
        long[] completions =
                LongStream.rangeClosed(1, 96).map(i -> 400_000 + i * 100_000).toArray();
        BandwidthResult result = BandwidthResult.of(1_000_000, 0, completions, 8);
        assertEquals(80, result.peakGbps(), 1e-9);
        assertEquals(76.8, result.averageGbps(), 1e-9);
        assertEquals(0.0096, result.messageRateMillions(), 1e-12);
        assertEquals(
                " 1000000    96             80.00              76.80                0.009600",
                result.line());
    }

    @Test
    void noSamplesMakeNoLine() {
        assertThrows(IllegalArgumentException.class, () -> LatencyResult.of(1, new long[0]));
    }
}
