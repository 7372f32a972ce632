package io.losslab.analysis.figure.print;

import io.losslab.analysis.figure.drawing.SeriesStyle;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a shape looks on paper. The colours of series are those of Okabe and Ito (2008), which
 * readers with any colour vision can tell apart; lines differ in their dashes too, points in their
 * marks.
 *
 * @param stroke colour as {@code #rrggbb}; null: no line
 * @param width of the line, in user units
 * @param dash lengths of dashes and gaps; empty: solid
 * @param fill colour; null: none
 */
record Ink(String stroke, double width, List<Double> dash, String fill) {
    private static final String INK = "#000000";
    private static final String SOFT = "#444444";
    private static final String GRID = "#dddddd";
    private static final String WHITE = "#ffffff";
    private static final String WARMUP = "#eeeeee";
    private static final List<String> SERIES =
            List.of("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#555555");
    private static final List<List<Double>> DASHES =
            List.of(
                    List.of(),
                    List.of(6.0, 2.5),
                    List.of(2.0, 2.0),
                    List.of(7.0, 2.0, 2.0, 2.0),
                    List.of(10.0, 3.0),
                    List.of(4.0, 1.5, 1.0, 1.5, 1.0, 1.5));
    private static final Pattern SERIES_CLASS = Pattern.compile("\\bs(\\d)\\b");
    private static final double LIGHT = 0.55;
    private static final double HALO = 4;

    /** Colour of a halo. */
    static final String PAPER = WHITE;

    /**
     * The look of a path or a rectangle.
     *
     * @param classes its own
     * @param around those of the groups around it, the innermost last
     * @return empty for what only a screen needs
     */
    static Optional<Ink> of(String classes, List<String> around) {
        String all = String.join(" ", around) + " " + classes;
        int series = series(all);
        String colour = SERIES.get(series);
        boolean baseline = (" " + all + " ").contains(" base ");
        List<String> own = List.of(classes.split(" "));
        return switch (own.get(0)) {
            case "axis" -> line(SOFT, 0.8);
            case "cut" -> line(INK, 1);
            case "grid" -> line(GRID, 0.6);
            case "line" -> Optional.of(new Ink(colour, 1.7, DASHES.get(series), null));
            case "mark" -> Optional.of(new Ink(colour, 1.2, List.of(), baseline ? WHITE : colour));
            case "whisker" -> line(colour, 1.1);
            case "median" -> line(INK, 2);
            case "dot" -> line(colour, 2.6);
            case "range", "refline" -> line(INK, 1.4);
            case "threshold" -> Optional.of(new Ink(INK, 0.9, List.of(2.0, 2.5), null));
            case "trace" -> Optional.of(trace(own, colour));
            case "bar" ->
                    Optional.of(
                            own.contains("undecided")
                                    ? new Ink(colour, 1, List.of(), WHITE)
                                    : new Ink(null, 0, List.of(), colour));
            case "quartiles" -> Optional.of(new Ink(colour, 1.1, List.of(), light(colour)));
            case "warmup" -> Optional.of(new Ink(null, 0, List.of(), WARMUP));
            default -> Optional.empty();
        };
    }

    /**
     * How a text looks.
     *
     * @param colour as {@code #rrggbb}
     * @param size in user units
     * @param halo width of a white line around the letters, over which they stay legible; 0: none
     */
    record Letters(String colour, double size, double halo) {}

    /** The look of a text. */
    static Letters ofText(List<String> classes) {
        boolean soft = classes.contains("tick") && !classes.contains("name");
        return new Letters(
                soft || classes.contains("strip") ? SOFT : INK,
                size(classes),
                classes.contains("tlabel") ? HALO : 0);
    }

    private static double size(List<String> classes) {
        if (classes.contains("ptitle") || classes.contains("label")) {
            return 11.5;
        }
        return classes.contains("strip") ? 10 : 10.5;
    }

    private static Ink trace(List<String> classes, String colour) {
        boolean dashed = classes.contains("dashed");
        if (classes.contains("p1")) {
            List<Double> dashes = dashed ? List.of(1.5, 1.5) : List.of(4.0, 1.5);
            return new Ink(INK, 0.9, dashes, null);
        }
        return new Ink(
                classes.contains("p2") ? light(colour) : colour,
                1,
                dashed ? List.of(3.0, 2.0) : List.of(),
                null);
    }

    private static Optional<Ink> line(String colour, double width) {
        return Optional.of(new Ink(colour, width, List.of(), null));
    }

    private static int series(String classes) {
        Matcher matcher = SERIES_CLASS.matcher(classes);
        int index = 0;
        while (matcher.find()) {
            index = Integer.parseInt(matcher.group(1));
        }
        return index % SeriesStyle.COLOURS;
    }

    private static String light(String colour) {
        StringBuilder mixed = new StringBuilder("#");
        for (int at = 1; at < 7; at += 2) {
            int part = Integer.parseInt(colour.substring(at, at + 2), 16);
            mixed.append("%02x".formatted(Math.round(part + (255 - part) * LIGHT)));
        }
        return mixed.toString();
    }
}
