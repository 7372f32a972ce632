package io.losslab.analysis;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.Figure.Threshold;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.run.PaperClaim.Comparison;
import java.util.List;
import java.util.Map;

/** Figures of a {@link SyntheticRun}, one of each kind at least, and claims to compare with. */
final class SyntheticFigures {
    private SyntheticFigures() {}

    /** All of them. */
    static List<Figure> all() {
        List<String> latency = List.of("fct.mean", "fct.p99", "fct.p999");
        Map<String, Object> busiest = Map.of("flows", 128);
        List<String> ports = List.of("N:1", "N:2");
        return List.of(
                new Figure(
                        "11a",
                        "Latency against background message size",
                        Figure.Kind.LINES,
                        "size",
                        "messageSize",
                        "scheme",
                        "probe",
                        latency,
                        null,
                        null,
                        false,
                        null,
                        null,
                        null,
                        "8 KB latency flows from A to C beside one bandwidth flow each from A and"
                                + " B. Like Figure 11a of the paper."),
                new Figure(
                        "11b",
                        "Latency against number of background flows",
                        Figure.Kind.LINES,
                        "flows",
                        "flows",
                        null,
                        "probe",
                        latency,
                        null,
                        null,
                        false,
                        null,
                        null,
                        null,
                        "Like Figure 11b of the paper."),
                new Figure(
                        "occupancy",
                        "Buffer occupancy at the long-haul ports",
                        Figure.Kind.TIMESERIES,
                        "flows",
                        null,
                        null,
                        null,
                        null,
                        null,
                        "ingressBytes",
                        false,
                        ports,
                        busiest,
                        List.of(
                                new Threshold("XOFF 6 MB", 6_000_000, "pfc"),
                                new Threshold("H 10.375 MB", 10_375_000, "bifrost")),
                        "128 background flows, seed 1."),
                new Figure(
                        "throughput",
                        "Throughput of the long-haul links",
                        Figure.Kind.TIMESERIES,
                        "flows",
                        null,
                        null,
                        null,
                        null,
                        null,
                        "rxBytes",
                        true,
                        ports,
                        busiest,
                        List.of(new Threshold("pace", 40, null)),
                        null),
                new Figure(
                        "goodput",
                        "Goodput of the background",
                        Figure.Kind.LINES,
                        "flows",
                        "flows",
                        null,
                        "background",
                        List.of("goodputGbps"),
                        null,
                        null,
                        false,
                        null,
                        null,
                        null,
                        null),
                new Figure(
                        "goodputBars",
                        "Goodput of the background by the number of its flows",
                        Figure.Kind.BARS,
                        "flows",
                        "flows",
                        null,
                        "background",
                        List.of("goodputGbps"),
                        null,
                        null,
                        false,
                        null,
                        null,
                        null,
                        null),
                new Figure(
                        "buffer",
                        "Buffer reserved a long-haul port",
                        Figure.Kind.BARS,
                        null,
                        null,
                        null,
                        null,
                        List.of("reservedBufferBytes"),
                        null,
                        null,
                        false,
                        null,
                        null,
                        List.of(
                                new Threshold("paper", 15_500_000, "pfc"),
                                new Threshold("paper", 9_720_000, "bifrost")),
                        "The paper prints 9.72 MB for H; its formula gives 10.375 MB."),
                distribution("cdf", Figure.Kind.CDF, null, Figure.Values.FCT, busiest),
                distribution("cdfs", Figure.Kind.CDF, "flows", Figure.Values.SLOWDOWN, null),
                distribution("boxes", Figure.Kind.BOX, "flows", Figure.Values.FCT, null),
                new Figure(
                        "rates",
                        "Rates of the long-haul links",
                        Figure.Kind.BOX,
                        "flows",
                        null,
                        null,
                        null,
                        null,
                        null,
                        "rxBytes",
                        true,
                        ports,
                        busiest,
                        List.of(new Threshold("pace", 40, null)),
                        null));
    }

    private static Figure distribution(
            String id,
            Figure.Kind kind,
            String x,
            Figure.Values values,
            Map<String, Object> where) {
        return new Figure(
                id,
                "Distribution " + id,
                kind,
                "flows",
                x,
                null,
                "probe",
                null,
                values,
                null,
                false,
                null,
                where,
                null,
                null);
    }

    /** What a paper is said to report. */
    static List<PaperClaim> claims() {
        Comparison bifrost = new Comparison("scheme", "bifrost", "pfc");
        Map<String, Object> busiest = Map.of("flows", "128");
        Map<String, Object> half = Map.of("messageSize", "512KB");
        return List.of(
                new PaperClaim(
                        "11a", "fct.mean", "probe", half, bifrost, -0.18, null, null, null, null),
                new PaperClaim(
                        "11a", "fct.p99", "probe", half, bifrost, -0.25, null, null, null, null),
                new PaperClaim(
                        "11b",
                        "fct.mean",
                        "probe",
                        busiest,
                        bifrost,
                        -0.225,
                        null,
                        null,
                        null,
                        null),
                new PaperClaim(
                        "11b", "fct.p99", "probe", busiest, bifrost, -0.42, null, null, null, null),
                new PaperClaim(
                        "buffer",
                        "reservedBufferBytes",
                        null,
                        Map.of("scheme", "bifrost"),
                        null,
                        9_720_000.0,
                        1.1,
                        null,
                        null,
                        "Formula Δ + 3RsT; the printed value is between two formulas."));
    }
}
