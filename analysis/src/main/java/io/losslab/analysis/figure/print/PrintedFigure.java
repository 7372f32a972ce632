package io.losslab.analysis.figure.print;

import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.Key;
import io.losslab.analysis.figure.drawing.Shape;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.figure.drawing.Svg;
import java.util.ArrayList;
import java.util.List;

/**
 * A figure as one picture: the legend above, the panels in rows below.
 *
 * @param parts pictures and where they stand
 * @param width in user units
 * @param height in user units
 */
record PrintedFigure(List<Part> parts, double width, double height) {
    private static final double KEY_GAP = 14;
    private static final double KEY_ROW = 16;
    private static final double PANEL_GAP = 8;
    private static final double LETTER = 6;
    private static final double AFTER_SAMPLE = 5;

    /** A picture with its upper left corner. */
    record Part(double x, double y, List<Shape> shapes) {}

    /** Puts a figure together. */
    static PrintedFigure of(FigureMarkup figure, Sheet sheet) {
        List<Part> parts = new ArrayList<>();
        double y = addKeys(parts, figure.keys(), sheet.width());
        int inRow = sheet.inRow(figure.panels().size());
        for (int from = 0; from < figure.panels().size(); from += inRow) {
            double x = 0;
            double rowHeight = 0;
            int end = Math.min(figure.panels().size(), from + inRow);
            for (Svg panel : figure.panels().subList(from, end)) {
                parts.add(new Part(x, y, panel.shapes()));
                x += panel.width() + PANEL_GAP;
                rowHeight = Math.max(rowHeight, panel.height());
            }
            y += rowHeight + (end < figure.panels().size() ? PANEL_GAP : 0);
        }
        return new PrintedFigure(parts, sheet.width(), y);
    }

    private static double addKeys(List<Part> parts, List<Key> keys, double width) {
        double x = 0;
        double y = 0;
        for (Key key : keys) {
            double length = Key.SAMPLE + AFTER_SAMPLE + key.label().length() * LETTER;
            if (x > 0 && x + length > width) {
                x = 0;
                y += KEY_ROW;
            }
            Svg svg = new Svg(length, KEY_ROW, 0, "", "");
            key.draw(svg, 0, 2);
            svg.text("", Key.SAMPLE + AFTER_SAMPLE, 2 + Key.HEIGHT - 2, key.label());
            parts.add(new Part(x, y, svg.shapes()));
            x += length + KEY_GAP;
        }
        return keys.isEmpty() ? 0 : y + KEY_ROW;
    }

    /** Width in points of 1/72 in. */
    double widthPoints() {
        return width * Sheet.POINTS_PER_UNIT;
    }

    /** Height in points of 1/72 in. */
    double heightPoints() {
        return height * Sheet.POINTS_PER_UNIT;
    }
}
