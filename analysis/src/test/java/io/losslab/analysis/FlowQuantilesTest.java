package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.FlowRows.Row;
import io.losslab.analysis.run.SizeBin;
import io.losslab.analysis.statistics.Quantiles;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.GroupSummary;
import io.losslab.analysis.summary.rows.FlowQuantiles;
import io.losslab.analysis.summary.rows.FlowStatistics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowQuantilesTest {
    private static final long WARMUP = 1_000;
    private static final List<SizeBin> BINS =
            List.of(
                    new SizeBin("web", "small", 0, 1_000),
                    new SizeBin("web", "large", 1_000, 1L << 40));

    @TempDir Path directory;

    /** Two cells of two groups; some messages are too early, some do not complete. */
    @BeforeEach
    void writeRows() throws Exception {
        Random random = new Random(4);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            long start = random.nextInt(20_000);
            long fct = random.nextInt(50) == 0 ? -1 : 1 + random.nextInt(100_000);
            rows.add(
                    new Row(
                            i % 2,
                            i % 3 == 0 ? "rest" : "web",
                            random.nextInt(2_000),
                            start,
                            fct < 0 ? -1 : start + fct,
                            fct,
                            500));
        }
        FlowRows.write(directory, rows);
    }

    @Test
    void areThoseOfTheSummaryForOneCell() throws Exception {
        List<CellOutcome> cells = List.of(cell(0), cell(1));
        Map<String, GroupSummary> groups = FlowStatistics.of(directory, cells, BINS).get(1);
        FlowQuantiles quantiles = new FlowQuantiles(directory, BINS);
        for (String group : List.of("web", "rest", "small", "large")) {
            Quantiles fct = quantiles.of(List.of(cell(1)), group, false);
            GroupSummary expected = groups.get(group);
            assertEquals(expected.completed(), fct.count(), group);
            assertEquals(expected.fctMicros().p50(), fct.percentile(50), 1e-9);
            assertEquals(expected.fctMicros().p99(), fct.percentile(99), 1e-9);
            assertEquals(expected.fctMicros().max(), fct.greatest(), 1e-9);
            Quantiles slowdown = quantiles.of(List.of(cell(1)), group, true);
            assertEquals(expected.slowdown().p95(), slowdown.percentile(95), 1e-9);
        }
    }

    @Test
    void aNameThatSeveralGroupsHaveHoldsTheMessagesOfAll() throws Exception {
        List<SizeBin> pool =
                List.of(
                        new SizeBin("web", "pool", 0, Long.MAX_VALUE),
                        new SizeBin("rest", "pool", 0, Long.MAX_VALUE));
        Map<String, GroupSummary> groups =
                FlowStatistics.of(directory, List.of(cell(0), cell(1)), pool).get(0);
        GroupSummary web = groups.get("web");
        GroupSummary rest = groups.get("rest");
        GroupSummary all = groups.get("pool");
        assertEquals(web.completed() + rest.completed(), all.completed());
        assertEquals(
                (web.fctMicros().mean() * web.completed()
                                + rest.fctMicros().mean() * rest.completed())
                        / all.completed(),
                all.fctMicros().mean(),
                1e-6);
        assertEquals(
                Math.max(web.fctMicros().max(), rest.fctMicros().max()), all.fctMicros().max());
    }

    @Test
    void countTheMessagesOfAllCellsAndGroupsOnce() throws Exception {
        List<CellOutcome> cells = List.of(cell(0), cell(1));
        long expected =
                FlowStatistics.of(directory, cells, List.of()).values().stream()
                        .flatMap(groups -> groups.values().stream())
                        .mapToLong(GroupSummary::completed)
                        .sum();
        FlowQuantiles quantiles = new FlowQuantiles(directory, BINS);
        assertEquals(expected, quantiles.of(cells, null, false).count());
        assertTrue(quantiles.of(cells, "nothing", false).isEmpty());
    }

    private static CellOutcome cell(int number) {
        return new CellOutcome(
                number, Map.of(), WARMUP, 15_000, 0L, 0, 0L, null, 0L, 0, 0L, 0L, 0, 1, 1, 1, false,
                List.of(), null, List.of());
    }
}
