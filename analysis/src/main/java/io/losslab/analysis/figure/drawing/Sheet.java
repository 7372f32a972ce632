package io.losslab.analysis.figure.drawing;

/**
 * What a figure is drawn for: how wide it is, in user units, and how many panels stand in a row.
 */
public enum Sheet {
    /** The report. */
    PAGE(Double.NaN, 3),
    /** One column of a paper with two: 3.33 in. */
    SINGLE(340, 1),
    /** Both columns: 7 in. */
    DOUBLE(714, 3);

    /** Points of 1/72 in of a user unit: the text of ticks has 7.4 pt then. */
    public static final double POINTS_PER_UNIT = 240.0 / 340;

    private static final double GAP = 8;

    private final double width;
    private final int mostInRow;

    Sheet(double width, int mostInRow) {
        this.width = width;
        this.mostInRow = mostInRow;
    }

    /** The width of all of it; only of a paper. */
    public double width() {
        return width;
    }

    /** Whether it is printed. */
    public boolean isPaper() {
        return this != PAGE;
    }

    /** How many of so many panels stand in a row. */
    public int inRow(int panels) {
        return Math.min(mostInRow, Math.max(1, panels));
    }

    /** The width of each of so many panels. */
    public double panelWidth(int panels) {
        int row = inRow(panels);
        if (isPaper()) {
            return (width - GAP * (row - 1)) / row;
        }
        return row == 1 ? 620 : row == 2 ? 460 : 340;
    }

    /** The width of a panel with rows of bars or boxes. */
    public double rowsWidth(int panels) {
        return isPaper() ? panelWidth(panels) : 620;
    }
}
