package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.analysis.report.PaperRow;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.PaperComparison;
import io.losslab.analysis.summary.Summary;
import io.losslab.orchestrator.cli.option.FormatOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Rows of several runs that compare with one paper, as a table of 120 columns or as JSON. */
final class PaperRows {
    private static final int WIDTH = 120;
    private static final int WIDEST_METRIC = 46;
    private static final int LEAST_NOTE = 16;
    private static final List<String> HEAD =
            List.of("figure", "metric", "reported", "measured", "same", "note");

    private final List<PaperRow> rows = new ArrayList<>();
    private final List<PaperComparison> comparisons = new ArrayList<>();

    /** Adds the rows of a run whose figure is wanted. */
    void add(RunManifest manifest, Summary summary, Predicate<String> figures) {
        List<PaperRow> all = PaperRow.of(manifest, summary);
        for (int i = 0; i < all.size(); i++) {
            if (figures.test(all.get(i).figure())) {
                rows.add(all.get(i));
                comparisons.add(summary.paper().get(i));
            }
        }
    }

    /** {@code {"rows":[{"figure","metric","reported","measured","sameDirection","note"}]}}. */
    String json() throws JsonProcessingException {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ArrayNode array = document.putArray("rows");
        for (int i = 0; i < rows.size(); i++) {
            PaperComparison row = comparisons.get(i);
            ObjectNode object = array.addObject();
            object.put("figure", rows.get(i).figure()).put("metric", row.metric());
            if (row.reported() == null) {
                object.put("reported", row.expect());
            } else {
                object.put("reported", row.reported());
            }
            object.put("measured", row.measured())
                    .put("sameDirection", row.sameDirection())
                    .put("note", rows.get(i).note());
        }
        return FormatOption.pretty(document);
    }

    /** Columns as wide as they must be; metrics and notes run over several lines. */
    String table() {
        List<List<String>> cells = new ArrayList<>(List.of(HEAD));
        rows.forEach(row -> cells.add(cells(row)));
        int[] widths = widths(cells);
        StringBuilder text = new StringBuilder();
        cells.forEach(row -> append(text, row, widths));
        long judged = rows.stream().filter(row -> !row.direction().equals("-")).count();
        long same = rows.stream().filter(row -> row.direction().equals("yes")).count();
        return text.append("%d of %d results in the same direction%n".formatted(same, judged))
                .toString();
    }

    private static List<String> cells(PaperRow row) {
        return List.of(
                ascii(row.figure()),
                ascii(row.metric()),
                ascii(row.reported()),
                ascii(row.measured()),
                row.direction().equals("no") ? "NO" : row.direction(),
                ascii(row.note()));
    }

    private static int[] widths(List<List<String>> cells) {
        int[] widths = new int[HEAD.size()];
        for (List<String> row : cells) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        widths[1] = Math.min(widths[1], WIDEST_METRIC);
        int taken = 2 * (widths.length - 1);
        for (int column = 0; column < widths.length - 1; column++) {
            taken += widths[column];
        }
        widths[widths.length - 1] = Math.max(LEAST_NOTE, WIDTH - taken);
        return widths;
    }

    private static void append(StringBuilder text, List<String> row, int[] widths) {
        List<List<String>> columns = new ArrayList<>();
        for (int column = 0; column < widths.length; column++) {
            columns.add(wrapped(row.get(column), widths[column]));
        }
        int lines = columns.stream().mapToInt(List::size).max().orElse(1);
        for (int line = 0; line < lines; line++) {
            StringBuilder printed = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                List<String> cell = columns.get(column);
                String part = line < cell.size() ? cell.get(line) : "";
                String pad = " ".repeat(widths[column] - part.length());
                boolean number = column == 2 || column == 3;
                printed.append(column == 0 ? "" : "  ").append(number ? pad + part : part + pad);
            }
            text.append(printed.toString().stripTrailing()).append('\n');
        }
    }

    /** Words in lines of at most a width; a longer word is cut. */
    private static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            String rest = word;
            if (!line.isEmpty() && line.length() + 1 + rest.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            for (; rest.length() > width; rest = rest.substring(width)) {
                lines.add(rest.substring(0, width));
            }
            line.append(line.isEmpty() ? "" : " ").append(rest);
        }
        lines.add(line.toString());
        return lines;
    }

    /** Terminals without UTF-8 get letters they have. */
    private static String ascii(String text) {
        return text.replace('\u2212', '-')
                .replace("\u00b5", "u")
                .replace("\u00a0", " ")
                .replace("\u202f", " ");
    }
}
