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
import io.losslab.analysis.run.Figure.Threshold;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A counter over time at some ports: one panel per series, one under the other with the same axes,
 * taken from the first matching cell of each.
 */
final class TimeSeriesFigure {
    private static final int COLOURS = Figure.MOST_PORTS / 2;
    private static final double PAGE_WIDTH = 860;
    private static final double LEFT = 50;
    private static final double RIGHT = 14;
    private static final double TOP = 28;
    private static final double PAGE_PLOT = 132;
    private static final double PAPER_PLOT = 84;
    private static final double GAP = 52;
    private static final int LEVEL_COLUMNS = 520;

    /** How many spans of a rate are drawn at most. */
    static final int RATE_COLUMNS = 260;

    private final Figure spec;
    private final Map<Integer, CellOutcome> outcomes;
    private final List<Panel> panels = new ArrayList<>();
    private final double width;
    private final double plot;

    private TimeSeriesFigure(Figure spec, List<CellOutcome> outcomes, Sheet sheet) {
        this.width = sheet.isPaper() ? sheet.width() : PAGE_WIDTH;
        this.plot = sheet.isPaper() ? PAPER_PLOT : PAGE_PLOT;
        this.spec = spec;
        this.outcomes =
                outcomes.stream().collect(Collectors.toMap(CellOutcome::cell, outcome -> outcome));
    }

    static FigureMarkup draw(
            Figure spec,
            Summary summary,
            RunManifest manifest,
            List<CellOutcome> outcomes,
            Path directory,
            Sheet sheet)
            throws IOException {
        TimeSeriesFigure figure = new TimeSeriesFigure(spec, outcomes, sheet);
        Path counters = directory.resolve("counters.parquet");
        for (Map.Entry<SeriesStyle, CellSummary> shown :
                cells(spec, summary, manifest).entrySet()) {
            figure.addPanel(shown.getKey(), shown.getValue(), counters);
        }
        if (figure.panels.isEmpty()) {
            return FigureMarkup.nothing(
                    "No finished cell has samples of %s at %s."
                            .formatted(spec.counter(), String.join(", ", spec.ports())));
        }
        return FigureMarkup.drawn("wide", figure.keys(), List.of(figure.picture()), "");
    }

    /** The cell that stands for each series: its first one. */
    static Map<SeriesStyle, CellSummary> cells(Figure spec, Summary summary, RunManifest manifest) {
        List<CellSummary> matching = summary.cellsWhere(spec.sweep(), spec.where());
        Map<SeriesStyle, CellSummary> first = new LinkedHashMap<>();
        for (SeriesStyle style : SeriesStyle.of(spec.by(), matching, manifest)) {
            matching.stream()
                    .filter(cell -> cell.param(spec.by()).equals(style.value()))
                    .findFirst()
                    .ifPresent(cell -> first.put(style, cell));
        }
        return first;
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

    private List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < spec.ports().size() && spec.ports().size() > 1; i++) {
            int port = i;
            List<String> strokes =
                    panels.stream().map(panel -> "trace " + trace(panel.style(), port)).toList();
            keys.add(new Key("port " + spec.ports().get(i), strokes, null));
        }
        return keys;
    }

    /** Three colours of the series, then the same in dashes: {@link Figure#MOST_PORTS} in all. */
    private static String trace(SeriesStyle style, int port) {
        return style.cssClass() + " p" + port % COLOURS + (port < COLOURS ? "" : " dashed");
    }

    private Svg picture() {
        NumberText.Scale scale =
                NumberText.Scale.of(Metric.Unit.ofCounter(spec.counter(), spec.rate()), greatest());
        Axis y = Axis.fromZero(greatest() / scale.divisor(), 4);
        double lastNanos = panels.stream().mapToDouble(this::endNanos).max().orElse(1);
        TimeScale time = TimeScale.of(lastNanos, (int) (width / 86));
        double height = TOP + panels.size() * (plot + GAP) - 14;
        Svg svg = new Svg(width, height, 1060, spec.title(), describe(scale));
        double top = TOP;
        for (Panel panel : panels) {
            drawPanel(svg, panel, top, y, scale, time);
            top += plot + GAP;
        }
        svg.text("tick end name", width - RIGHT, height - 3, "Time, " + time.symbol());
        return svg;
    }

    private void drawPanel(
            Svg svg, Panel panel, double top, Axis y, NumberText.Scale scale, TimeScale time) {
        String unit = scale.symbol().isEmpty() ? "" : ", " + scale.symbol();
        svg.text("ptitle", 4, top - 10, panel.style().label() + ": " + quantity() + unit);
        svg.plot(
                new Plot(
                        LEFT,
                        top,
                        width - LEFT - RIGHT,
                        plot,
                        new Plot.Quantity(time.axis(), time.symbol()),
                        new Plot.Quantity(y, scale.symbol())));
        svg.group("data", "");
        drawWarmup(svg, panel, top, time);
        svg.endGroup().group("ticks y", "");
        for (double tick : y.ticks()) {
            double height = y(y, top, tick);
            svg.line(tick == 0 ? "axis" : "grid", LEFT, height, width - RIGHT, height);
            svg.text("tick end", LEFT - 6, height + 3.6, y.label(tick));
        }
        svg.endGroup().group("ticks x", "");
        for (double tick : time.axis().ticks()) {
            double x = x(time, tick * time.nanosPerUnit());
            svg.line("axis", x, top + plot, x, top + plot + 3.5);
            svg.text("tick mid", x, top + plot + 15, time.axis().label(tick));
        }
        svg.endGroup().group("data", "");
        for (int i = panel.lines().size() - 1; i >= 0; i--) {
            StringBuilder data = new StringBuilder();
            for (CounterSeries.Point point : panel.lines().get(i).points()) {
                data.append(data.isEmpty() ? "M" : "L")
                        .append(compact(x(time, (double) point.nanos())))
                        .append(' ')
                        .append(compact(y(y, top, point.value() / scale.divisor())));
            }
            if (!data.isEmpty()) {
                svg.curve("trace " + trace(panel.style(), i), spec.ports().get(i), data.toString());
            }
        }
        for (Threshold threshold : spec.thresholds()) {
            if (threshold.appliesTo(panel.style().value())) {
                double height = y(y, top, threshold.value() / scale.divisor());
                svg.line("threshold", LEFT, height, width - RIGHT, height);
                svg.text("tlabel end", width - RIGHT - 4, height - 4, threshold.label());
            }
        }
        svg.endGroup().endGroup();
    }

    private void drawWarmup(Svg svg, Panel panel, double top, TimeScale time) {
        CellOutcome outcome = outcomes.get(panel.cell().cell());
        if (outcome == null || outcome.warmupNanos() == 0) {
            return;
        }
        double end = x(time, Math.min((double) outcome.warmupNanos(), time.lastNanos()));
        svg.group("", "warm-up: excluded from statistics");
        svg.rect("warmup", LEFT, top, end - LEFT, plot, 0).endGroup();
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

    private double x(TimeScale time, double nanos) {
        return LEFT + (width - LEFT - RIGHT) * nanos / time.lastNanos();
    }

    private double y(Axis axis, double top, double value) {
        return top + plot * (1 - axis.fraction(value));
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
        static TimeScale of(double lastNanos, int ticks) {
            String symbol = lastNanos >= 2e9 ? "s" : lastNanos >= 2e6 ? "ms" : "µs";
            double perUnit = lastNanos >= 2e9 ? 1e9 : lastNanos >= 2e6 ? 1e6 : 1e3;
            double last = Math.max(1, lastNanos);
            return new TimeScale(Axis.exactly(last / perUnit, ticks), symbol, perUnit, last);
        }
    }
}
