package io.losslab.analysis.figure.drawing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Builds one inline SVG. Looks come from style-sheet classes; all texts are escaped. Coordinates
 * are in user units of the view box, y downwards. Not thread safe.
 */
public final class Svg {
    private final StringBuilder out = new StringBuilder(4096);
    private final List<Shape> shapes = new ArrayList<>();
    private final double width;
    private final double height;
    private final int headLength;

    /**
     * Opens the picture.
     *
     * @param maxWidth greatest width on the page, in CSS pixels
     * @param title short, for screen readers
     * @param description what is to be seen
     */
    public Svg(double width, double height, int maxWidth, String title, String description) {
        this.width = width;
        this.height = height;
        out.append("<svg role=\"img\" viewBox=\"0 0 ")
                .append(number(width))
                .append(' ')
                .append(number(height))
                .append("\" style=\"max-width:")
                .append(maxWidth)
                .append("px\"><title>")
                .append(Markup.escape(title))
                .append("</title><desc>")
                .append(Markup.escape(description))
                .append("</desc>\n");
        headLength = out.length();
    }

    public Svg line(String classes, double x1, double y1, double x2, double y2) {
        return path(classes, "M" + point(x1, y1) + "L" + point(x2, y2));
    }

    public Svg path(String classes, String data) {
        shapes.add(new Shape.Path(classes, data));
        out.append("<path class=\"")
                .append(classes)
                .append("\" d=\"")
                .append(data)
                .append("\"/>\n");
        return this;
    }

    public Svg rect(
            String classes, double x, double y, double width, double height, double radius) {
        shapes.add(new Shape.Rect(classes, x, y, width, height));
        out.append("<rect class=\"").append(classes).append('"');
        attribute("x", x);
        attribute("y", y);
        attribute("width", Math.max(0, width));
        attribute("height", Math.max(0, height));
        if (radius > 0) {
            attribute("rx", radius);
        }
        out.append("/>\n");
        return this;
    }

    /** A text whose anchor is named by the classes {@code mid} or {@code end}; else its start. */
    public Svg text(String classes, double x, double y, String text) {
        shapes.add(new Shape.Text(classes, x, y, text));
        out.append("<text class=\"").append(classes).append('"');
        attribute("x", x);
        attribute("y", y);
        out.append('>').append(Markup.escape(text)).append("</text>\n");
        return this;
    }

    /** A point of a line: a mark that depends on the series, and a tooltip around it. */
    public Svg mark(SeriesStyle style, double x, double y, String tooltip) {
        shapes.add(new Shape.Begin("pt " + style.cssClass()));
        shapes.add(new Shape.Path("mark", style.mark(x, y)));
        shapes.add(new Shape.End());
        out.append("<g class=\"pt ").append(style.cssClass()).append("\"><title>");
        out.append(Markup.escape(tooltip)).append("</title>");
        out.append("<circle class=\"hit\" r=\"9\"");
        attribute("cx", x);
        attribute("cy", y);
        out.append("/><path class=\"mark\" d=\"").append(style.mark(x, y)).append("\"/></g>\n");
        return this;
    }

    /** A line over the horizontal axis of a plot, whose values are read under the pointer. */
    public Svg curve(String classes, String label, String data) {
        shapes.add(new Shape.Path(classes, data));
        out.append("<path class=\"").append(classes).append("\" data-label=\"");
        out.append(Markup.escape(label)).append("\" d=\"").append(data).append("\"/>\n");
        return this;
    }

    /** Opens a plot: groups {@code ticks x}, {@code ticks y}, and {@code data} are in it. */
    public Svg plot(Plot plot) {
        shapes.add(new Shape.Begin("plot"));
        out.append("<g class=\"plot\"").append(plot.attributes()).append(">\n");
        return this;
    }

    /** Opens a group; {@link #endGroup} closes it. */
    public Svg group(String classes, String tooltip) {
        shapes.add(new Shape.Begin(classes));
        out.append("<g class=\"").append(classes).append("\">");
        if (!tooltip.isEmpty()) {
            out.append("<title>").append(Markup.escape(tooltip)).append("</title>");
        }
        return this;
    }

    public Svg endGroup() {
        shapes.add(new Shape.End());
        out.append("</g>\n");
        return this;
    }

    /** Its width in user units. */
    public double width() {
        return width;
    }

    /** Its height in user units. */
    public double height() {
        return height;
    }

    /** All that is drawn, in order, for other formats. */
    public List<Shape> shapes() {
        return List.copyOf(shapes);
    }

    /** What is drawn, without the element around it. */
    String content() {
        return out.substring(headLength);
    }

    /** The whole element. */
    public String finish() {
        return out + "</svg>\n";
    }

    /** A coordinate pair as path data. */
    public static String point(double x, double y) {
        return number(x) + " " + number(y);
    }

    /** A coordinate with at most two decimals. */
    public static String number(double value) {
        long hundredths = Math.round(value * 100);
        if (hundredths % 100 == 0) {
            return Long.toString(hundredths / 100);
        }
        String text = String.format(Locale.ROOT, "%.2f", hundredths / 100.0);
        return text.endsWith("0") ? text.substring(0, text.length() - 1) : text;
    }

    private void attribute(String name, double value) {
        out.append(' ').append(name).append("=\"").append(number(value)).append('"');
    }
}
