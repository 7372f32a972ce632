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
                line.add(row.late().contains(value) ? value + LATE : value);
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
                + (late ? LATE.strip() + " time was not kept in a cell of these\n" : "");
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
