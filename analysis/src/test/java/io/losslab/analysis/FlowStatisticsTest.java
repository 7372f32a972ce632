package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.FlowRows.Row;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Distribution;
import io.losslab.analysis.summary.GroupSummary;
import io.losslab.analysis.summary.rows.FlowStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowStatisticsTest {
    private static final long WARMUP = 1_000_000;
    private static final long END = 5_000_000;

    @TempDir Path temp;

    @Test
    void takesTheNearestRankOfAThousandValues() throws Exception {
        List<Row> rows = new ArrayList<>();
        for (int i = 1; i <= 1000; i++) {
            rows.add(new Row(0, "probe", 8000, WARMUP, WARMUP + 1000L * i, 1000L * i, 500));
        }
        Collections.shuffle(rows, new Random(1));

        GroupSummary probe = summarise(rows).get("probe");

        assertEquals(1000, probe.flows());
        assertEquals(1000, probe.completed());
        assertClose(new Distribution(500.5, 500, 950, 990, 999, 1000), probe.fctMicros());
        assertClose(new Distribution(1001, 1000, 1900, 1980, 1998, 2000), probe.slowdown());
    }

    @Test
    void takesTheGreatestAsTheHighPercentilesOfAFew() throws Exception {
        GroupSummary probe =
                summarise(
                                List.of(
                                        new Row(0, "probe", 1, WARMUP, WARMUP + 7, 7000, 0),
                                        new Row(0, "probe", 1, WARMUP, WARMUP + 3, 3000, 0),
                                        new Row(0, "probe", 1, WARMUP, WARMUP + 5, 5000, 0)))
                        .get("probe");

        assertClose(new Distribution(5, 5, 7, 7, 7, 7), probe.fctMicros());
        assertNull(probe.slowdown(), "no ideal time is known");
    }

    @Test
    void countsCompletionTimesOfWhatStartsAfterTheWarmup() throws Exception {
        GroupSummary bulk =
                summarise(
                                List.of(
                                        new Row(0, "bulk", 1, WARMUP - 1, WARMUP + 99, 100_000, 1),
                                        new Row(0, "bulk", 1, WARMUP, WARMUP + 20, 20_000, 1),
                                        new Row(0, "bulk", 1, END - 1, END + 40, 40_000, 1),
                                        new Row(0, "bulk", 1, END - 1, -1, -1, 1)))
                        .get("bulk");

        assertEquals(3, bulk.flows());
        assertEquals(2, bulk.completed());
        assertEquals(30, bulk.fctMicros().mean());
        assertEquals(40, bulk.fctMicros().max());
    }

    @Test
    void takesGoodputFromAFlowsFirstCompletionInTheMeasurementToItsLast() throws Exception {
        GroupSummary bulk =
                summarise(
                                List.of(
                                        new Row(0, "bulk", 1_000_000, 0, WARMUP - 1, 1, 1),
                                        new Row(0, "bulk", 10_000_000, 0, WARMUP, 1, 1),
                                        new Row(0, "bulk", 30_000_000, WARMUP, END, 1, 1),
                                        new Row(0, "bulk", 5_000_000, WARMUP, END + 1, 1, 1),
                                        new Row(0, "bulk", 7_000_000, WARMUP, -1, -1, 1)))
                        .get("bulk");

        // The 30 MB after the first completion * 8 bit / 4 ms
        assertEquals(60.0, bulk.goodputGbps(), 1e-9);
    }

    @Test
    void aPairThatKeepsSendingHasNoGoodputAboveItsRate() throws Exception {
        String kind = "bandwidth";
        long firstEnd = WARMUP - 500_000;
        GroupSummary bulk =
                summarise(
                                List.of(
                                        new Row(0, "bulk", 4_000_000, 0, firstEnd, 1, 1, kind),
                                        new Row(0, "bulk", 4_000_000, 0, END, 1, 1, kind)))
                        .get("bulk");
        GroupSummary firstMessage =
                summarise(List.of(new Row(0, "bulk", 4_000_000, 0, END, 1, 1, kind))).get("bulk");

        // 4 MB between two completions, 4.5 ms apart; 4 MB in 5 ms, of which 4 are measured.
        assertEquals(32 / 4.5, bulk.goodputGbps(), 1e-9);
        assertEquals(32 / 5.0, firstMessage.goodputGbps(), 1e-9);
    }

    /** A message every 100 us, and the next one's last packet is lost: it is sent again at 9 ms. */
    @Test
    void aPairThatStallsIsMeasuredToTheEnd() throws Exception {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            long end = WARMUP + 100_000L * (i + 1);
            rows.add(new Row(0, "bulk", 100_000, end - 100_000, end, 1, 1, "bandwidth"));
        }
        assertEquals(8.0, summarise(rows).get("bulk").goodputGbps(), 1e-9);

        long last = WARMUP + 1_000_000;
        for (long end : new long[] {2 * END, -1}) {
            rows.add(new Row(0, "bulk", 100_000, last, end, 1, 1, "bandwidth"));
            // Eleven messages in 4 ms.
            assertEquals(8 * 1.1 / 4, summarise(rows).get("bulk").goodputGbps(), 1e-9);
            rows.remove(10);
        }

        long onCourse = END + 50_000;
        rows.clear();
        for (long end = WARMUP + 50_000; end <= onCourse; end += 100_000) {
            rows.add(new Row(0, "bulk", 100_000, end - 100_000, end, 1, 1, "bandwidth"));
        }
        assertEquals(8.0, summarise(rows).get("bulk").goodputGbps(), 1e-9);
    }

    /**
     * Pairs that keep sending share a port of 8 Gb/s packet by packet, in any order and with any
     * stalls. At most, each counts what it sent of a message before the warm-up and what it will
     * send of another after the end.
     */
    @Property(tries = 10)
    void pairsIntoOnePortHaveNoMoreGoodputThanItsRate(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 6) int pairs) throws Exception {
        Random random = new Random(seed);
        int packet = 1_000;
        int message = 4 * packet;
        long[] sent = new long[pairs];
        long[] lastEnd = new long[pairs];
        long[] stalledUntil = new long[pairs];
        List<Row> rows = new ArrayList<>();
        for (long now = 0; now < 2 * END; now += packet) {
            int pair = random.nextInt(pairs);
            if (random.nextInt(3_000) == 0) {
                stalledUntil[pair] = now + random.nextLong(END);
            }
            if (now < stalledUntil[pair] || now > END && sent[pair] % message == 0) {
                continue;
            }
            sent[pair] += packet;
            if (sent[pair] % message == 0) {
                long end = now + packet;
                rows.add(new Row(0, "g", pair, message, lastEnd[pair], end, 1, 1, "bandwidth"));
                lastEnd[pair] = end;
            }
        }
        for (int pair = 0; pair < pairs; pair++) {
            if (lastEnd[pair] < END) {
                rows.add(new Row(0, "g", pair, message, lastEnd[pair], -1, -1, 1, "bandwidth"));
            }
        }
        Path directory = Files.createTempDirectory("goodput");
        FlowRows.write(directory, rows);
        double goodput =
                FlowStatistics.of(directory, List.of(outcome(0, WARMUP, END)), List.of())
                        .get(0)
                        .get("g")
                        .goodputGbps();
        double edges = 2.0 * pairs * message / (END - WARMUP);
        assertTrue(goodput <= 8 * (1 + edges), goodput + " Gb/s");
        Files.delete(directory.resolve("flows.parquet"));
        Files.delete(directory);
    }

    @Test
    void theMeanOfASessionIsNoDistribution() throws Exception {
        Map<String, GroupSummary> groups =
                summarise(
                        List.of(
                                session("bulk", 8_000_000, 8_000, "bandwidth, mean of a session"),
                                session("ping", 8, 3_000, "latency, mean of a session"),
                                session("ping", 8, 5_000, "latency, mean of a session")));

        GroupSummary bulk = groups.get("bulk");
        assertNull(bulk.fctMicros());
        assertNull(bulk.meanMicros(), "no message's time is known");
        assertEquals(1, bulk.sessions());
        // 8 MB in 8 us, though it ends when the cell has long ended.
        assertEquals(8_000, bulk.goodputGbps(), 1e-9);
        assertEquals(8_000, bulk.flowGbps(), 1e-9);

        GroupSummary ping = groups.get("ping");
        assertNull(ping.fctMicros());
        assertEquals(2, ping.sessions());
        assertEquals(4, ping.meanMicros(), 1e-12);
    }

    /** Ends after the measurement. */
    private static Row session(String group, long bytes, long nanos, String kind) {
        return new Row(0, group, bytes, END, END + nanos, nanos, 0, kind);
    }

    @Test
    void hasNoCompletionTimesWhereNothingCompleted() throws Exception {
        GroupSummary bulk =
                summarise(List.of(new Row(0, "bulk", 9, WARMUP, -1, -1, 1))).get("bulk");

        assertEquals(1, bulk.flows());
        assertEquals(0, bulk.completed());
        assertNull(bulk.fctMicros());
        assertNull(bulk.slowdown());
        assertEquals(0, bulk.goodputGbps());
    }

    @Test
    void keepsCellsAndGroupsApartEachWithItsOwnSpan() throws Exception {
        FlowRows.write(
                temp,
                List.of(
                        new Row(3, "a", 1000, 10, 20, 10_000, 5_000),
                        new Row(3, "b", 1000, 10, 30, 20_000, 5_000),
                        new Row(9, "a", 1000, 10, 40, 30_000, 5_000),
                        new Row(4, "a", 1000, 10, 40, 30_000, 5_000)));

        Map<Integer, Map<String, GroupSummary>> cells =
                FlowStatistics.of(
                        temp, List.of(outcome(3, 0, 100), outcome(9, 11, 1011)), List.of());

        assertEquals(List.of(3, 9), List.copyOf(cells.keySet()));
        assertEquals(10, cells.get(3).get("a").fctMicros().p50());
        assertEquals(4.0, cells.get(3).get("b").slowdown().max());
        assertEquals(80.0, cells.get(3).get("a").goodputGbps(), 1e-9);
        assertEquals(0.8, cells.get(3).get("a").flowGbps(), 1e-9);
        assertEquals(0.4, cells.get(3).get("b").flowGbps(), 1e-9);
        assertEquals(0, cells.get(9).get("a").flowGbps());
        assertEquals(0, cells.get(9).get("a").flows(), "it started in the warm-up");
        assertEquals(8.0, cells.get(9).get("a").goodputGbps(), 1e-9);
    }

    @Test
    void saysWhatIsMissing() {
        IOException missing =
                assertThrows(
                        IOException.class,
                        () -> FlowStatistics.of(temp, List.of(outcome(0, WARMUP, END)), List.of()));

        assertTrue(missing.getMessage().contains("flows.parquet is missing"));
    }

    @Property(tries = 25)
    void agreesWithSortingByHand(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3000) int size)
            throws Exception {
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            long fct = 1 + (long) Math.exp(8 + 3 * random.nextGaussian());
            long start = WARMUP + random.nextInt(1000);
            rows.add(new Row(0, "g", 64, start, start + fct, fct, 1 + random.nextInt(5000)));
        }
        Path directory = Files.createTempDirectory("statistics");
        FlowRows.write(directory, rows);

        GroupSummary measured =
                FlowStatistics.of(directory, List.of(outcome(0, WARMUP, END)), List.of())
                        .get(0)
                        .get("g");

        assertClose(
                byHand(rows.stream().mapToDouble(row -> row.fctNanos() / 1e3)),
                measured.fctMicros());
        assertClose(
                byHand(
                        rows.stream()
                                .mapToDouble(row -> (double) row.fctNanos() / row.idealNanos())),
                measured.slowdown());
        Files.delete(directory.resolve("flows.parquet"));
        Files.delete(directory);
    }

    private static Distribution byHand(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        double sum = 0;
        for (double value : sorted) {
            sum += value;
        }
        return new Distribution(
                sum / sorted.length,
                rank(sorted, 500),
                rank(sorted, 950),
                rank(sorted, 990),
                rank(sorted, 999),
                sorted[sorted.length - 1]);
    }

    /** The value at position ceil(n * permille / 1000), in whole numbers. */
    private static double rank(double[] sorted, int permille) {
        return sorted[(sorted.length * permille + 999) / 1000 - 1];
    }

    private Map<String, GroupSummary> summarise(List<Row> rows) throws Exception {
        FlowRows.write(temp, rows);
        return FlowStatistics.of(temp, List.of(outcome(0, WARMUP, END)), List.of()).get(0);
    }

    private static CellOutcome outcome(int cell, long warmup, long end) {
        return new CellOutcome(
                cell, Map.of(), warmup, end, 0L, 0, 0L, null, 0L, 0, 0L, 0L, 0, 0, 0, 0, false,
                List.of(), Map.of(), List.of());
    }

    private static void assertClose(Distribution expected, Distribution actual) {
        assertEquals(expected.mean(), actual.mean(), 1e-9 * expected.mean());
        assertEquals(expected.p50(), actual.p50(), 1e-9 * expected.p50());
        assertEquals(expected.p95(), actual.p95(), 1e-9 * expected.p95());
        assertEquals(expected.p99(), actual.p99(), 1e-9 * expected.p99());
        assertEquals(expected.p999(), actual.p999(), 1e-9 * expected.p999());
        assertEquals(expected.max(), actual.max(), 1e-9 * expected.max());
    }
}
