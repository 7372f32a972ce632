package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.Axis;
import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.Key;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.Plot;
import io.losslab.analysis.figure.drawing.SeriesStyle;
import io.losslab.analysis.figure.drawing.Sheet;
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
import java.util.stream.DoubleStream;

/**
 * Metrics over a parameter: one panel a metric, one line a series, seeds pooled to their mean with
 * their confidence interval as whiskers; below each panel the change against the baseline.
 */
final class LinesFigure {
    private static final double LEFT = 50;
    private static final double RIGHT = 14;
    private static final double TOP = 30;
    private static final double PAGE_PLOT = 190;
    private static final double PAPER_PLOT = 124;
    private static final double AXIS = 36;
    private static final double STRIP = 48;

    /** Width of a letter of a tick's text. */
    private static final double LETTER = 5.6;

    private final Figure spec;
    private final List<SeriesStyle> styles;
    private final List<String> positions;
    private final Map<String, List<CellSummary>> cells = new HashMap<>();
    private final Sheet sheet;
    private final double width;
    private final double plot;
    private final int maxWidth;

    private LinesFigure(
            Figure spec, List<CellSummary> matching, RunManifest manifest, Sheet sheet) {
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
        this.sheet = sheet;
        this.width = sheet.panelWidth(spec.metrics().size());
        this.plot = sheet.isPaper() ? PAPER_PLOT : PAGE_PLOT;
        this.maxWidth = (int) (width * 1.24);
    }

    static FigureMarkup draw(Figure spec, Summary summary, RunManifest manifest, Sheet sheet) {
        List<CellSummary> matching =
                summary.cellsWhere(spec.sweep(), spec.where()).stream()
                        .filter(cell -> cell.params().containsKey(spec.x()))
                        .toList();
        LinesFigure figure = new LinesFigure(spec, matching, manifest, sheet);
        if (figure.styles.isEmpty()) {
            return FigureMarkup.nothing("No finished cell matches the parameters of this figure.");
        }
        return FigureMarkup.drawn(
                "panels n" + sheet.inRow(spec.metrics().size()),
                figure.styles.stream().map(Key::of).toList(),
                spec.metrics().stream().map(name -> figure.panel(Metric.parse(name))).toList(),
                figure.note());
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
        return undecided && !sheet.isPaper()
                ? whiskers + " Hollow bars: the interval of the change includes no change."
                : whiskers;
    }

    private Svg panel(Metric metric) {
        List<Pooled> values = values(metric);
        double least = SeedWhiskers.least(values);
        double greatest = SeedWhiskers.greatest(values);
        List<SeriesStyle> compared = sheet.isPaper() ? List.of() : compared(metric);
        double changes = compared.isEmpty() ? 0 : 10 + compared.size() * (STRIP + 6) + 6;
        double height = TOP + plot + AXIS + changes;
        String title = heading(metric);
        Svg svg = new Svg(width, height, maxWidth, spec.title() + ": " + title, describe(metric));
        if (least > greatest) {
            svg.text("ptitle", 4, 16, title);
            svg.text("note mid", width / 2, TOP + plot / 2, FigureMarkup.NO_VALUE);
            return svg;
        }
        NumberText.Scale scale = NumberText.Scale.of(metric.unit(), greatest);
        Axis axis = Axis.covering(least / scale.divisor(), greatest / scale.divisor(), 5);
        svg.text("ptitle", 4, 16, scale.symbol().isEmpty() ? title : title + ", " + scale.symbol());
        svg.plot(
                new Plot(
                        LEFT,
                        TOP,
                        width - LEFT - RIGHT,
                        plot,
                        null,
                        new Plot.Quantity(axis, scale.symbol())));
        drawFrame(svg, axis);
        svg.group("data", "");
        styles.forEach(style -> drawSeries(svg, metric, style, axis, scale));
        svg.endGroup().endGroup();
        double y = TOP + plot + AXIS + 10;
        for (SeriesStyle style : compared) {
            drawChange(svg, metric, style, y);
            y += STRIP + 6;
        }
        return svg;
    }

    private String heading(Metric metric) {
        return metric.name().startsWith("fct.") ? metric.label() + " FCT" : metric.label();
    }

    private void drawFrame(Svg svg, Axis axis) {
        svg.group("ticks y", "");
        for (double tick : axis.ticks()) {
            double y = y(axis, tick);
            svg.line(tick == axis.low() ? "axis" : "grid", LEFT, y, width - RIGHT, y);
            svg.text("tick end", LEFT - 6, y + 3.6, axis.label(tick));
        }
        if (axis.isCut()) {
            svg.path("cut", Plot.cut(LEFT, TOP + plot));
        }
        svg.endGroup();
        int widest = positions.stream().mapToInt(String::length).max().orElse(1);
        double slot = (width - LEFT - RIGHT) / positions.size();
        int stride = (int) Math.ceil((widest + 1) * LETTER / slot);
        for (int i = 0; i < positions.size(); i++) {
            svg.line("axis", x(i), TOP + plot, x(i), TOP + plot + 3.5);
            if (i % stride == 0) {
                svg.text("tick mid", x(i), TOP + plot + 15, positions.get(i));
            }
        }
        svg.text(
                "tick mid name",
                (LEFT + width - RIGHT) / 2,
                TOP + plot + 30,
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
    private String whisker(double x, Interval interval, Axis axis, NumberText.Scale scale) {
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
        double most = Math.max(0, allChanges().max().orElse(0));
        double least = Math.min(0, allChanges().min().orElse(0));
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

    /** Of all series and metrics: their bars have one scale. */
    private DoubleStream allChanges() {
        return spec.metrics().stream()
                .map(Metric::parse)
                .flatMap(metric -> compared(metric).stream().map(style -> changes(metric, style)))
                .flatMap(List::stream)
                .flatMap(Optional::stream)
                .mapToDouble(PairedChange::change);
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

    private double y(Axis axis, double value) {
        return TOP + plot * (1 - axis.fraction(value));
    }

    private static String key(String series, String position) {
        return series + "\n" + position;
    }
}
