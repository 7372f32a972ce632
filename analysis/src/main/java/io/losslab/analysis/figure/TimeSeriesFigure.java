package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.Axis;
import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.Markup;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.SeriesStyle;
import io.losslab.analysis.figure.drawing.Svg;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.Figure.Threshold;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A counter over time at some ports: one panel per series, one under the other with the same axes,
 * taken from the first matching cell of each.
 */
final class TimeSeriesFigure {
    private static final double WIDTH = 860;
    private static final double LEFT = 50;
    private static final double RIGHT = 14;
    private static final double TOP = 28;
    private static final double PLOT = 132;
    private static final double GAP = 52;
    private static final int LEVEL_COLUMNS = 520;
    private static final int RATE_COLUMNS = 260;

    private final Figure spec;
    private final Map<Integer, CellOutcome> outcomes;
    private final List<Panel> panels = new ArrayList<>();

    private TimeSeriesFigure(Figure spec, List<CellOutcome> outcomes) {
        this.spec = spec;
        this.outcomes =
                outcomes.stream().collect(Collectors.toMap(CellOutcome::cell, outcome -> outcome));
    }

    static FigureMarkup draw(
            Figure spec,
            Summary summary,
            RunManifest manifest,
            List<CellOutcome> outcomes,
            Path directory)
            throws IOException {
        TimeSeriesFigure figure = new TimeSeriesFigure(spec, outcomes);
        List<CellSummary> matching = summary.cellsWhere(spec.sweep(), spec.where());
        for (SeriesStyle style : SeriesStyle.of(spec.by(), matching, manifest)) {
            CellSummary first =
                    matching.stream()
                            .filter(cell -> cell.param(spec.by()).equals(style.value()))
                            .findFirst()
                            .orElseThrow();
            figure.addPanel(style, first, directory.resolve("counters.parquet"));
        }
        if (figure.panels.isEmpty()) {
            return FigureMarkup.nothing(
                    "No finished cell has samples of %s at %s."
                            .formatted(spec.counter(), String.join(", ", spec.ports())));
        }
        return FigureMarkup.drawn(figure.legend() + figure.picture());
    }

    private void addPanel(SeriesStyle style, CellSummary cell, Path counters) throws IOException {
        List<CounterSeries> lines = new ArrayList<>();
        for (String port : spec.ports()) {
            CounterSeries samples = CounterSeries.read(counters, cell.cell(), port, spec.counter());
            lines.add(
                    spec.rate() ? samples.rateGbps(RATE_COLUMNS) : samples.envelope(LEVEL_COLUMNS));
        }
        if (lines.stream().anyMatch(line -> !line.points().isEmpty())) {
            panels.add(new Panel(style, cell, lines));
        }
    }

    private String legend() {
        if (spec.ports().size() == 1) {
            return "";
        }
        StringBuilder html = new StringBuilder("<div class=\"legend\">");
        for (int i = 0; i < spec.ports().size(); i++) {
            html.append("<span class=\"key\"><svg aria-hidden=\"true\" viewBox=\"0 0 34 12\"")
                    .append(" class=\"swatch\">");
            for (int p = 0; p < panels.size(); p++) {
                double from = 1 + 32.0 * p / panels.size();
                html.append("<path class=\"trace ")
                        .append(trace(panels.get(p).style(), i))
                        .append("\" d=\"M")
                        .append(Svg.point(from, 6))
                        .append('h')
                        .append(Svg.number(32.0 / panels.size() - 2))
                        .append("\"/>");
            }
            html.append("</svg>port ").append(Markup.escape(spec.ports().get(i))).append("</span>");
        }
        return html.append("</div>\n").toString();
    }

    private static String trace(SeriesStyle style, int port) {
        return style.cssClass() + " p" + port % 3;
    }

    private String picture() {
        NumberText.Scale scale =
                NumberText.Scale.of(Metric.Unit.ofCounter(spec.counter(), spec.rate()), greatest());
        Axis y = Axis.fromZero(greatest() / scale.divisor(), 4);
        double lastNanos = panels.stream().mapToDouble(this::endNanos).max().orElse(1);
        TimeScale time = TimeScale.of(lastNanos);
        double height = TOP + panels.size() * (PLOT + GAP) - 14;
        Svg svg = new Svg(WIDTH, height, 1060, spec.title(), describe(scale));
        double top = TOP;
        for (Panel panel : panels) {
            drawPanel(svg, panel, top, y, scale, time);
            top += PLOT + GAP;
        }
        svg.text("tick end name", WIDTH - RIGHT, height - 3, "Time, " + time.symbol());
        return "<div class=\"wide\">" + svg.finish() + "</div>\n";
    }

    private void drawPanel(
            Svg svg, Panel panel, double top, Axis y, NumberText.Scale scale, TimeScale time) {
        String unit = scale.symbol().isEmpty() ? "" : ", " + scale.symbol();
        svg.text("ptitle", 4, top - 10, panel.style().label() + ": " + quantity() + unit);
        drawWarmup(svg, panel, top, time);
        for (double tick : y.ticks()) {
            double height = y(y, top, tick);
            svg.line(tick == 0 ? "axis" : "grid", LEFT, height, WIDTH - RIGHT, height);
            svg.text("tick end", LEFT - 6, height + 3.6, y.label(tick));
        }
        for (double tick : time.axis().ticks()) {
            double x = x(time, tick * time.nanosPerUnit());
            svg.line("axis", x, top + PLOT, x, top + PLOT + 3.5);
            svg.text("tick mid", x, top + PLOT + 15, time.axis().label(tick));
        }
        for (int i = panel.lines().size() - 1; i >= 0; i--) {
            StringBuilder data = new StringBuilder();
            for (CounterSeries.Point point : panel.lines().get(i).points()) {
                data.append(data.isEmpty() ? "M" : "L")
                        .append(compact(x(time, (double) point.nanos())))
                        .append(' ')
                        .append(compact(y(y, top, point.value() / scale.divisor())));
            }
            if (!data.isEmpty()) {
                svg.path("trace " + trace(panel.style(), i), data.toString());
            }
        }
        for (Threshold threshold : spec.thresholds()) {
            if (threshold.appliesTo(panel.style().value())) {
                double height = y(y, top, threshold.value() / scale.divisor());
                svg.line("threshold", LEFT, height, WIDTH - RIGHT, height);
                svg.text("tlabel end", WIDTH - RIGHT - 4, height - 4, threshold.label());
            }
        }
    }

    private void drawWarmup(Svg svg, Panel panel, double top, TimeScale time) {
        CellOutcome outcome = outcomes.get(panel.cell().cell());
        if (outcome == null || outcome.warmupNanos() == 0) {
            return;
        }
        double end = x(time, Math.min((double) outcome.warmupNanos(), time.lastNanos()));
        svg.group("", "warm-up: excluded from statistics");
        svg.rect("warmup", LEFT, top, end - LEFT, PLOT, 0).endGroup();
        if (end - LEFT > 50) {
            svg.text("strip", LEFT + 5, top + 11, "warm-up");
        }
    }

    private String quantity() {
        String words = NumberText.words(spec.counter().replaceAll("Bytes$", ""));
        if (spec.rate()) {
            return words + " rate";
        }
        return spec.counter().endsWith("Bytes") ? words + " bytes" : words;
    }

    private double greatest() {
        double samples = panels.stream().mapToDouble(Panel::greatest).max().orElse(0);
        double thresholds =
                spec.thresholds().stream()
                        .filter(t -> panels.stream().anyMatch(p -> t.appliesTo(p.style().value())))
                        .mapToDouble(Threshold::value)
                        .max()
                        .orElse(0);
        return Math.max(samples, thresholds);
    }

    private String describe(NumberText.Scale scale) {
        return panels.stream()
                .map(
                        panel ->
                                "%s: at most %s %s (cell %d)"
                                        .formatted(
                                                panel.style().label(),
                                                NumberText.plain(
                                                        panel.greatest() / scale.divisor()),
                                                scale.symbol(),
                                                panel.cell().cell()))
                .collect(Collectors.joining("; "));
    }

    private double endNanos(Panel panel) {
        CellOutcome outcome = outcomes.get(panel.cell().cell());
        return Math.max(panel.endNanos(), outcome == null ? 0 : (double) outcome.endNanos());
    }

    private static double x(TimeScale time, double nanos) {
        return LEFT + (WIDTH - LEFT - RIGHT) * nanos / time.lastNanos();
    }

    private static double y(Axis axis, double top, double value) {
        return top + PLOT * (1 - axis.fraction(value));
    }

    private static String compact(double value) {
        return Svg.number(Math.round(value * 10) / 10.0);
    }

    /** One series: its cell and a line a port. */
    private record Panel(SeriesStyle style, CellSummary cell, List<CounterSeries> lines) {
        double greatest() {
            return lines.stream()
                    .flatMap(line -> line.points().stream())
                    .mapToDouble(CounterSeries.Point::value)
                    .max()
                    .orElse(0);
        }

        double endNanos() {
            return lines.stream()
                    .flatMap(line -> line.points().stream())
                    .mapToDouble(CounterSeries.Point::nanos)
                    .max()
                    .orElse(0);
        }
    }

    /** The time axis all panels share. */
    private record TimeScale(Axis axis, String symbol, double nanosPerUnit, double lastNanos) {
        static TimeScale of(double lastNanos) {
            String symbol = lastNanos >= 2e9 ? "s" : lastNanos >= 2e6 ? "ms" : "µs";
            double perUnit = lastNanos >= 2e9 ? 1e9 : lastNanos >= 2e6 ? 1e6 : 1e3;
            double last = Math.max(1, lastNanos);
            return new TimeScale(Axis.exactly(last / perUnit, 10), symbol, perUnit, last);
        }
    }
}
