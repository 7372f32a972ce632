package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.Axis;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.SeriesStyle;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.Figure.Threshold;
import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.SizeBin;
import io.losslab.analysis.statistics.Quantiles;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import io.losslab.analysis.summary.rows.FlowQuantiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * The distributions that a figure shows: of the messages of a traffic group, or of a counter's
 * samples between the warm-up and the end. Messages and samples of all seeds count alike.
 *
 * @param blocks by value of {@code x}; one named "" without an {@code x}
 * @param seeds how many there are
 */
record Distributions(List<Block> blocks, long seeds) {
    /** From so many times the least value to the greatest on, an axis is logarithmic. */
    private static final double LOGARITHMIC_FROM = 30;

    /** The distributions of one value of {@code x}. */
    record Block(String name, Map<SeriesStyle, Quantiles> bySeries) {}

    /** Reads the distributions of a figure from the rows of a run. */
    static Distributions read(
            Figure spec,
            Summary summary,
            RunManifest manifest,
            List<CellOutcome> outcomes,
            Path directory)
            throws IOException {
        List<CellSummary> cells =
                summary.cellsWhere(spec.sweep(), spec.where()).stream()
                        .filter(cell -> spec.x() == null || cell.params().containsKey(spec.x()))
                        .toList();
        List<SeriesStyle> styles = SeriesStyle.of(spec.by(), cells, manifest);
        Samples samples = new Samples(spec, manifest.bins(), directory);
        List<Block> blocks = new ArrayList<>();
        List<String> names =
                spec.x() == null
                        ? List.of("")
                        : cells.stream()
                                .map(cell -> cell.param(spec.x()))
                                .distinct()
                                .sorted(ParamValue.order())
                                .toList();
        for (String name : names) {
            Map<SeriesStyle, Quantiles> bySeries = new LinkedHashMap<>();
            for (SeriesStyle style : styles) {
                List<Integer> own =
                        cells.stream()
                                .filter(c -> spec.x() == null || c.param(spec.x()).equals(name))
                                .filter(c -> c.param(spec.by()).equals(style.value()))
                                .map(CellSummary::cell)
                                .toList();
                Quantiles quantiles =
                        samples.of(outcomes.stream().filter(o -> own.contains(o.cell())).toList());
                if (!quantiles.isEmpty()) {
                    bySeries.put(style, quantiles);
                }
            }
            if (!bySeries.isEmpty()) {
                blocks.add(new Block(name, bySeries));
            }
        }
        long seeds = cells.stream().map(cell -> cell.param(Pooled.SEED)).distinct().count();
        return new Distributions(blocks, seeds);
    }

    /** All of them. */
    List<Quantiles> all() {
        return blocks.stream().flatMap(block -> block.bySeries().values().stream()).toList();
    }

    /** Series that have a distribution. */
    List<SeriesStyle> styles() {
        return blocks.stream()
                .flatMap(block -> block.bySeries().keySet().stream())
                .distinct()
                .toList();
    }

    /** What the values are counted in. */
    static Metric.Unit unit(Figure spec) {
        if (spec.values() == null) {
            return Metric.Unit.ofCounter(spec.counter(), spec.rate());
        }
        return spec.values() == Figure.Values.FCT ? Metric.Unit.MICROS : Metric.Unit.TIMES;
    }

    /** What the values are, for users. */
    static String quantity(Figure spec) {
        if (spec.values() == null) {
            String words = NumberText.words(spec.counter().replaceAll("Bytes$", ""));
            return spec.rate() ? words + " rate" : words;
        }
        return spec.values() == Figure.Values.FCT ? "FCT" : "Slowdown";
    }

    /** The scale for the values of all distributions and the thresholds of a figure. */
    NumberText.Scale scale(Figure spec) {
        return NumberText.Scale.of(unit(spec), greatest(spec));
    }

    /** The axis for the same, in the unit of the scale. */
    Axis axis(Figure spec) {
        double divisor = scale(spec).divisor();
        double low = least(spec) / divisor;
        double high = greatest(spec) / divisor;
        return low > 0 && high >= LOGARITHMIC_FROM * low
                ? Axis.logarithmic(low, high)
                : Axis.covering(low, high, 6);
    }

    /** The thresholds of a figure that are on its axis. */
    List<Threshold> thresholds(Figure spec) {
        Axis axis = axis(spec);
        double divisor = scale(spec).divisor();
        return spec.thresholds().stream().filter(mark -> axis.has(mark.value() / divisor)).toList();
    }

    private double least(Figure spec) {
        return shown(spec, Quantiles::least).min().orElseThrow();
    }

    private double greatest(Figure spec) {
        return shown(spec, Quantiles::greatest).max().orElseThrow();
    }

    private DoubleStream shown(Figure spec, ToDoubleFunction<Quantiles> end) {
        return DoubleStream.concat(
                all().stream().mapToDouble(end),
                // Zero would keep the axis from being logarithmic.
                spec.thresholds().stream().mapToDouble(Threshold::value).filter(v -> v > 0));
    }

    /** How many values are behind them, for the caption. */
    String counts(Figure spec) {
        long fewest = all().stream().mapToLong(Quantiles::count).min().orElse(0);
        long most = all().stream().mapToLong(Quantiles::count).max().orElse(0);
        String counts = NumberText.plain((double) fewest);
        if (fewest != most) {
            counts += " to " + NumberText.plain((double) most);
        }
        return "%s %s each%s."
                .formatted(
                        counts,
                        spec.values() == null ? "samples" : "messages",
                        seeds > 1 ? " over " + seeds + " seeds" : "");
    }

    /** Where the values come from. */
    private record Samples(Figure spec, List<SizeBin> bins, Path directory) {
        Quantiles of(List<CellOutcome> cells) throws IOException {
            if (cells.isEmpty()) {
                return Quantiles.NONE;
            }
            return spec.values() == null
                    ? ofCounter(cells)
                    : new FlowQuantiles(directory, bins)
                            .of(cells, spec.group(), spec.values() == Figure.Values.SLOWDOWN);
        }

        private Quantiles ofCounter(List<CellOutcome> cells) throws IOException {
            double[] values = {};
            for (CellOutcome cell : cells) {
                for (String port : spec.ports()) {
                    values = joined(values, samples(cell, port));
                }
            }
            return Quantiles.of(values);
        }

        private double[] samples(CellOutcome cell, String port) throws IOException {
            CounterSeries series =
                    CounterSeries.read(
                            directory.resolve("counters.parquet"),
                            cell.cell(),
                            port,
                            spec.counter());
            return (spec.rate() ? series.rateGbps(Math.max(1, series.points().size())) : series)
                    .points().stream()
                            .filter(point -> point.nanos() >= cell.warmupNanos())
                            .filter(point -> point.nanos() <= cell.endNanos())
                            .mapToDouble(CounterSeries.Point::value)
                            .toArray();
        }

        private static double[] joined(double[] a, double[] b) {
            return DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
        }
    }
}
