package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.comparison.Comparison;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Distribution;
import io.losslab.analysis.summary.GroupSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void putsTheValuesOfAParameterSideBySideAndPoolsSeeds() {
        Summary run =
                run(
                        "virtual",
                        cell(0, "pfc", 1, 10, 3),
                        cell(1, "pfc", 2, 20, 5),
                        cell(2, "bifrost", 1, 6, 0));
        Comparison comparison = Comparison.of("scheme", Metric.parse("fct.mean"), Map.of("r", run));
        assertEquals(1, comparison.rows().size());
        Comparison.Row row = comparison.rows().get(0);
        assertEquals("incast", row.group());
        assertEquals(Map.of(), row.where());
        assertEquals(new Pooled(15, 10, 20, 2), row.byValue().get("pfc"));
        assertEquals(new Pooled(6, 6, 6, 1), row.byValue().get("bifrost"));
    }

    @Test
    void comparesBackendsCellByCell() {
        Map<String, Summary> runs = new LinkedHashMap<>();
        runs.put("a", run("live", cell(0, "pfc", 1, 12, 3)));
        runs.put("b", run("virtual", cell(0, "pfc", 1, 10, 4)));
        Comparison comparison = Comparison.of("backend", Metric.parse("pauseFrames"), runs);
        Comparison.Row row = comparison.rows().get(0);
        assertEquals(Map.of("scheme", "pfc"), row.where());
        assertEquals("", row.group());
        assertEquals(3, row.byValue().get("live").mean());
        assertEquals(4, row.byValue().get("virtual").mean());
    }

    @Test
    void refusesAParameterThatNoCellHas() {
        Map<String, Summary> runs = Map.of("r", run("virtual", cell(0, "pfc", 1, 10, 3)));
        assertEquals(
                "no cell has a parameter 'size'",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Comparison.of("size", Metric.parse("fct.p99"), runs))
                        .getMessage());
    }

    @Test
    void relatesRealFramesToVirtualTime() {
        BackendComparison both =
                BackendComparison.of(
                        run("live", cell(0, "pfc", 1, 12, 3)),
                        run("virtual", cell(0, "pfc", 1, 10, 0)));
        assertEquals(1.2, row(both, "mean FCT, us").ratio().getAsDouble(), 1e-12);
        assertEquals(3, row(both, "pause frames").measured());
        assertTrue(row(both, "pause frames").ratio().isEmpty());
    }

    private static BackendComparison.Row row(BackendComparison both, String figure) {
        return both.rows().stream()
                .filter(row -> row.figure().equals(figure))
                .findFirst()
                .orElseThrow();
    }

    private static Summary run(String backend, CellSummary... cells) {
        return new Summary(
                Summary.SCHEMA_VERSION, "x", backend, RunStatus.COMPLETE, List.of(cells), null);
    }

    private static CellSummary cell(
            int number, String scheme, int seed, double meanMicros, long pauseFrames) {
        Distribution fct =
                new Distribution(
                        meanMicros, meanMicros, meanMicros, meanMicros, meanMicros, meanMicros);
        return new CellSummary(
                number,
                null,
                Map.of("scheme", scheme, "seed", seed),
                Map.of("incast", new GroupSummary(1, 1, fct, null, 1, 1)),
                0,
                0,
                0,
                null,
                null,
                pauseFrames,
                0,
                0,
                1,
                1,
                1,
                List.of(),
                null);
    }
}
