package io.losslab.analysis.report;

import java.util.List;
import java.util.function.IntPredicate;

/** Rows of words in columns, for a terminal. */
public final class AlignedText {
    private AlignedText() {}

    /** Renders rows of equal length, all columns with their words starting at one place. */
    public static String of(List<List<String>> rows) {
        return of(rows, rows.get(0).size());
    }

    /**
     * Renders rows of equal length; lines end with a line feed.
     *
     * @param leftColumns first columns, whose words start at one place; the others end at one
     */
    public static String of(List<List<String>> rows, int leftColumns) {
        return of(rows, column -> column >= leftColumns);
    }

    /**
     * Renders rows of equal length; lines end with a line feed.
     *
     * @param ending tells the columns whose words end at one place; the others start at one
     */
    public static String of(List<List<String>> rows, IntPredicate ending) {
        int[] width = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < width.length; i++) {
                width[i] = Math.max(width[i], row.get(i).length());
            }
        }
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < width.length; i++) {
                String pad = " ".repeat(width[i] - row.get(i).length());
                line.append("  ").append(ending.test(i) ? pad + row.get(i) : row.get(i) + pad);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }
}
