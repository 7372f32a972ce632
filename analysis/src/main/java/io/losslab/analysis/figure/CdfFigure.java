package io.losslab.analysis.figure;

import io.losslab.analysis.figure.Distributions.Block;
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
import io.losslab.analysis.statistics.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Cumulative distributions, a line per series, with marks at the quartiles and the 99th percentile;
 * with an {@code x}, a panel for each of its values.
 */
final class CdfFigure {
    private static final double LEFT = 50;
    private static final double RIGHT = 14;
    private static final double TOP = 30;
    private static final double PAGE_PLOT = 210;
    private static final double PAPER_PLOT = 150;
    private static final int[] MARKED = {25, 50, 75, 99};

    private final Figure spec;
    private final NumberText.Scale scale;
    private final Axis axis;
    private final List<Threshold> thresholds;
    private final double width;
    private final double plot;

    private CdfFigure(Figure spec, Distributions distributions, Sheet sheet) {
        this.spec = spec;
        this.scale = distributions.scale(spec);
        this.axis = distributions.axis(spec);
        this.thresholds = distributions.thresholds(spec);
        this.plot = sheet.isPaper() ? PAPER_PLOT : PAGE_PLOT;
        this.width = sheet.panelWidth(distributions.blocks().size());
    }

    static FigureMarkup draw(Figure spec, Distributions distributions, Sheet sheet) {
        if (distributions.blocks().isEmpty()) {
            return FigureMarkup.nothing("No finished cell has values for this figure.");
        }
        CdfFigure figure = new CdfFigure(spec, distributions, sheet);
        return FigureMarkup.drawn(
                "panels n" + sheet.inRow(distributions.blocks().size()),
                distributions.styles().stream().map(Key::of).toList(),
                distributions.blocks().stream().map(figure::panel).toList(),
                "Marks at the quartiles and the 99th percentile; " + distributions.counts(spec));
    }

    private Svg panel(Block block) {
        String title =
                block.name().isEmpty()
                        ? "Fraction of " + (spec.values() == null ? "samples" : "messages")
                        : NumberText.words(spec.x()) + " " + block.name();
        Svg svg =
                new Svg(
                        width,
                        TOP + plot + 38,
                        (int) (width * 1.24),
                        spec.title() + ": " + title,
                        describe(block));
        svg.text("ptitle", 4, 16, title);
        svg.plot(
                new Plot(
                        LEFT,
                        TOP,
                        width - LEFT - RIGHT,
                        plot,
                        new Plot.Quantity(axis, scale.symbol()),
                        new Plot.Quantity(Axis.exactly(100, 4), "%")));
        drawFrame(svg);
        svg.group("data", "");
        for (Threshold mark : thresholds) {
            double x = x(mark.value());
            svg.line("threshold", x, TOP, x, TOP + plot);
            svg.text("tlabel", x + 4, TOP + plot - 6, mark.label());
        }
        block.bySeries().forEach((style, quantiles) -> drawLine(svg, style, quantiles));
        block.bySeries().forEach((style, quantiles) -> drawMarks(svg, style, quantiles));
        return svg.endGroup().endGroup();
    }

    private void drawFrame(Svg svg) {
        svg.group("ticks y", "");
        for (int percent = 0; percent <= 100; percent += 25) {
            double y = y(percent / 100.0);
            svg.line(percent == 0 ? "axis" : "grid", LEFT, y, width - RIGHT, y);
            svg.text("tick end", LEFT - 6, y + 3.6, percent + " %");
        }
        svg.endGroup().group("ticks x", "");
        if (axis.isCut()) {
            svg.path("cut", Plot.cutLeft(LEFT, TOP + plot));
        }
        for (double tick : axis.ticks()) {
            double x = x(tick * scale.divisor());
            svg.line("axis", x, TOP + plot, x, TOP + plot + 3.5);
            svg.text("tick mid", x, TOP + plot + 15, axis.label(tick));
        }
        svg.endGroup();
        String symbol = scale.symbol().isEmpty() ? "" : ", " + scale.symbol();
        svg.text(
                "tick mid name",
                (LEFT + width - RIGHT) / 2,
                TOP + plot + 31,
                Distributions.quantity(spec) + symbol);
    }

    private void drawLine(Svg svg, SeriesStyle style, Quantiles quantiles) {
        StringBuilder data = new StringBuilder("M" + Svg.point(x(quantiles.least()), y(0)));
        for (int step = 1; step <= Quantiles.STEPS; step++) {
            data.append('L')
                    .append(Svg.point(x(quantiles.at(step)), y((double) step / Quantiles.STEPS)));
        }
        svg.group("pt " + style.cssClass(), "")
                .curve("line", style.label(), data.toString())
                .endGroup();
    }

    private void drawMarks(Svg svg, SeriesStyle style, Quantiles quantiles) {
        for (int percent : MARKED) {
            double value = quantiles.percentile(percent);
            svg.mark(
                    style,
                    x(value),
                    y(percent / 100.0),
                    "%s\n%d %% up to %s"
                            .formatted(
                                    style.label(),
                                    percent,
                                    NumberText.of(Distributions.unit(spec), value)));
        }
    }

    private String describe(Block block) {
        List<String> parts = new ArrayList<>();
        for (Map.Entry<SeriesStyle, Quantiles> line : block.bySeries().entrySet()) {
            parts.add(
                    "%s: median %s, 99th percentile %s"
                            .formatted(
                                    line.getKey().label(),
                                    text(line.getValue().percentile(50)),
                                    text(line.getValue().percentile(99))));
        }
        return String.join("; ", parts);
    }

    private String text(double value) {
        return NumberText.of(Distributions.unit(spec), value);
    }

    private double x(double value) {
        return LEFT + (width - LEFT - RIGHT) * axis.fraction(value / scale.divisor());
    }

    private double y(double fraction) {
        return TOP + plot * (1 - fraction);
    }
}
