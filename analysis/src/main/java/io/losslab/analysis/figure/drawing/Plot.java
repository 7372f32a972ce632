package io.losslab.analysis.figure.drawing;

/**
 * The area of a picture between its axes, in user units. A reader of the report can zoom into it,
 * and read values in it.
 *
 * @param x null where positions are not values
 * @param y null where positions are not values
 */
public record Plot(double left, double top, double width, double height, Quantity x, Quantity y) {
    /**
     * What an axis shows.
     *
     * @param unit symbol; may be empty
     */
    public record Quantity(Axis axis, String unit) {
        /** As the script of the report reads it. */
        private String attribute(String name) {
            return " data-%s=\"%s %s %s %s\""
                    .formatted(
                            name,
                            axis.low(),
                            axis.high(),
                            axis.isLogarithmic() ? "logarithmic" : "linear",
                            Markup.escape(unit));
        }
    }

    /** Path of the mark that a vertical axis is cut, at its lower end. */
    public static String cut(double x, double y) {
        return "M%sl6 -3M%sl6 -3".formatted(Svg.point(x - 3, y - 5), Svg.point(x - 3, y - 9));
    }

    /** Path of the mark that a horizontal axis is cut, at its left end. */
    public static String cutLeft(double x, double y) {
        return "M%sl3 -6M%sl3 -6".formatted(Svg.point(x + 3, y + 3), Svg.point(x + 7, y + 3));
    }

    String attributes() {
        return " data-box=\"%s %s\"".formatted(Svg.point(left, top), Svg.point(width, height))
                + (x == null ? "" : x.attribute("x"))
                + (y == null ? "" : y.attribute("y"));
    }
}
