package io.losslab.analysis.figure;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Metrics over a parameter: one panel a metric, one line a series, seeds pooled to their mean with
 * whiskers from least to greatest; below each panel the change against the baseline.
 */
final class LinesFigure {
    private static final double LEFT = 50;
    private static final double RIGHT = 14;
    private static final double TOP = 30;
    private static final double PLOT = 190;
    private static final double STRIP = 48;

    private final Figure spec;
    private final List<SeriesStyle> styles;
    private final List<String> positions;
    private final Map<String, List<CellSummary>> cells = new HashMap<>();
    private final double width;
    private final int maxWidth;

    private LinesFigure(Figure spec, List<CellSummary> matching, RunManifest manifest) {
        this.spec = spec;
        this.styles = SeriesStyle.of(spec.by(), matching, manifest);
        this.positions =
                matching.stream()
                        .map(cell -> cell.param(spec.x()))
                        .distinct()
                        .sorted(ParamValue.order())
                        .toList();
        for (CellSummary cell : matching) {
            cells.computeIfAbsent(
                            key(cell.param(spec.by()), cell.param(spec.x())),
                            k -> new ArrayList<>())
                    .add(cell);
        }
        this.width = spec.metrics().size() == 1 ? 620 : spec.metrics().size() == 2 ? 460 : 340;
        this.maxWidth = (int) (width * 1.24);
    }

    static FigureMarkup draw(Figure spec, Summary summary, RunManifest manifest) {
        List<CellSummary> matching =
                summary.cellsWhere(spec.sweep(), spec.where()).stream()
                        .filter(cell -> cell.params().containsKey(spec.x()))
                        .toList();
        LinesFigure figure = new LinesFigure(spec, matching, manifest);
        if (figure.styles.isEmpty()) {
            return FigureMarkup.nothing("No finished cell matches the parameters of this figure.");
        }
        StringBuilder html = new StringBuilder(FigureMarkup.legend(figure.styles));
        html.append("<div class=\"panels n")
                .append(Math.min(3, spec.metrics().size()))
                .append("\">\n");
        for (String name : spec.metrics()) {
            html.append(figure.panel(Metric.parse(name)));
        }
        return FigureMarkup.drawn(html.append("</div>\n").toString());
    }

    private String panel(Metric metric) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (SeriesStyle style : styles) {
            for (String position : positions) {
                Optional<Pooled> pooled = pooled(metric, style, position);
                if (pooled.isPresent()) {
                    least = Math.min(least, pooled.get().min());
                    greatest = Math.max(greatest, pooled.get().max());
                }
            }
        }
        List<SeriesStyle> compared = compared(metric);
        double height = TOP + PLOT + 46 + compared.size() * (STRIP + 6) + 6;
        String title = heading(metric);
        Svg svg = new Svg(width, height, maxWidth, spec.title() + ": " + title, describe(metric));
        if (least > greatest) {
            svg.text("ptitle", 4, 16, title);
            svg.text("note mid", width / 2, TOP + PLOT / 2, "no flow completed");
            return svg.finish();
        }
        NumberText.Scale scale = NumberText.Scale.of(metric.unit(), greatest);
        Axis axis = Axis.covering(least / scale.divisor(), greatest / scale.divisor(), 5);
        drawFrame(svg, axis, title, scale.symbol());
        styles.forEach(style -> drawSeries(svg, metric, style, axis, scale));
        double y = TOP + PLOT + 46;
        for (SeriesStyle style : compared) {
            drawChange(svg, metric, style, y);
            y += STRIP + 6;
        }
        return svg.finish();
    }

    private String heading(Metric metric) {
        return metric.name().startsWith("fct.") ? metric.label() + " FCT" : metric.label();
    }

    private void drawFrame(Svg svg, Axis axis, String title, String symbol) {
        svg.text("ptitle", 4, 16, symbol.isEmpty() ? title : title + ", " + symbol);
        for (double tick : axis.ticks()) {
            double y = y(axis, tick);
            svg.line(tick == axis.low() ? "axis" : "grid", LEFT, y, width - RIGHT, y);
            svg.text("tick end", LEFT - 6, y + 3.6, axis.label(tick));
        }
        for (int i = 0; i < positions.size(); i++) {
            svg.line("axis", x(i), TOP + PLOT, x(i), TOP + PLOT + 3.5);
            svg.text("tick mid", x(i), TOP + PLOT + 15, positions.get(i));
        }
        svg.text(
                "tick mid name",
                (LEFT + width - RIGHT) / 2,
                TOP + PLOT + 30,
                NumberText.words(spec.x()));
    }

    private void drawSeries(
            Svg svg, Metric metric, SeriesStyle style, Axis axis, NumberText.Scale scale) {
        StringBuilder data = new StringBuilder();
        svg.group("pt " + style.cssClass(), "");
        for (int i = 0; i < positions.size(); i++) {
            Optional<Pooled> pooled = pooled(metric, style, positions.get(i));
            if (pooled.isEmpty()) {
                continue;
            }
            double y = y(axis, pooled.get().mean() / scale.divisor());
            data.append(data.isEmpty() ? "M" : "L").append(Svg.point(x(i), y));
            if (pooled.get().seeds() > 1) {
                double low = y(axis, pooled.get().min() / scale.divisor());
                double high = y(axis, pooled.get().max() / scale.divisor());
                svg.path(
                        "whisker",
                        "M%sL%sM%sh6M%sh6"
                                .formatted(
                                        Svg.point(x(i), low),
                                        Svg.point(x(i), high),
                                        Svg.point(x(i) - 3, low),
                                        Svg.point(x(i) - 3, high)));
            }
        }
        svg.path("line", data.toString()).endGroup();
        for (int i = 0; i < positions.size(); i++) {
            Optional<Pooled> pooled = pooled(metric, style, positions.get(i));
            if (pooled.isPresent()) {
                double y = y(axis, pooled.get().mean() / scale.divisor());
                svg.mark(style, x(i), y, tooltip(metric, style, positions.get(i), pooled.get()));
            }
        }
    }

    private String tooltip(Metric metric, SeriesStyle style, String position, Pooled pooled) {
        String value = NumberText.of(metric.unit(), pooled.mean());
        String range =
                pooled.seeds() == 1
                        ? "one seed"
                        : "%d seeds, %s to %s"
                                .formatted(
                                        pooled.seeds(),
                                        NumberText.of(metric.unit(), pooled.min()),
                                        NumberText.of(metric.unit(), pooled.max()));
        return "%s, %s %s\n%s: %s\n%s"
                .formatted(
                        style.label(),
                        NumberText.words(spec.x()).toLowerCase(Locale.ROOT),
                        position,
                        metric.label(),
                        value,
                        range);
    }

    private void drawChange(Svg svg, Metric metric, SeriesStyle style, double top) {
        List<OptionalDouble> changes =
                positions.stream().map(position -> change(metric, style, position)).toList();
        double most =
                changes.stream()
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(c -> Math.max(0, c.getAsDouble()))
                        .max()
                        .orElse(0);
        double least =
                changes.stream()
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(c -> Math.min(0, c.getAsDouble()))
                        .min()
                        .orElse(0);
        double room = STRIP - 26;
        double perUnit = most - least == 0 ? 0 : room / (most - least);
        double zero = top + 12 + most * perUnit;
        svg.text("strip", LEFT, top + 5, style.label() + " vs. " + baseline().label());
        svg.line("axis", LEFT, zero, width - RIGHT, zero);
        double slot = (width - LEFT - RIGHT) / positions.size();
        double barWidth = Math.min(26, slot * 0.55);
        for (int i = 0; i < positions.size(); i++) {
            if (changes.get(i).isEmpty()) {
                continue;
            }
            double change = changes.get(i).getAsDouble();
            double high = zero - Math.max(0, change) * perUnit;
            svg.rect(
                    "bar " + style.cssClass(),
                    x(i) - barWidth / 2,
                    high,
                    barWidth,
                    Math.abs(change) * perUnit,
                    0);
            svg.text("strip mid", x(i), top + STRIP - 3, NumberText.shortPercent(change));
        }
    }

    private OptionalDouble change(Metric metric, SeriesStyle style, String position) {
        Optional<Pooled> value = pooled(metric, style, position);
        Optional<Pooled> base = pooled(metric, baseline(), position);
        return value.isPresent() && base.isPresent()
                ? value.get().changeFrom(base.get())
                : OptionalDouble.empty();
    }

    private List<SeriesStyle> compared(Metric metric) {
        boolean hasBaseline =
                metric.comparable() && styles.stream().anyMatch(SeriesStyle::baseline);
        return hasBaseline
                ? styles.stream().filter(style -> !style.baseline()).toList()
                : List.of();
    }

    private SeriesStyle baseline() {
        return styles.stream().filter(SeriesStyle::baseline).findFirst().orElseThrow();
    }

    private String describe(Metric metric) {
        StringBuilder text = new StringBuilder();
        for (SeriesStyle style : styles) {
            text.append(style.label()).append(':');
            for (String position : positions) {
                pooled(metric, style, position)
                        .ifPresent(
                                pooled ->
                                        text.append(' ')
                                                .append(position)
                                                .append(" = ")
                                                .append(NumberText.of(metric.unit(), pooled.mean()))
                                                .append(';'));
            }
            text.append(' ');
        }
        return text.toString();
    }

    private Optional<Pooled> pooled(Metric metric, SeriesStyle style, String position) {
        return Pooled.of(
                metric, spec.group(), cells.getOrDefault(key(style.value(), position), List.of()));
    }

    private double x(int position) {
        double slot = (width - LEFT - RIGHT) / positions.size();
        return LEFT + slot * (position + 0.5);
    }

    private static double y(Axis axis, double value) {
        return TOP + PLOT * (1 - axis.fraction(value));
    }

    private static String key(String series, String position) {
        return series + "\n" + position;
    }
}
