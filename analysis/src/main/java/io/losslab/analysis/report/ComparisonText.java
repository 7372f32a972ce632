package io.losslab.analysis.report;

import io.losslab.analysis.comparison.Comparison;
import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.statistics.PairedChange;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A comparison as a table for a terminal: a line for each value of the parameter. */
public final class ComparisonText {
    private static final String NONE = "-";
    private static final String LATE = " *";

    private ComparisonText() {}

    /** Renders a comparison; lines end with a line feed. */
    public static String render(Comparison comparison) {
        String interval = Interval.PERCENT + "% interval";
        List<List<String>> lines = new ArrayList<>();
        lines.add(
                List.of(
                        "where",
                        "traffic",
                        comparison.by(),
                        "mean",
                        interval,
                        "seeds",
                        "change",
                        interval,
                        "effect size",
                        "seeds to decide"));
        for (Comparison.Row row : comparison.rows()) {
            boolean first = true;
            for (String value : row.byValue().keySet()) {
                List<String> line = new ArrayList<>();
                line.add(first ? where(row) : "");
                line.add(first ? row.group() : "");
                line.add(
                        value
                                + (row.late().contains(value) ? LATE : "")
                                + completed(row.unfinished().get(value)));
                addValue(line, comparison.metric(), row.byValue().get(value));
                addChange(line, row.changes().get(value));
                lines.add(line);
                first = false;
            }
        }
        boolean late = comparison.rows().stream().anyMatch(row -> !row.late().isEmpty());
        return comparison.metric().label()
                + "\n"
                + AlignedText.of(lines, 3)
                + (late ? LATE.strip() + " time was not kept in a cell of these\n" : "")
                + footnote(comparison.rows().stream().anyMatch(row -> !row.unfinished().isEmpty()));
    }

    /** After what leaves out messages, such as {@code 22 of 51}; nothing for null. */
    static String completed(String messages) {
        return messages == null ? "" : " (%s completed)".formatted(messages);
    }

    /** What that says, where it stands anywhere. */
    static String footnote(boolean unfinished) {
        return unfinished
                ? "(... completed) of completed messages only: so many in the cell with the fewest\n"
                : "";
    }

    private static String where(Comparison.Row row) {
        return row.where().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    private static void addValue(List<String> line, Metric metric, Pooled value) {
        line.add(TextTable.plain(NumberText.of(metric.unit(), value.mean())));
        line.add(
                value.interval() == null
                        ? NONE
                        : TextTable.plain(NumberText.of(metric.unit(), value.interval().low()))
                                + " to "
                                + TextTable.plain(
                                        NumberText.of(metric.unit(), value.interval().high())));
        line.add(Integer.toString(value.seeds()));
    }

    private static void addChange(List<String> line, PairedChange change) {
        if (change == null) {
            line.addAll(List.of("", "", "", ""));
            return;
        }
        line.add(TextTable.plain(NumberText.signedPercent(change.change())));
        line.add(change.interval() == null ? NONE : TextTable.plain(percent(change.interval())));
        line.add(
                change.effectSize() == null
                        ? NONE
                        : String.format(Locale.ROOT, "%+.2f", change.effectSize()));
        line.add(moreSeeds(change));
    }

    /** Bounds of a change. */
    static String percent(Interval interval) {
        return NumberText.signedPercent(interval.low())
                + " to "
                + NumberText.signedPercent(interval.high());
    }

    private static String moreSeeds(PairedChange change) {
        if (change.moreSeeds() == null) {
            return NONE;
        }
        return change.moreSeeds() == 0 ? "decided" : "+" + change.moreSeeds();
    }
}
