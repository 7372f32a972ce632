package io.losslab.analysis.figure;

import io.losslab.analysis.figure.Distributions.Block;
import io.losslab.analysis.figure.drawing.Axis;
import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.Plot;
import io.losslab.analysis.figure.drawing.SeriesStyle;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.figure.drawing.Svg;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.Figure.Threshold;
import io.losslab.analysis.statistics.Quantiles;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Distributions as one box per series: the quartiles, whiskers at the 1st and the 99th percentile,
 * dots at the least and the greatest value; with an {@code x}, a block of boxes for each of its
 * values.
 */
final class BoxFigure {
    private static final double DIGIT_WIDTH = 8.5;
    private static final double PAGE_ROW = 30;
    private static final double PAPER_ROW = 20;
    private static final double TOP = 30;
    private static final double BLOCK_HEAD = 24;

    private final Figure spec;
    private final List<Block> blocks;
    private final NumberText.Scale scale;
    private final Axis axis;
    private final List<Threshold> thresholds;

    /** Room for the medians' text. */
    private final double right;

    private final double width;
    private final RowLabels labels;
    private final double left;
    private final double row;

    private BoxFigure(Figure spec, Distributions distributions, Sheet sheet) {
        this.spec = spec;
        this.width = sheet.rowsWidth(1);
        this.labels = RowLabels.of(distributions.styles(), sheet, width);
        this.left = labels.left();
        this.row = labels.above() + (sheet.isPaper() ? PAPER_ROW : PAGE_ROW);
        this.blocks = distributions.blocks();
        List<Quantiles> all = distributions.all();
        this.scale = distributions.scale(spec);
        this.axis = distributions.axis(spec);
        this.thresholds = distributions.thresholds(spec);
        int letters =
                all.stream().mapToInt(v -> number(v.percentile(50)).length()).max().orElseThrow();
        this.right = 16 + letters * DIGIT_WIDTH;
    }

    static FigureMarkup draw(Figure spec, Distributions distributions, Sheet sheet) {
        if (distributions.blocks().isEmpty()) {
            return FigureMarkup.nothing("No finished cell has values for this figure.");
        }
        return FigureMarkup.drawn(
                "panels n1",
                List.of(),
                List.of(new BoxFigure(spec, distributions, sheet).picture()),
                "Boxes are the quartiles with the median, whiskers the 1st and 99th percentiles,"
                        + " dots the minimum and maximum; "
                        + distributions.counts(spec));
    }

    private Svg picture() {
        double bottom = TOP;
        for (Block block : blocks) {
            bottom += head(block) + block.bySeries().size() * row;
        }
        Svg svg = new Svg(width, bottom + 24, 780, spec.title(), describe());
        String unit = scale.symbol().isEmpty() ? "" : ", " + scale.symbol();
        svg.text("ptitle", 4, 16, Distributions.quantity(spec) + unit);
        svg.text("strip end", width - 2, 16, "median");
        svg.plot(
                new Plot(
                        left,
                        TOP,
                        width - left - right,
                        bottom - TOP,
                        new Plot.Quantity(axis, scale.symbol()),
                        null));
        svg.group("ticks x", "");
        for (double tick : axis.ticks()) {
            double x = x(tick * scale.divisor());
            svg.line("grid", x, TOP, x, bottom);
            svg.text("tick mid", x, bottom + 15, axis.label(tick));
        }
        svg.line("axis", left, TOP, left, bottom);
        if (axis.isCut()) {
            svg.path("cut", Plot.cutLeft(left, bottom));
        }
        for (Threshold mark : thresholds) {
            svg.text("strip mid", x(mark.value()), TOP - 4, mark.label());
        }
        svg.endGroup();
        double y = TOP;
        for (Block block : blocks) {
            if (!block.name().isEmpty()) {
                String name = NumberText.words(spec.x()) + " " + block.name();
                svg.text("label strong", 4, y + 17, name);
                y += BLOCK_HEAD;
            }
            for (Map.Entry<SeriesStyle, Quantiles> box : block.bySeries().entrySet()) {
                drawRow(svg, box.getKey(), box.getValue(), y);
                y += row;
            }
        }
        return svg.endGroup();
    }

    private static double head(Block block) {
        return block.name().isEmpty() ? 0 : BLOCK_HEAD;
    }

    private void drawRow(Svg svg, SeriesStyle style, Quantiles values, double top) {
        double middle = labels.draw(svg, style, top, row);
        double height = row - labels.above();
        double low = x(values.percentile(1));
        double first = x(values.percentile(25));
        double median = x(values.percentile(50));
        double third = x(values.percentile(75));
        double high = x(values.percentile(99));
        svg.group("data", "");
        svg.group("pt " + style.cssClass(), style.label() + "\n" + text(values));
        svg.rect("hit", left, middle - height / 2, width - left - right, height, 0);
        svg.path(
                "whisker",
                "M%sL%sM%sv10M%sL%sM%sv10"
                        .formatted(
                                Svg.point(low, middle),
                                Svg.point(first, middle),
                                Svg.point(low, middle - 5),
                                Svg.point(third, middle),
                                Svg.point(high, middle),
                                Svg.point(high, middle - 5)));
        double half = height * 0.3;
        svg.rect("quartiles", first, middle - half, Math.max(1, third - first), 2 * half, 0);
        svg.line("median", median, middle - half, median, middle + half);
        for (double end : new double[] {values.least(), values.greatest()}) {
            svg.path("dot", "M%sh0".formatted(Svg.point(x(end), middle)));
        }
        svg.endGroup();
        for (Threshold mark : thresholds) {
            if (mark.appliesTo(style.value())) {
                double x = x(mark.value());
                svg.group("reference", mark.label());
                svg.line("refline", x, middle - height * 0.4, x, middle + height * 0.4).endGroup();
            }
        }
        svg.endGroup();
        svg.text("label end strong", width - 2, middle + 4, number(values.percentile(50)));
    }

    private String describe() {
        StringJoiner text = new StringJoiner("; ");
        for (Block block : blocks) {
            block.bySeries()
                    .forEach(
                            (style, values) ->
                                    text.add(
                                            (block.name() + " " + style.label()).strip()
                                                    + " "
                                                    + text(values)));
        }
        return text.toString();
    }

    private String text(Quantiles values) {
        return "median %s, quartiles %s and %s, 1st and 99th percentiles %s and %s, %s to %s"
                .formatted(
                        number(values.percentile(50)),
                        number(values.percentile(25)),
                        number(values.percentile(75)),
                        number(values.percentile(1)),
                        number(values.percentile(99)),
                        number(values.least()),
                        number(values.greatest()));
    }

    private String number(double value) {
        return NumberText.of(Distributions.unit(spec), value);
    }

    private double x(double value) {
        return left + (width - left - right) * axis.fraction(value / scale.divisor());
    }
}
