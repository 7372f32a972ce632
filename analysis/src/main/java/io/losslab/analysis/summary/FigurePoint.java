package io.losslab.analysis.summary;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.statistics.PairedChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A point or bar of a figure, seeds pooled.
 *
 * @param figure id
 * @param metric name
 * @param series value of the parameter that makes the series
 * @param x value of the parameter on the x axis; null where the figure has none
 * @param value over the seeds
 * @param change from the baseline's value at the same x, paired by seed; null for the baseline,
 *     without one, and for fractions
 */
public record FigurePoint(
        String figure, String metric, String series, String x, Pooled value, PairedChange change) {

    /** The points of all figures of lines and bars of a run. */
    public static List<FigurePoint> all(RunManifest manifest, Summary measured) {
        List<FigurePoint> points = new ArrayList<>();
        for (Figure figure : manifest.figures()) {
            List<CellSummary> cells = measured.cellsWhere(figure.sweep(), figure.where());
            for (String x : figure.x() == null ? noX() : values(cells, figure.x())) {
                List<CellSummary> at = x == null ? cells : having(cells, figure.x(), x);
                for (String name : figure.metrics()) {
                    add(points, figure, Metric.parse(name), x, at, manifest.baseline());
                }
            }
        }
        return points;
    }

    private static void add(
            List<FigurePoint> points,
            Figure figure,
            Metric metric,
            String x,
            List<CellSummary> cells,
            String baseline) {
        Optional<Pooled> base =
                Pooled.of(metric, figure.group(), having(cells, figure.by(), baseline));
        for (String series : values(cells, figure.by())) {
            boolean compared = metric.comparable() && !series.equals(baseline);
            Pooled.of(metric, figure.group(), having(cells, figure.by(), series))
                    .map(
                            value ->
                                    new FigurePoint(
                                            figure.id(),
                                            metric.name(),
                                            series,
                                            x,
                                            value,
                                            base.filter(any -> compared)
                                                    .flatMap(value::changeFrom)
                                                    .orElse(null)))
                    .ifPresent(points::add);
        }
    }

    private static List<String> noX() {
        List<String> none = new ArrayList<>();
        none.add(null);
        return none;
    }

    private static List<String> values(List<CellSummary> cells, String parameter) {
        return cells.stream()
                .filter(cell -> cell.params().containsKey(parameter))
                .map(cell -> cell.param(parameter))
                .distinct()
                .sorted(ParamValue.order())
                .toList();
    }

    private static List<CellSummary> having(
            List<CellSummary> cells, String parameter, String value) {
        return cells.stream()
                .filter(cell -> cell.params().containsKey(parameter))
                .filter(cell -> cell.param(parameter).equals(value))
                .toList();
    }
}
