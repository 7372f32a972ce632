package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.Axis;
import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.SeriesStyle;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.figure.drawing.Svg;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.Figure.Threshold;
import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * A metric as one bar per series, with marks for values a paper reports; with an {@code x}, a block
 * of bars for each of its values.
 */
final class BarsFigure {
    private static final double RIGHT = 96;
    private static final double ROW = 40;
    private static final double PAPER_ROW = 22;
    private static final double TOP = 30;
    private static final double BLOCK_HEAD = 24;
    private static final double ARROW = 4;

    /** The bars of one value of {@code x}; of all cells, named "", without one. */
    private record Block(String name, Map<SeriesStyle, Pooled> bars) {
        double height(double row) {
            return (name.isEmpty() ? 0 : BLOCK_HEAD) + bars.size() * row;
        }
    }

    private final Figure spec;
    private final List<SeriesStyle> styles;
    private final List<CellSummary> cells;
    private final double width;
    private final RowLabels labels;
    private final double left;
    private final Sheet sheet;

    /** A row is as high as its marks need. */
    private final double row;

    private BarsFigure(Figure spec, List<CellSummary> cells, RunManifest manifest, Sheet sheet) {
        this.spec = spec;
        this.cells = cells;
        this.styles = SeriesStyle.of(spec.by(), cells, manifest);
        this.width = sheet.rowsWidth(spec.metrics().size());
        this.sheet = sheet;
        this.labels = RowLabels.of(styles, sheet, width);
        this.left = labels.left();
        this.row =
                labels.above() + (sheet.isPaper() && spec.thresholds().isEmpty() ? PAPER_ROW : ROW);
    }

    static FigureMarkup draw(Figure spec, Summary summary, RunManifest manifest, Sheet sheet) {
        BarsFigure figure =
                new BarsFigure(
                        spec, summary.cellsWhere(spec.sweep(), spec.where()), manifest, sheet);
        if (figure.styles.isEmpty()) {
            return FigureMarkup.nothing("No finished cell matches the parameters of this figure.");
        }
        return FigureMarkup.drawn(
                "panels n2",
                List.of(),
                spec.metrics().stream().map(name -> figure.panel(Metric.parse(name))).toList(),
                figure.note());
    }

    private String note() {
        return SeedWhiskers.note(
                spec.metrics().stream()
                        .flatMap(name -> values(blocks(Metric.parse(name))).stream())
                        .toList());
    }

    private static List<Pooled> values(List<Block> blocks) {
        return blocks.stream().flatMap(block -> block.bars().values().stream()).toList();
    }

    private Svg panel(Metric metric) {
        List<Block> blocks = blocks(metric);
        List<Pooled> values = values(blocks);
        if (values.isEmpty()) {
            Svg svg = new Svg(width, TOP + ROW, 720, spec.title(), describe(metric, blocks));
            svg.text("ptitle", 4, 16, metric.label());
            return svg.text("note mid", width / 2, TOP + ROW / 2, FigureMarkup.NO_VALUE);
        }
        double least = Math.min(SeedWhiskers.least(values), marks(metric).min().orElseThrow());
        double greatest =
                Math.max(SeedWhiskers.greatest(values), marks(metric).max().orElseThrow());
        NumberText.Scale scale = NumberText.Scale.of(metric.unit(), Math.max(-least, greatest));
        Axis axis = Axis.covering(least / scale.divisor(), greatest / scale.divisor(), 5);
        double bottom = TOP + blocks.stream().mapToDouble(block -> block.height(row)).sum();
        Svg svg = new Svg(width, bottom + 24, 720, spec.title(), describe(metric, blocks));
        String unit = scale.symbol().isEmpty() ? "" : ", " + scale.symbol();
        svg.text("ptitle", 4, 16, metric.label() + unit);
        for (double tick : axis.ticks()) {
            double x = x(axis, tick);
            svg.line(tick == 0 ? "axis" : "grid", x, TOP, x, bottom);
            svg.text("tick mid", x, bottom + 15, axis.label(tick));
        }
        double y = TOP;
        for (Block block : blocks) {
            if (!block.name().isEmpty()) {
                svg.text("label strong", left + 4, y + 17, title(block));
                y += BLOCK_HEAD;
            }
            for (Map.Entry<SeriesStyle, Pooled> bar : block.bars().entrySet()) {
                drawRow(svg, metric, bar.getKey(), bar.getValue(), y, axis, scale);
                y += row;
            }
        }
        return svg;
    }

    /** Values that the axis has besides those of the bars, which begin at zero. */
    private DoubleStream marks(Metric metric) {
        return DoubleStream.concat(
                DoubleStream.of(0), thresholds(metric).stream().mapToDouble(Threshold::value));
    }

    /** They have the unit of the first metric. */
    private List<Threshold> thresholds(Metric metric) {
        return metric.unit() == Metric.parse(spec.metrics().get(0)).unit()
                ? spec.thresholds()
                : List.of();
    }

    private String title(Block block) {
        return sheet.isPaper() ? NumberText.words(spec.x()) + " " + block.name() : block.name();
    }

    private List<Block> blocks(Metric metric) {
        if (spec.x() == null) {
            return List.of(block("", metric, cells));
        }
        return cells.stream()
                .filter(cell -> cell.params().containsKey(spec.x()))
                .map(cell -> cell.param(spec.x()))
                .distinct()
                .sorted(ParamValue.order())
                .map(value -> block(value, metric, cellsAt(value)))
                .filter(block -> !block.bars().isEmpty())
                .toList();
    }

    private List<CellSummary> cellsAt(String value) {
        return cells.stream()
                .filter(cell -> cell.params().containsKey(spec.x()))
                .filter(cell -> cell.param(spec.x()).equals(value))
                .toList();
    }

    private Block block(String name, Metric metric, List<CellSummary> within) {
        Map<SeriesStyle, Pooled> bars = new LinkedHashMap<>();
        for (SeriesStyle style : styles) {
            List<CellSummary> own =
                    within.stream().filter(c -> c.param(spec.by()).equals(style.value())).toList();
            Pooled.of(metric, spec.group(), own).ifPresent(value -> bars.put(style, value));
        }
        return new Block(name, bars);
    }

    private void drawRow(
            Svg svg,
            Metric metric,
            SeriesStyle style,
            Pooled value,
            double top,
            Axis axis,
            NumberText.Scale scale) {
        double middle = labels.draw(svg, style, top, row);
        double zero = x(axis, 0);
        double end = x(axis, value.mean() / scale.divisor());
        double rightmost = Math.max(zero, end);
        svg.group("", SeedWhiskers.text(metric, value));
        double half = Math.min(11, (row - labels.above()) * 0.36);
        svg.rect(
                "bar " + style.cssClass(),
                Math.min(zero, end),
                middle - half,
                Math.abs(end - zero),
                2 * half,
                2);
        if (value.interval() != null) {
            double low = x(axis, value.interval().low() / scale.divisor());
            double high = x(axis, value.interval().high() / scale.divisor());
            svg.path("range", range(low, high, middle));
            rightmost = Math.max(rightmost, Math.min(high, width - RIGHT));
        }
        svg.endGroup();
        for (Threshold mark : thresholds(metric)) {
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

    /** A line between the bounds; an arrow at the end of the axis where a bound is outside it. */
    private String range(double low, double high, double middle) {
        String start = Svg.point(Math.max(low, left), middle);
        String end = Svg.point(Math.min(high, width - RIGHT), middle);
        return "M%sL%s".formatted(start, end)
                + (low < left - 0.5 ? arrow(start, left + ARROW, middle) : "")
                + (high > width - RIGHT + 0.5 ? arrow(end, width - RIGHT - ARROW, middle) : "");
    }

    private static String arrow(String tip, double tail, double middle) {
        return "M%sL%sL%s"
                .formatted(Svg.point(tail, middle - ARROW), tip, Svg.point(tail, middle + ARROW));
    }

    private String describe(Metric metric, List<Block> blocks) {
        StringBuilder text = new StringBuilder(metric.label()).append(':');
        for (Block block : blocks) {
            block.bars()
                    .forEach(
                            (style, value) ->
                                    text.append(block.name().isEmpty() ? "" : " " + block.name())
                                            .append(' ')
                                            .append(style.label())
                                            .append(' ')
                                            .append(NumberText.of(metric.unit(), value.mean()))
                                            .append(';'));
        }
        return text.toString();
    }

    private double x(Axis axis, double value) {
        return left + (width - left - RIGHT) * axis.fraction(value);
    }
}
