package io.losslab.analysis.report;

import java.util.List;

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
                line.append("  ").append(i < leftColumns ? row.get(i) + pad : pad + row.get(i));
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }
}
