package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.comparison.Comparison;
import io.losslab.analysis.report.BackendText;
import io.losslab.analysis.report.ComparisonText;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.statistics.PairedChange;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Check;
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
        Pooled pfc = row.byValue().get("pfc");
        assertEquals(Map.of("1", 10.0, "2", 20.0), pfc.bySeed());
        assertEquals(15, pfc.mean());
        assertEquals(10, pfc.min());
        assertEquals(20, pfc.max());
        assertEquals(2, pfc.seeds());
        assertEquals(15 + 12.7062 * 5, pfc.interval().high(), 1e-3);
        Pooled bifrost = row.byValue().get("bifrost");
        assertEquals(6, bifrost.mean());
        assertEquals(1, bifrost.seeds());
        assertNull(bifrost.interval());
    }

    @Test
    void pairsChangesBySeed() {
        Summary run =
                run(
                        "virtual",
                        cell(0, "pfc", 1, 10, 0),
                        cell(1, "pfc", 2, 20, 0),
                        cell(2, "pfc", 3, 40, 0),
                        cell(3, "bifrost", 3, 32, 0),
                        cell(4, "bifrost", 2, 16, 0),
                        cell(5, "irn", 4, 50, 0));
        Comparison comparison = Comparison.of("scheme", Metric.parse("fct.mean"), Map.of("r", run));
        Map<String, PairedChange> changes = comparison.rows().get(0).changes();
        PairedChange bifrost = changes.get("bifrost");
        assertEquals(2, bifrost.pairs());
        assertEquals(-0.2, bifrost.change(), 1e-12);
        assertEquals(-0.2, bifrost.interval().low(), 1e-9);
        assertEquals(-0.2, bifrost.interval().high(), 1e-9);
        assertEquals(0, changes.get("irn").pairs(), "it has no seed in common");
        assertNull(changes.get("irn").interval());
        assertNull(changes.get("pfc"));
    }

    @Test
    void aTerminalShowsIntervalsAndWhatIsUndecided() {
        Summary run =
                run(
                        "virtual",
                        cell(0, "pfc", 1, 100, 0),
                        cell(1, "pfc", 2, 110, 0),
                        cell(2, "pfc", 3, 105, 0),
                        cell(3, "bifrost", 1, 97, 0),
                        cell(4, "bifrost", 2, 108, 0),
                        cell(5, "bifrost", 3, 99, 0));
        List<String> lines =
                ComparisonText.render(
                                Comparison.of("scheme", Metric.parse("fct.mean"), Map.of("r", run)))
                        .lines()
                        .toList();
        assertEquals("Mean", lines.get(0));
        assertEquals(
                "incast  pfc  105 us  92.58 us to 117.4 us  3", squeezed(lines.get(2)).strip());
        assertEquals(
                "bifrost  101.3 us  86.78 us to 115.9 us  3  -3.5%  -8.4% to +1.7%  -1.01  +1",
                squeezed(lines.get(3)).strip());
    }

    private static String squeezed(String line) {
        return line.replaceAll(" {3,}", "  ");
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
    void refusesTwoRunsOfOneBackendWhereBackendsAreCompared() {
        Map<String, Summary> runs = new LinkedHashMap<>();
        runs.put("live", run("live", cell(0, "pfc", 1, 12, 3)));
        runs.put("before", run("virtual", cell(0, "pfc", 1, 10, 4)));
        runs.put("after", run("virtual", cell(0, "pfc", 1, 20, 4)));
        assertEquals(
                "before and after have the same backend, virtual; compare them by run",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Comparison.of("backend", Metric.parse("fct.mean"), runs))
                        .getMessage());
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
    void refusesToCompareSeeds() {
        Map<String, Summary> runs = Map.of("r", run("virtual", cell(0, "pfc", 1, 10, 3)));
        assertEquals(
                "seeds are pooled, and not compared",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Comparison.of("seed", Metric.parse("fct.p99"), runs))
                        .getMessage());
    }

    @Test
    void runsWithoutATrafficGroupHaveNoRows() {
        Map<String, Summary> runs = Map.of("r", run("virtual"));
        assertEquals(
                List.of(), Comparison.of(Comparison.RUN, Metric.parse("goodputGbps"), runs).rows());
    }

    @Test
    void relatesRealFramesToVirtualTime() {
        BackendComparison both =
                BackendComparison.of(
                        run("live", cell(0, "pfc", 1, 12, 3)),
                        run("virtual", cell(0, "pfc", 1, 10, 0)));
        assertEquals(1.2, row(both, "mean FCT, us").ratio().getAsDouble(), 1e-12);
        assertEquals(3, row(both, "pause frames of switches").measured());
        assertTrue(row(both, "pause frames of switches").ratio().isEmpty());
    }

    @Test
    void realFramesHaveToAgreeWithVirtualTime() {
        Summary virtual = run("virtual", cell(0, "pfc", 1, 10, 30));
        Summary near = run("live", cell(0, "pfc", 1, 10.9, 33));
        Summary late = run("live", cell(0, "pfc", 1, 12, 34));
        assertTrue(BackendComparison.of(near, virtual).judged(near).allChecksHeld());
        List<Check> checks =
                BackendComparison.of(late, virtual).judged(late).cells().get(0).checks();
        Check failed = checks.get(checks.size() - 1);
        assertEquals("agrees with virtual time", failed.name());
        assertFalse(failed.passed());
        assertTrue(
                failed.detail().startsWith("mean FCT, us of incast 12.00, in virtual time 10.00"),
                failed::detail);
        assertTrue(
                failed.detail().contains("pause frames of switches 34.00, in virtual time 30.00"),
                failed::detail);
    }

    /** One frame more of three is a third, and no more than one frame. */
    @Test
    void twoPauseFramesMoreOrLessAgree() {
        Summary virtual = run("virtual", cell(0, "pfc", 1, 10, 3));
        for (int frames : new int[] {1, 5}) {
            Summary live = run("live", cell(0, "pfc", 1, 10, frames));
            assertTrue(BackendComparison.of(live, virtual).judged(live).allChecksHeld());
        }
        Summary live = run("live", cell(0, "pfc", 1, 10, 6));
        assertFalse(BackendComparison.of(live, virtual).judged(live).allChecksHeld());
    }

    /** Real hosts act on a pause somewhere between as late as they may and at once. */
    @Test
    void realFramesMayLieBetweenHostsThatActLateAndAtOnce() {
        Summary late = run("virtual", cell(0, "pfc", 1, 10, 100));
        Summary atOnce = run("virtual", cell(0, "pfc", 1, 14, 105));
        for (double micros : new double[] {9.1, 12, 14.9}) {
            Summary live = run("live", cell(0, "pfc", 1, micros, 103));
            BackendComparison both = BackendComparison.of(live, late, atOnce);
            assertTrue(both.judged(live).allChecksHeld(), () -> both.rows().toString());
            assertTrue(BackendText.render(both).contains("10 to 14"));
        }
        Summary live = run("live", cell(0, "pfc", 1, 16, 120));
        List<Check> checks =
                BackendComparison.of(live, late, atOnce).judged(live).cells().get(0).checks();
        assertTrue(
                checks.get(checks.size() - 1)
                        .detail()
                        .contains(
                                "pause frames of switches 120.0, in virtual time 100.0, and 105.0"
                                        + " with hosts that act on a pause at once"),
                checks::toString);
    }

    /** In virtual time alone, 432 pause frames or 654: what real hosts do tells nothing. */
    @Test
    void pauseFramesThatDependOnTheReactionOfHostsAreShownOnly() {
        Summary late = run("virtual", cell(0, "pfc", 1, 10, 432));
        Summary atOnce = run("virtual", cell(0, "pfc", 1, 10, 654));
        Summary live = run("live", cell(0, "pfc", 1, 10, 2260));
        BackendComparison both = BackendComparison.of(live, late, atOnce);
        Summary judged = both.judged(live);
        assertTrue(judged.allChecksHeld());
        assertTrue(
                judged.cells().get(0).checks().get(0).detail().contains("are not compared"),
                () -> judged.cells().get(0).checks().toString());
        assertTrue(BackendText.render(both).contains("432 to 654"), BackendText.render(both));
    }

    private static BackendComparison.Row row(BackendComparison both, String figure) {
        return both.rows().stream()
                .filter(row -> row.figure().equals(figure))
                .findFirst()
                .orElseThrow();
    }

    private static Summary run(String backend, CellSummary... cells) {
        return new Summary(
                Summary.SCHEMA_VERSION,
                "x",
                backend,
                RunStatus.COMPLETE,
                List.of(cells),
                null,
                null,
                null,
                null);
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
                Map.of("incast", new GroupSummary(1, 1, fct, null, 1, 1, 0, null, false, null)),
                0L,
                0,
                0L,
                null,
                null,
                pauseFrames,
                0,
                0L,
                0L,
                0,
                1,
                1,
                1,
                List.of(),
                null,
                List.of());
    }
}
