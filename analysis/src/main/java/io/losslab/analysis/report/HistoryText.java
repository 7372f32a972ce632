package io.losslab.analysis.report;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.history.HistoryTable;
import io.losslab.analysis.history.HistoryTables;
import io.losslab.analysis.history.MetricTrend;
import io.losslab.analysis.history.RunHistory;
import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.statistics.PairedChange;
import io.losslab.analysis.summary.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A history as text for a terminal. */
public final class HistoryText {
    private static final String NONE = "-";

    /** Columns of words at the left of the list of runs. */
    private static final int WORDS = 6;

    /** The same of a trend. */
    private static final int TREND_WORDS = 6;

    private HistoryText() {}

    /** A line for each run; lines end with a line feed. */
    public static String runs(RunHistory history) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(
                List.of(
                        "run",
                        "started",
                        "commit",
                        "experiment",
                        "on",
                        "verdict",
                        "cells",
                        "goodput",
                        "largest queue",
                        "pause frames",
                        "drops",
                        "wall clock"));
        HistoryTable table = HistoryTables.runs(history);
        table.objects().forEach(run -> lines.add(line(run)));
        return AlignedText.of(lines, WORDS);
    }

    private static List<String> line(Map<String, Object> run) {
        return List.of(
                text(run.get("run")),
                time(text(run.get("started_at"))),
                text(run.get("commit")),
                text(run.get("experiment")),
                text(Objects.requireNonNullElse(run.get("testbed"), run.get("backend"))),
                text(run.get("verdict")),
                text(run.get("cells")),
                number(Metric.Unit.GBPS, run.get("mean_goodput_gbps")),
                number(Metric.Unit.BYTES, run.get("max_egress_queue_bytes")),
                number(Metric.Unit.COUNT, run.get("pause_frames")),
                number(Metric.Unit.COUNT, run.get("drops")),
                number(Metric.Unit.SECONDS, run.get("wall_seconds")));
    }

    /** A block for each combination of parameters; lines end with a line feed. */
    public static String trend(MetricTrend trend) {
        String interval = Interval.PERCENT + "% interval";
        List<List<String>> lines = new ArrayList<>();
        lines.add(
                List.of(
                        "experiment",
                        "where",
                        "traffic",
                        "commit",
                        "of",
                        "run",
                        "mean",
                        interval,
                        "seeds",
                        "change",
                        interval));
        MetricTrend.Row before = null;
        boolean reconfigured = false;
        boolean unfinished = false;
        for (MetricTrend.Row row : trend.rows()) {
            boolean first = before == null || !row.isOfLine(before);
            lines.add(line(trend.metric(), row, first));
            reconfigured |= row.reconfigured();
            unfinished |= row.unfinished() != null;
            before = row;
        }
        return trend.metric().label()
                + "\n"
                + AlignedText.of(lines, TREND_WORDS)
                + (reconfigured ? "* the configuration is not that of the run before\n" : "")
                + ComparisonText.footnote(unfinished);
    }

    private static List<String> line(Metric metric, MetricTrend.Row row, boolean first) {
        String date = row.run().manifest().commitDate();
        return List.of(
                first ? row.run().manifest().experiment() : "",
                first ? row.parameters() : "",
                first ? row.group() : "",
                text(row.run().manifest().commit()),
                date == null ? NONE : time(date),
                row.run().directory()
                        + (row.reconfigured() ? " *" : "")
                        + ComparisonText.completed(row.unfinished()),
                number(metric.unit(), row.value().mean()),
                row.value().interval() == null
                        ? NONE
                        : number(metric.unit(), row.value().interval().low())
                                + " to "
                                + number(metric.unit(), row.value().interval().high()),
                Integer.toString(row.value().seeds()),
                row.change()
                        .map(PairedChange::change)
                        .map(change -> TextTable.plain(NumberText.signedPercent(change)))
                        .orElse(NONE),
                row.change()
                        .map(PairedChange::interval)
                        .map(ComparisonText::percent)
                        .map(TextTable::plain)
                        .orElse(NONE));
    }

    private static String number(Metric.Unit unit, Object value) {
        return value instanceof Number number
                ? TextTable.plain(NumberText.of(unit, number.doubleValue()))
                : NONE;
    }

    private static String text(Object value) {
        return value == null || value.toString().isEmpty() ? NONE : value.toString();
    }

    /** To the minute. */
    private static String time(String iso) {
        return iso.length() < 16 ? iso : iso.substring(0, 16).replace('T', ' ');
    }
}
