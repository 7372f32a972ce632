package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.analysis.paper.PaperComparison;
import io.losslab.analysis.paper.VerdictCounts;
import io.losslab.analysis.report.AlignedText;
import io.losslab.analysis.report.PaperRow;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.summary.Summary;
import io.losslab.orchestrator.cli.option.FormatOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** Rows of several runs that compare with one paper, as a table of 120 columns or as JSON. */
final class PaperRows {
    private static final int WIDTH = 120;
    private static final int WIDEST_METRIC = 34;
    private static final int LEAST_NOTE = 16;
    private static final int METRIC = 1;
    private static final int NOTE = 6;
    private static final List<String> HEAD =
            List.of(
                    "figure",
                    "metric",
                    "reported",
                    "measured",
                    Interval.PERCENT + "% interval",
                    "verdict",
                    "note");

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

    /**
     * {@code {"rows": [...], "totals": {"agrees": 3, ...}}}, a row with the fields of {@link
     * PaperComparison}, and a direction under {@code reported} where the paper gives no number.
     */
    String json() throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode document = mapper.createObjectNode();
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
            object.put("measured", row.measured());
            object.set("interval", mapper.valueToTree(row.interval()));
            object.put("seeds", row.seeds())
                    .put("effectSize", row.effectSize())
                    .put("moreSeeds", row.moreSeeds())
                    .put("within", row.within());
            object.set("verdict", mapper.valueToTree(row.verdict()));
            object.put("sameDirection", row.sameDirection()).put("note", rows.get(i).note());
        }
        document.set("totals", mapper.valueToTree(VerdictCounts.of(comparisons)));
        return FormatOption.pretty(document);
    }

    /** Columns as wide as they must be; metrics and notes run over several lines. */
    String table() {
        List<List<String>> cells = new ArrayList<>(List.of(HEAD));
        rows.forEach(row -> cells.add(cells(row)));
        int noteWidth = noteWidth(cells);
        List<List<String>> lines =
                cells.stream().flatMap(row -> lines(row, noteWidth).stream()).toList();
        return AlignedText.of(lines, column -> column == 2 || column == 3 || column == 4).indent(-2)
                + VerdictCounts.text(comparisons)
                + "\n";
    }

    private static List<String> cells(PaperRow row) {
        return List.of(
                ascii(row.figure()),
                ascii(row.metric()),
                ascii(row.reported()),
                ascii(row.measured()),
                ascii(row.interval()),
                row.verdict(),
                ascii(row.note()));
    }

    /** What the other columns leave for the note. */
    private static int noteWidth(List<List<String>> cells) {
        int width = WIDTH;
        for (int column = 0; column < NOTE; column++) {
            int at = column;
            int widest = cells.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
            width -= 2 + (column == METRIC ? Math.min(widest, WIDEST_METRIC) : widest);
        }
        return Math.max(LEAST_NOTE, width);
    }

    /**
     * A row as lines of cells; where a metric or note takes more lines, the other cells are empty.
     */
    private static List<List<String>> lines(List<String> row, int noteWidth) {
        List<String> metric = wrapped(row.get(METRIC), WIDEST_METRIC);
        List<String> note = wrapped(row.get(NOTE), noteWidth);
        List<List<String>> lines = new ArrayList<>();
        for (int line = 0; line < Math.max(metric.size(), note.size()); line++) {
            List<String> cells =
                    new ArrayList<>(line == 0 ? row : Collections.nCopies(row.size(), ""));
            cells.set(METRIC, line < metric.size() ? metric.get(line) : "");
            cells.set(NOTE, line < note.size() ? note.get(line) : "");
            lines.add(cells);
        }
        return lines;
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
                .replace("\u00a0%", "%")
                .replace("\u202f%", "%")
                .replace(" %", "%")
                .replace("\u00a0", " ")
                .replace("\u202f", " ");
    }
}
