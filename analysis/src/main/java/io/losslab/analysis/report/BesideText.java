package io.losslab.analysis.report;

import io.losslab.analysis.figure.NumberText;
import io.losslab.analysis.summary.Beside;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A run with real frames beside the same cells in virtual time, as text for a terminal. */
public final class BesideText {
    private BesideText() {}

    /** Renders the rows; lines end with a line feed. */
    public static String render(Beside both) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(
                List.of("cell", "parameters", "traffic", "figure", both.backend(), "virtual", "ratio"));
        both.rows().forEach(row -> lines.add(line(row)));
        int[] width = new int[lines.get(0).size()];
        for (List<String> line : lines) {
            for (int i = 0; i < width.length; i++) {
                width[i] = Math.max(width[i], line.get(i).length());
            }
        }
        StringBuilder out = new StringBuilder("\nReal frames beside virtual time\n");
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder(" ");
            for (int i = 0; i < width.length; i++) {
                String pad = " ".repeat(width[i] - line.get(i).length());
                text.append(' ').append(i < 4 ? line.get(i) + pad : pad + line.get(i)).append(' ');
            }
            out.append(text.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }

    static List<String> line(Beside.Row row) {
        return List.of(
                Integer.toString(row.cell()),
                row.params().entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" ")),
                row.group(),
                row.figure(),
                number(row.measured()),
                number(row.virtual()),
                row.ratio().isPresent() ? NumberText.fixed(row.ratio().getAsDouble(), 2) : "-");
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? NumberText.fixed(value, 0)
                : NumberText.fixed(value, value < 10 ? 3 : 1);
    }
}
