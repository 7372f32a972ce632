package io.losslab.analysis.figure.drawing;

import java.util.List;

/**
 * An entry of a legend.
 *
 * @param label for users
 * @param strokes classes of the lines that stand for it, side by side
 * @param mark series whose mark stands on the line; null: none
 */
public record Key(String label, List<String> strokes, SeriesStyle mark) {
    /** Width and height of its sample. */
    public static final double SAMPLE = 34;

    public static final double HEIGHT = 12;

    /** The key of a series: its line and its mark. */
    public static Key of(SeriesStyle style) {
        return new Key(style.label(), List.of("line"), style);
    }

    /** Draws the sample with its left end at a point. */
    public void draw(Svg svg, double x, double y) {
        if (mark != null) {
            svg.group("pt " + mark.cssClass(), "");
        }
        double length = (SAMPLE - 2) / strokes.size();
        for (int i = 0; i < strokes.size(); i++) {
            double from = x + 1 + length * i;
            double to = from + length - (strokes.size() > 1 ? 2 : 0);
            svg.line(strokes.get(i), from, y + HEIGHT / 2, to, y + HEIGHT / 2);
        }
        if (mark != null) {
            svg.path("mark", mark.mark(x + SAMPLE / 2, y + HEIGHT / 2)).endGroup();
        }
    }

    String html() {
        Svg svg = new Svg(SAMPLE, HEIGHT, 0, "", "");
        draw(svg, 0, 0);
        return "<span class=\"key\"><svg aria-hidden=\"true\" viewBox=\"0 0 34 12\" class=\"swatch\">"
                + svg.content()
                + "</svg>"
                + Markup.escape(label)
                + "</span>";
    }
}
