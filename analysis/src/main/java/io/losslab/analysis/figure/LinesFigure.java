package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.Axis;
import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.SeriesStyle;
import io.losslab.analysis.figure.drawing.Svg;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.statistics.PairedChange;
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

/**
 * Metrics over a parameter: one panel a metric, one line a series, seeds pooled to their mean with
 * their confidence interval as whiskers; below each panel the change against the baseline.
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
        return FigureMarkup.drawn(html.append("</div>\n").toString(), figure.note());
    }

    private String note() {
        List<Metric> metrics = spec.metrics().stream().map(Metric::parse).toList();
        String whiskers =
                SeedWhiskers.note(metrics.stream().flatMap(m -> values(m).stream()).toList());
        boolean undecided =
                metrics.stream()
                        .flatMap(metric -> compared(metric).stream().map(s -> changes(metric, s)))
                        .flatMap(List::stream)
                        .flatMap(Optional::stream)
                        .anyMatch(LinesFigure::isUndecided);
        return undecided
                ? whiskers + " Hollow bars: the interval of the change includes no change."
                : whiskers;
    }

    private String panel(Metric metric) {
        List<Pooled> values = values(metric);
        double least = SeedWhiskers.least(values);
        double greatest = SeedWhiskers.greatest(values);
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
            data.append(data.isEmpty() ? "M" : "L").append(Svg.point(x(i, style), y));
            if (pooled.get().interval() != null) {
                svg.path("whisker", whisker(x(i, style), pooled.get().interval(), axis, scale));
            }
        }
        svg.path("line", data.toString()).endGroup();
        for (int i = 0; i < positions.size(); i++) {
            Optional<Pooled> pooled = pooled(metric, style, positions.get(i));
            if (pooled.isPresent()) {
                double y = y(axis, pooled.get().mean() / scale.divisor());
                svg.mark(
                        style,
                        x(i, style),
                        y,
                        tooltip(metric, style, positions.get(i), pooled.get()));
            }
        }
    }

    private String tooltip(Metric metric, SeriesStyle style, String position, Pooled pooled) {
        String value = NumberText.of(metric.unit(), pooled.mean());
        return "%s, %s %s\n%s: %s\n%s"
                .formatted(
                        style.label(),
                        NumberText.words(spec.x()).toLowerCase(Locale.ROOT),
                        position,
                        metric.label(),
                        value,
                        SeedWhiskers.text(metric, pooled));
    }

    /** A line between the bounds, each with a bar; a bound outside the axis is cut and has none. */
    private static String whisker(double x, Interval interval, Axis axis, NumberText.Scale scale) {
        double low = interval.low() / scale.divisor();
        double high = interval.high() / scale.divisor();
        double bottom = y(axis, Math.max(low, axis.low()));
        double top = y(axis, Math.min(high, axis.high()));
        return "M%sL%s".formatted(Svg.point(x, bottom), Svg.point(x, top))
                + (low < axis.low() ? "" : "M%sh6".formatted(Svg.point(x - 3, bottom)))
                + (high > axis.high() ? "" : "M%sh6".formatted(Svg.point(x - 3, top)));
    }

    private void drawChange(Svg svg, Metric metric, SeriesStyle style, double top) {
        List<Optional<PairedChange>> changes = changes(metric, style);
        double most = 0;
        double least = 0;
        for (Optional<PairedChange> change : changes) {
            most = Math.max(most, change.map(PairedChange::change).orElse(0.0));
            least = Math.min(least, change.map(PairedChange::change).orElse(0.0));
        }
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
            PairedChange paired = changes.get(i).get();
            double change = paired.change();
            double high = zero - Math.max(0, change) * perUnit;
            svg.group("", changeText(paired));
            svg.rect(
                    "bar " + style.cssClass() + (isUndecided(paired) ? " undecided" : ""),
                    x(i) - barWidth / 2,
                    high,
                    barWidth,
                    Math.abs(change) * perUnit,
                    0);
            svg.text("strip mid", x(i), top + STRIP - 3, NumberText.shortPercent(change));
            svg.endGroup();
        }
    }

    private static String changeText(PairedChange change) {
        String text = NumberText.signedPercent(change.change());
        return change.interval() == null
                ? text
                : "%s, %d %% interval %s to %s"
                        .formatted(
                                text,
                                Interval.PERCENT,
                                NumberText.signedPercent(change.interval().low()),
                                NumberText.signedPercent(change.interval().high()));
    }

    private static boolean isUndecided(PairedChange change) {
        return change.interval() != null && change.interval().contains(0);
    }

    private List<Optional<PairedChange>> changes(Metric metric, SeriesStyle style) {
        return positions.stream()
                .map(
                        position ->
                                pooled(metric, style, position)
                                        .flatMap(
                                                value ->
                                                        pooled(metric, baseline(), position)
                                                                .flatMap(value::changeFrom)))
                .toList();
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

    private List<Pooled> values(Metric metric) {
        return styles.stream()
                .flatMap(
                        style ->
                                positions.stream()
                                        .flatMap(at -> pooled(metric, style, at).stream()))
                .toList();
    }

    private Optional<Pooled> pooled(Metric metric, SeriesStyle style, String position) {
        return Pooled.of(
                metric, spec.group(), cells.getOrDefault(key(style.value(), position), List.of()));
    }

    private double x(int position) {
        double slot = (width - LEFT - RIGHT) / positions.size();
        return LEFT + slot * (position + 0.5);
    }

    /** Series stand a little apart, so that their whiskers do not cover each other. */
    private double x(int position, SeriesStyle style) {
        double slot = (width - LEFT - RIGHT) / positions.size();
        double apart = Math.min(5, 0.5 * slot / styles.size());
        return x(position) + apart * (styles.indexOf(style) - (styles.size() - 1) / 2.0);
    }

    private static double y(Axis axis, double value) {
        return TOP + PLOT * (1 - axis.fraction(value));
    }

    private static String key(String series, String position) {
        return series + "\n" + position;
    }
}
