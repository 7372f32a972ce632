package io.losslab.analysis.figure.print;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pdfbox.pdmodel.PDPageContentStream;

/**
 * Path data of SVG as far as figures use it: {@code M L m l h v z} and {@code a} for a half circle.
 */
final class PathData {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z]|-?\\d+(?:\\.\\d+)?");

    /** A quarter of a circle as a Bézier curve: length of its handles over the radius. */
    private static final double HANDLE = 0.5522847498;

    private final Matcher tokens;
    private final PDPageContentStream out;
    private double x;
    private double y;

    private PathData(String data, double dx, double dy, PDPageContentStream out) {
        this.tokens = TOKEN.matcher(data);
        this.out = out;
        this.x = dx;
        this.y = dy;
    }

    /**
     * Adds a path.
     *
     * @throws IllegalArgumentException where it has another command
     */
    static void draw(String data, double dx, double dy, PDPageContentStream out)
            throws IOException {
        new PathData(data, dx, dy, out).draw(dx, dy);
    }

    private void draw(double dx, double dy) throws IOException {
        while (tokens.find()) {
            char command = tokens.group().charAt(0);
            switch (command) {
                case 'M' -> move(dx + number(), dy + number());
                case 'm' -> move(x + number(), y + number());
                case 'L' -> line(dx + number(), dy + number());
                case 'l' -> line(x + number(), y + number());
                case 'h' -> line(x + number(), y);
                case 'v' -> line(x, y + number());
                case 'a' -> halfCircle();
                case 'z' -> out.closePath();
                default -> throw new IllegalArgumentException("path command " + command);
            }
        }
    }

    private void move(double toX, double toY) throws IOException {
        x = toX;
        y = toY;
        out.moveTo((float) x, (float) y);
    }

    private void line(double toX, double toY) throws IOException {
        x = toX;
        y = toY;
        out.lineTo((float) x, (float) y);
    }

    /** From one end of a horizontal diameter to the other; below it from left to right. */
    private void halfCircle() throws IOException {
        for (int unused = 0; unused < 5; unused++) {
            number();
        }
        double across = number();
        number();
        double r = across / 2;
        double k = HANDLE * r;
        out.curveTo(
                (float) x,
                (float) (y + k),
                (float) (x + r - k),
                (float) (y + r),
                (float) (x + r),
                (float) (y + r));
        out.curveTo(
                (float) (x + r + k),
                (float) (y + r),
                (float) (x + across),
                (float) (y + k),
                (float) (x + across),
                (float) y);
        x += across;
    }

    private double number() {
        if (!tokens.find()) {
            throw new IllegalArgumentException("path data ends early");
        }
        return Double.parseDouble(tokens.group());
    }
}
