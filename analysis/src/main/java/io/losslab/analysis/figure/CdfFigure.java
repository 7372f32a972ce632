package io.losslab.analysis.figure;

import io.losslab.analysis.figure.Distributions.Block;
import io.losslab.analysis.figure.drawing.Axis;
import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.SeriesStyle;
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
    private static final double PLOT = 210;
    private static final int[] MARKED = {25, 50, 75, 99};

    private final Figure spec;
    private final Distributions distributions;
    private final NumberText.Scale scale;
    private final Axis axis;
    private final double width;

    private CdfFigure(Figure spec, Distributions distributions) {
        this.spec = spec;
        this.distributions = distributions;
        List<Quantiles> all = distributions.all();
        double least = all.stream().mapToDouble(Quantiles::least).min().orElseThrow();
        double greatest = all.stream().mapToDouble(Quantiles::greatest).max().orElseThrow();
        this.scale = NumberText.Scale.of(Distributions.unit(spec), greatest);
        this.axis = Distributions.axis(least, greatest, scale);
        this.width = panels() == 1 ? 620 : panels() == 2 ? 460 : 340;
    }

    static FigureMarkup draw(Figure spec, Distributions distributions) {
        if (distributions.blocks().isEmpty()) {
            return FigureMarkup.nothing("No finished cell has values for this figure.");
        }
        CdfFigure figure = new CdfFigure(spec, distributions);
        StringBuilder html = new StringBuilder(FigureMarkup.legend(distributions.styles()));
        html.append("<div class=\"panels n").append(figure.panels()).append("\">\n");
        distributions.blocks().forEach(block -> html.append(figure.panel(block)));
        return FigureMarkup.drawn(
                html.append("</div>\n").toString(),
                "Marks at the quartiles and the 99th percentile; " + distributions.counts(spec));
    }

    private int panels() {
        return Math.min(3, distributions.blocks().size());
    }

    private String panel(Block block) {
        String title =
                block.name().isEmpty()
                        ? "Fraction of " + (spec.values() == null ? "samples" : "messages")
                        : NumberText.words(spec.x()) + " " + block.name();
        Svg svg =
                new Svg(
                        width,
                        TOP + PLOT + 38,
                        (int) (width * 1.24),
                        spec.title() + ": " + title,
                        describe(block));
        svg.text("ptitle", 4, 16, title);
        drawFrame(svg);
        for (Threshold mark : spec.thresholds()) {
            double x = x(mark.value());
            svg.line("threshold", x, TOP, x, TOP + PLOT);
            svg.text("tlabel", x + 4, TOP + PLOT - 6, mark.label());
        }
        block.bySeries().forEach((style, quantiles) -> drawLine(svg, style, quantiles));
        block.bySeries().forEach((style, quantiles) -> drawMarks(svg, style, quantiles));
        return svg.finish();
    }

    private void drawFrame(Svg svg) {
        for (int percent = 0; percent <= 100; percent += 25) {
            double y = y(percent / 100.0);
            svg.line(percent == 0 ? "axis" : "grid", LEFT, y, width - RIGHT, y);
            svg.text("tick end", LEFT - 6, y + 3.6, percent + " %");
        }
        for (double tick : axis.ticks()) {
            double x = x(tick * scale.divisor());
            svg.line("axis", x, TOP + PLOT, x, TOP + PLOT + 3.5);
            svg.text("tick mid", x, TOP + PLOT + 15, axis.label(tick));
        }
        String symbol = scale.symbol().isEmpty() ? "" : ", " + scale.symbol();
        svg.text(
                "tick mid name",
                (LEFT + width - RIGHT) / 2,
                TOP + PLOT + 31,
                Distributions.quantity(spec) + symbol);
    }

    private void drawLine(Svg svg, SeriesStyle style, Quantiles quantiles) {
        StringBuilder data = new StringBuilder("M" + Svg.point(x(quantiles.least()), y(0)));
        for (int step = 1; step <= Quantiles.STEPS; step++) {
            data.append('L')
                    .append(Svg.point(x(quantiles.at(step)), y((double) step / Quantiles.STEPS)));
        }
        svg.group("pt " + style.cssClass(), "").path("line", data.toString()).endGroup();
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

    private static double y(double fraction) {
        return TOP + PLOT * (1 - fraction);
    }
}
