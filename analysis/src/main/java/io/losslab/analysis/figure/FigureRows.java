package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.SeriesStyle;
import io.losslab.analysis.run.Csv;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.statistics.PairedChange;
import io.losslab.analysis.statistics.Quantiles;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.FigurePoint;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The values that a figure shows, as a table. Values are in the unit that the row names, changes
 * are fractions, and what is not known is empty.
 *
 * @param columns their names
 * @param rows texts, one for each column
 */
public record FigureRows(List<String> columns, List<List<String>> rows) {
    private static final int[] BOX = {0, 1, 25, 50, 75, 99, 100};

    /** Of lines and bars: a row a point, with intervals over the seeds. */
    static FigureRows ofPoints(Figure spec, Summary summary) {
        List<List<String>> rows = new ArrayList<>();
        for (FigurePoint point : summary.points()) {
            if (point.figure().equals(spec.id())) {
                Interval interval = point.value().interval();
                PairedChange change = point.change();
                Interval changes = change == null ? null : change.interval();
                rows.add(
                        Arrays.asList(
                                point.series(),
                                point.x() == null ? "" : point.x(),
                                point.metric(),
                                unit(Metric.parse(point.metric()).unit()),
                                number(point.value().mean()),
                                interval == null ? "" : number(interval.low()),
                                interval == null ? "" : number(interval.high()),
                                interval == null ? "" : interval.method().label(),
                                Integer.toString(point.value().seeds()),
                                change == null ? "" : number(change.change()),
                                changes == null ? "" : number(changes.low()),
                                changes == null ? "" : number(changes.high())));
            }
        }
        return new FigureRows(
                List.of(
                        spec.by(),
                        nameOfX(spec),
                        "metric",
                        "unit",
                        "mean",
                        "interval_low",
                        "interval_high",
                        "interval_method",
                        "seeds",
                        "change",
                        "change_low",
                        "change_high"),
                rows);
    }

    private static String nameOfX(Figure spec) {
        return spec.x() == null ? "x" : spec.x();
    }

    /** Of distributions: a row a quantile. */
    static FigureRows ofDistributions(Figure spec, Distributions distributions) {
        List<List<String>> rows = new ArrayList<>();
        String unit = unit(Distributions.unit(spec));
        for (Distributions.Block block : distributions.blocks()) {
            for (Map.Entry<SeriesStyle, Quantiles> one : block.bySeries().entrySet()) {
                for (double percent : percents(spec)) {
                    int step = (int) Math.round(percent * Quantiles.STEPS / 100);
                    rows.add(
                            List.of(
                                    one.getKey().value(),
                                    block.name(),
                                    number(percent),
                                    unit,
                                    number(one.getValue().at(step)),
                                    Long.toString(one.getValue().count())));
                }
            }
        }
        return new FigureRows(
                List.of(spec.by(), nameOfX(spec), "percentile", "unit", "value", "count"), rows);
    }

    /** Of a counter over time: a row a sample, or a span with its mean rate. */
    static FigureRows ofCounter(Figure spec, Summary summary, RunManifest manifest, Path directory)
            throws IOException {
        List<String> columns = new ArrayList<>(List.of(spec.by(), "cell", "port"));
        columns.addAll(
                spec.rate()
                        ? List.of("start_ns", "end_ns", spec.counter() + "_gbps")
                        : List.of("time_ns", spec.counter()));
        List<List<String>> rows = new ArrayList<>();
        for (Map.Entry<SeriesStyle, CellSummary> shown :
                TimeSeriesFigure.cells(spec, summary, manifest).entrySet()) {
            int cell = shown.getValue().cell();
            for (String port : spec.ports()) {
                List<String> of = List.of(shown.getKey().value(), Integer.toString(cell), port);
                CounterSeries samples =
                        CounterSeries.read(
                                directory.resolve("counters.parquet"), cell, port, spec.counter());
                for (List<String> values : spec.rate() ? rates(samples) : samples(samples)) {
                    List<String> row = new ArrayList<>(of);
                    row.addAll(values);
                    rows.add(row);
                }
            }
        }
        return new FigureRows(columns, rows);
    }

    private static List<List<String>> rates(CounterSeries samples) {
        return samples.ratesGbps(TimeSeriesFigure.RATE_COLUMNS).stream()
                .map(
                        rate ->
                                List.of(
                                        Long.toString(rate.startNanos()),
                                        Long.toString(rate.endNanos()),
                                        number(rate.gbps())))
                .toList();
    }

    private static List<List<String>> samples(CounterSeries samples) {
        return samples.points().stream()
                .map(point -> List.of(Long.toString(point.nanos()), number(point.value())))
                .toList();
    }

    /** The table as RFC 4180 has it, with a heading. */
    public String csv() {
        return Csv.text(columns, rows);
    }

    private static double[] percents(Figure spec) {
        if (spec.kind() == Figure.Kind.BOX) {
            return Arrays.stream(BOX).asDoubleStream().toArray();
        }
        double[] all = new double[Quantiles.STEPS + 1];
        Arrays.setAll(all, step -> 100.0 * step / Quantiles.STEPS);
        return all;
    }

    private static String unit(Metric.Unit unit) {
        return switch (unit) {
            case MICROS -> "us";
            case TIMES -> "times";
            case GBPS -> "Gb/s";
            case BYTES -> "B";
            case SECONDS -> "s";
            case FRACTION -> "fraction";
            case COUNT -> "count";
        };
    }

    /** As short as it can be without loss. */
    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : Double.toString(value);
    }
}
