package io.losslab.analysis.report;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.figure.drawing.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A run with real frames compared with the same cells in virtual time, as text for a terminal. */
public final class BackendText {
    /** Columns of words; the others are numbers. */
    private static final int WORDS = 4;

    private BackendText() {}

    /** Renders the rows; lines end with a line feed. */
    public static String render(BackendComparison both) {
        return "\nReal frames compared with virtual time\n"
                + table(both.rows(), both.backend(), "virtual");
    }

    /**
     * Renders rows.
     *
     * @param measured heading of the first run's values
     * @param reference heading of the values that they are compared with
     */
    static String table(List<BackendComparison.Row> rows, String measured, String reference) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(
                List.of(
                        "cell",
                        "parameters",
                        "traffic",
                        "figure",
                        measured,
                        reference,
                        "ratio",
                        "within 10%"));
        rows.forEach(row -> lines.add(line(row)));
        return AlignedText.of(lines, WORDS);
    }

    static List<String> line(BackendComparison.Row row) {
        return List.of(
                Integer.toString(row.cell()),
                row.params().entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" ")),
                row.group(),
                row.figure(),
                number(row.measured()),
                row.varies() ? range(row.virtual(), row.atOnce()) : number(row.virtual()),
                row.ratio().isPresent() ? NumberText.fixed(row.ratio().getAsDouble(), 2) : "-",
                verdict(row));
    }

    /** Two pause frames more or less are within it, too. */
    private static String verdict(BackendComparison.Row row) {
        if (!row.isChecked()) {
            return "-";
        }
        return row.agrees() ? "yes" : "NO";
    }

    private static String range(double one, double other) {
        return number(Math.min(one, other)) + " to " + number(Math.max(one, other));
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? NumberText.fixed(value, 0)
                : NumberText.fixed(value, value < 10 ? 3 : 1);
    }
}
