package io.losslab.analysis.figure;

import io.losslab.analysis.run.FigureSpec;
import io.losslab.analysis.run.FigureSpec.Threshold;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A metric as one bar per series, with marks for values a paper reports. */
final class BarsFigure {
    private static final double WIDTH = 620;
    private static final double LEFT = 92;
    private static final double RIGHT = 96;
    private static final double ROW = 40;
    private static final double TOP = 30;

    private final FigureSpec spec;
    private final List<SeriesStyle> styles;
    private final List<CellSummary> cells;

    private BarsFigure(FigureSpec spec, List<CellSummary> cells, RunManifest manifest) {
        this.spec = spec;
        this.cells = cells;
        this.styles = SeriesStyle.of(spec.by(), cells, manifest);
    }

    static FigureMarkup draw(FigureSpec spec, Summary summary, RunManifest manifest) {
        BarsFigure figure =
                new BarsFigure(spec, summary.cellsWhere(spec.sweep(), spec.where()), manifest);
        if (figure.styles.isEmpty()) {
            return FigureMarkup.nothing("No finished cell has the parameters of this figure.");
        }
        StringBuilder html = new StringBuilder("<div class=\"panels n2\">\n");
        spec.metrics().forEach(name -> html.append(figure.panel(Metric.parse(name))));
        return FigureMarkup.drawn(html.append("</div>\n").toString());
    }

    private String panel(Metric metric) {
        Map<SeriesStyle, Pooled> values = new LinkedHashMap<>();
        for (SeriesStyle style : styles) {
            List<CellSummary> own =
                    cells.stream().filter(c -> c.param(spec.by()).equals(style.value())).toList();
            Optional<Pooled> pooled = Pooled.of(metric, spec.group(), own);
            pooled.ifPresent(value -> values.put(style, value));
        }
        double greatest =
                Math.max(
                        values.values().stream().mapToDouble(Pooled::max).max().orElse(0),
                        spec.thresholds().stream().mapToDouble(Threshold::value).max().orElse(0));
        NumberText.Scale scale = NumberText.Scale.of(metric.unit(), greatest);
        Axis axis = Axis.fromZero(greatest / scale.divisor(), 5);
        double bottom = TOP + values.size() * ROW;
        Svg svg = new Svg(WIDTH, bottom + 24, 720, spec.title(), describe(metric, values));
        String unit = scale.symbol().isEmpty() ? "" : ", " + scale.symbol();
        svg.text("ptitle", 4, 16, metric.label() + unit);
        for (double tick : axis.ticks()) {
            double x = x(axis, tick);
            svg.line(tick == 0 ? "axis" : "grid", x, TOP, x, bottom);
            svg.text("tick mid", x, bottom + 15, axis.label(tick));
        }
        double y = TOP;
        for (Map.Entry<SeriesStyle, Pooled> entry : values.entrySet()) {
            drawRow(svg, metric, entry.getKey(), entry.getValue(), y, axis, scale);
            y += ROW;
        }
        return svg.finish();
    }

    private void drawRow(
            Svg svg,
            Metric metric,
            SeriesStyle style,
            Pooled value,
            double top,
            Axis axis,
            NumberText.Scale scale) {
        double middle = top + ROW / 2;
        double end = x(axis, value.mean() / scale.divisor());
        double rightmost = end;
        svg.text("label end", LEFT - 8, middle + 4, style.label());
        svg.rect("bar " + style.cssClass(), LEFT, middle - 11, end - LEFT, 22, 2);
        if (value.max() > value.min()) {
            double low = x(axis, value.min() / scale.divisor());
            double high = x(axis, value.max() / scale.divisor());
            svg.line("range", low, middle, high, middle);
            rightmost = Math.max(rightmost, high);
        }
        for (Threshold mark : spec.thresholds()) {
            if (mark.appliesTo(style.value())) {
                double x = x(axis, mark.value() / scale.divisor());
                String text = mark.label() + ": " + NumberText.of(metric.unit(), mark.value());
                svg.group("reference", text);
                svg.rect("hit", x - 6, middle - 16, 12, 32, 0);
                svg.line("refline", x, middle - 15, x, middle + 15).endGroup();
                svg.text("strip mid", x, middle - 17, mark.label());
                rightmost = Math.max(rightmost, x);
            }
        }
        svg.text(
                "label strong",
                rightmost + 8,
                middle + 4,
                NumberText.of(metric.unit(), value.mean()));
    }

    private String describe(Metric metric, Map<SeriesStyle, Pooled> values) {
        StringBuilder text = new StringBuilder(metric.label()).append(':');
        values.forEach(
                (style, value) ->
                        text.append(' ')
                                .append(style.label())
                                .append(' ')
                                .append(NumberText.of(metric.unit(), value.mean()))
                                .append(';'));
        return text.toString();
    }

    private static double x(Axis axis, double value) {
        return LEFT + (WIDTH - LEFT - RIGHT) * axis.fraction(value);
    }
}
