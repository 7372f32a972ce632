package io.losslab.analysis.warning;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrafficWarningsTest {
    @ParameterizedTest
    @CsvSource({
        "fct.p99, 200",
        "slowdown.p99, 200",
        "fct.p95, 40",
        "fct.p999, 2000",
        "fct.p50, 0",
        "fct.mean, 0",
        "fct.max, 0",
        "iteration.p99, 200",
        "iteration.mean, 0",
        "extra.p99, 0"
    })
    void aPercentileNeedsTwoMessagesBeyondIt(String metric, long least) {
        assertEquals(least, FewSamples.least(metric));
    }

    @Test
    void aFigureOfAPercentileNeedsTwoHundredMessagesInEachCell() {
        List<CellTraffic> cells =
                List.of(
                        cell("pfc", 1, Map.of("web", 200L)),
                        cell("pfc", 2, Map.of("web", 199L)),
                        cell("ofc", 1, Map.of("web", 87L)),
                        cell("ofc", 2, Map.of("other", 3L)));
        assertEquals(
                List.of(
                        "figure f: fct.p99 of web rests on as few as 87 messages;"
                                + " 2 of 4 cells have fewer than 200"),
                TrafficWarnings.of(
                        List.of(figure("web", "fct.p99", "fct.mean")), List.of(), cells));
        assertEquals(
                List.of(),
                TrafficWarnings.of(
                        List.of(figure("web", "fct.mean", "fct.max")), List.of(), cells));
    }

    /** Its size ranges and pools are no groups that a figure without a group could be of. */
    @Test
    void aFigureWithoutAGroupIsOfTheOnlyOne() {
        assertEquals(
                List.of(
                        "figure f: fct.p99 rests on as few as 150 messages;"
                                + " 1 of 2 cells have fewer than 200"),
                TrafficWarnings.of(
                        List.of(figure(null, "fct.p99")),
                        List.of(),
                        List.of(
                                cell(
                                        "pfc",
                                        1,
                                        Map.of("web", 150L, "web <100KB", 90L, "both", 150L)),
                                cell("ofc", 1, Map.of("web", 150L, "rpc", 90L)))));
    }

    @Test
    void aRowOfAPaperCountsTheCellsThatItCompares() {
        List<CellTraffic> cells =
                List.of(
                        cell("pfc", 1, Map.of("web", 500L)),
                        cell("ofc", 1, Map.of("web", 150L)),
                        cell("bfc", 1, Map.of("web", 10L)));
        assertEquals(
                List.of(
                        "figure 7: fct.p99 of web rests on as few as 150 messages;"
                                + " 1 of 2 cells have fewer than 200"),
                TrafficWarnings.of(List.of(), List.of(claim(null), claim("real hardware")), cells));
    }

    @Test
    void arrivalsLastThreeRoundTrips() {
        assertEquals(
                List.of(
                        "arrivals last 5900.0 us, less than 3 round trips of the longest path"
                                + " (2000.0 us each), in 2 of 4 cells"),
                TrafficWarnings.of(
                        List.of(),
                        List.of(),
                        List.of(
                                span(6_000, 2_000),
                                span(5_950, 2_000),
                                span(5_900, 2_000),
                                span(Double.NaN, 2_000))));
    }

    @Test
    void aPercentileOfIterationsNeedsAsManyIterations() {
        CellTraffic.Group ring = new CellTraffic.Group(9_000, 9_000, 30, false);
        assertEquals(
                List.of(
                        "figure f: iteration.p99 of ring rests on as few as 30 iterations;"
                                + " 1 of 1 cells have fewer than 200"),
                TrafficWarnings.of(
                        List.of(figure("ring", "iteration.p99", "fct.p99")),
                        List.of(),
                        List.of(with("pfc", 1, Map.of("ring", ring)))));
    }

    /** All seeds of a box count together: 120 messages under PFC, 240 under OFC. */
    @Test
    void theWhiskersOfABoxAndTheMarksOfACdfArePercentilesToo() {
        List<CellTraffic> cells =
                List.of(
                        cell("pfc", 1, Map.of("web", 60L, "rpc", 70L)),
                        cell("pfc", 2, Map.of("web", 60L, "rpc", 70L)),
                        cell("ofc", 1, Map.of("web", 120L, "rpc", 70L)),
                        cell("ofc", 2, Map.of("web", 120L, "rpc", 70L)));
        for (Figure.Kind kind : List.of(Figure.Kind.BOX, Figure.Kind.CDF)) {
            assertEquals(
                    List.of(
                            "figure f: slowdown.p99 of web rests on as few as 120 messages;"
                                    + " 1 of 2 distributions have fewer than 200"),
                    TrafficWarnings.of(
                            List.of(distribution(kind, "web", Figure.Values.SLOWDOWN)),
                            List.of(),
                            cells));
            assertEquals(
                    List.of(),
                    TrafficWarnings.of(
                            List.of(distribution(kind, null, Figure.Values.FCT)), List.of(), cells),
                    "of both groups");
        }
    }

    @Test
    void aPercentileIsNotKnownWhereFewerThanItsShareOfTheMessagesCompleted() {
        List<CellTraffic> cells =
                List.of(
                        with("pfc", 1, Map.of("web", new CellTraffic.Group(1_000, 970, 0, false))),
                        with("pfc", 2, Map.of("web", new CellTraffic.Group(1_000, 990, 0, false))),
                        with("ofc", 1, Map.of("web", new CellTraffic.Group(1_000, 989, 0, false))),
                        with("ofc", 2, Map.of("web", new CellTraffic.Group(1_000, 991, 0, false))));
        assertEquals(
                List.of(
                        "figure f: fct.p99 of web is not known: as few as 970 of 1000 messages"
                                + " completed; 4 of 4 cells leave out some",
                        "figure f: fct.p95 of web is of completed messages only: as few as 970 of"
                                + " 1000 messages completed; 4 of 4 cells leave out some",
                        "figure f: fct.mean of web is of completed messages only: as few as 970 of"
                                + " 1000 messages completed; 4 of 4 cells leave out some",
                        "figure 7: fct.p99 of web is not known: as few as 970 of 1000 messages"
                                + " completed; 4 of 4 cells leave out some"),
                TrafficWarnings.of(
                        List.of(figure("web", "fct.p99", "fct.p95", "fct.mean")),
                        List.of(claim(null)),
                        cells));
        assertEquals(
                Optional.of("970 of 1000 messages completed"),
                UnfinishedMessages.of("slowdown.p99", null, cells.subList(0, 2)));
        assertEquals(
                Optional.of("989 of 1000 messages completed"),
                UnfinishedMessages.of("slowdown.p99", null, cells.subList(2, 4)),
                "a value is the mean of its cells' percentiles");
    }

    /** Those that did not complete as the slowest, the 990th of a thousand is the 990th of 999. */
    @ParameterizedTest
    @CsvSource({
        "fct.mean, 999, true",
        "fct.max, 999, true",
        "flowGbps, 999, true",
        "goodputGbps, 0, false",
        "fct.p50, 999, false",
        "fct.p50, 998, true",
        "slowdown.p99, 999, false",
        "slowdown.p99, 998, true",
        "fct.p999, 999, false",
        "fct.p999, 998, true"
    })
    void aValueLeavesOutMessagesWhereTheyWouldChangeIt(
            String metric, long completed, boolean leavesOut) {
        CellTraffic.Group web = new CellTraffic.Group(1_000, completed, 0, false);
        assertEquals(
                leavesOut ? Optional.of(completed + " of 1000") : Optional.empty(),
                UnfinishedMessages.leftOut(
                        metric, "web", List.of(with("pfc", 1, Map.of("web", web)))));
    }

    @Test
    void aDistributionIsShownWhole() {
        List<CellTraffic> cells =
                List.of(
                        with("pfc", 1, Map.of("web", new CellTraffic.Group(1_000, 999, 0, false))),
                        with("pfc", 2, Map.of("web", new CellTraffic.Group(500, 500, 0, false))));
        assertEquals(
                Optional.of("1499 of 1500"),
                UnfinishedMessages.leftOut(
                        distribution(Figure.Kind.CDF, "web", Figure.Values.FCT), cells));
        assertEquals(Optional.empty(), UnfinishedMessages.leftOut(figure("web", "fct.p99"), cells));
    }

    @ParameterizedTest
    @CsvSource({
        "fct.mean, 499, 500",
        "flowGbps, 499, 500",
        "fct.p50, 499, 500",
        "fct.p95, 949, 950",
        "slowdown.p99, 989, 990",
        "fct.p999, 998, 999",
        "fct.max, -1, 0"
    })
    void takesSoManyOfAThousandMessages(String metric, long few, long enough) {
        for (long completed : new long[] {few, enough}) {
            CellTraffic.Group web = new CellTraffic.Group(1_000, completed, 0, false);
            assertEquals(
                    completed < enough,
                    UnfinishedMessages.of(
                                    metric, "web", List.of(with("pfc", 1, Map.of("web", web))))
                            .isPresent());
        }
    }

    private static CellTraffic cell(String scheme, int seed, Map<String, Long> messages) {
        Map<String, CellTraffic.Group> groups = new HashMap<>();
        messages.forEach(
                (name, count) ->
                        groups.put(
                                name,
                                new CellTraffic.Group(
                                        count,
                                        count,
                                        0,
                                        Set.of("web <100KB", "both").contains(name))));
        return with(scheme, seed, groups);
    }

    private static CellTraffic with(
            String scheme, int seed, Map<String, CellTraffic.Group> groups) {
        return new CellTraffic(
                null, Map.of("scheme", scheme, "seed", seed), groups, Double.NaN, Double.NaN);
    }

    private static CellTraffic span(double arrivals, double roundTrip) {
        return new CellTraffic(null, Map.of(), Map.of(), arrivals, roundTrip);
    }

    private static Figure figure(String group, String... metrics) {
        return figure(Figure.Kind.BARS, group, List.of(metrics), null);
    }

    private static Figure distribution(Figure.Kind kind, String group, Figure.Values values) {
        return figure(kind, group, List.of(), values);
    }

    private static Figure figure(
            Figure.Kind kind, String group, List<String> metrics, Figure.Values values) {
        return new Figure(
                "f", null, kind, null, null, null, group, metrics, values, null, false, null, null,
                null, null);
    }

    private static PaperClaim claim(String notReproducible) {
        return new PaperClaim(
                notReproducible == null ? "7" : "8",
                "fct.p99",
                "web",
                null,
                new PaperClaim.Comparison("scheme", "ofc", "pfc"),
                -0.2,
                null,
                null,
                notReproducible,
                null);
    }
}
