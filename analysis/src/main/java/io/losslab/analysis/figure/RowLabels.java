package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.SeriesStyle;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.figure.drawing.Svg;
import java.util.Collection;

/**
 * Names of rows of bars or boxes: to the left of each, or above it where they would take the room
 * that the rows need.
 *
 * @param left where the rows begin
 * @param above height of a name that stands above its row; 0 where it stands to the left
 */
record RowLabels(double left, double above) {
    /** Width of a letter. */
    private static final double LETTER = 6.8;

    private static final double MARGIN = 12;
    private static final double LEAST_ON_PAGE = 92;
    private static final double MOST = 0.45;
    private static final double LINE = 15;

    static RowLabels of(Collection<SeriesStyle> styles, Sheet sheet, double width) {
        int longest = styles.stream().mapToInt(style -> style.label().length()).max().orElse(0);
        double room = MARGIN + longest * LETTER;
        if (room > MOST * width) {
            return new RowLabels(MARGIN, LINE);
        }
        return new RowLabels(sheet.isPaper() ? room : Math.max(LEAST_ON_PAGE, room), 0);
    }

    /**
     * Draws one.
     *
     * @param top of the row with its name
     * @param height of the same
     * @return the middle of what is drawn in the row
     */
    double draw(Svg svg, SeriesStyle style, double top, double height) {
        double middle = top + above + (height - above) / 2;
        if (above > 0) {
            svg.text("label", left, top + above - 1, style.label());
        } else {
            svg.text("label end", left - 8, middle + 4, style.label());
        }
        return middle;
    }
}
