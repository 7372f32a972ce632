package io.losslab.analysis.history;

import io.losslab.analysis.comparison.Comparison;
import io.losslab.analysis.history.HistoryTable.Column;
import io.losslab.analysis.history.HistoryTable.SqlType;
import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.statistics.PairedChange;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A metric over the runs of a history, seeds pooled: of each experiment, testbed, combination of
 * parameters, and traffic group, in the order of the runs.
 *
 * @param metric that is followed
 * @param rows what is equal but for the run stands together
 */
public record MetricTrend(Metric metric, List<Row> rows) {
    public MetricTrend {
        rows = List.copyOf(rows);
    }

    /**
     * The metric in one run.
     *
     * @param run it was measured in
     * @param where the parameters of the cells
     * @param group of traffic; empty where the metric is of the whole cell
     * @param value over the seeds
     * @param change from the run before, paired by seed; empty for the first run, from zero, and
     *     for fractions
     * @param reconfigured whether the run before had another configuration
     * @param unfinished how few messages of a cell completed where the value leaves out the others,
     *     such as {@code 22 of 51}; else null
     */
    public record Row(
            PastRun run,
            Map<String, String> where,
            String group,
            Pooled value,
            Optional<PairedChange> change,
            boolean reconfigured,
            String unfinished) {
        /** Whether it is of the same trend as another. */
        public boolean isOfLine(Row other) {
            return run.manifest().experiment().equals(other.run.manifest().experiment())
                    && run.place().equals(other.run.place())
                    && where.equals(other.where)
                    && group.equals(other.group);
        }

        /** Parameters and their values. */
        public String parameters() {
            return where.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(" "));
        }
    }

    /** What has one trend for each combination of parameters. */
    private record Line(String experiment, String place) {}

    /** Follows a metric. */
    public static MetricTrend of(Metric metric, RunHistory history) {
        Map<Line, Map<String, PastRun>> lines = new LinkedHashMap<>();
        for (PastRun run : history.runs()) {
            if (!run.summary().cells().isEmpty()) {
                lines.computeIfAbsent(
                                new Line(run.manifest().experiment(), run.place()),
                                any -> new LinkedHashMap<>())
                        .put(run.directory().toString(), run);
            }
        }
        List<Row> rows = new ArrayList<>();
        lines.values().forEach(runs -> add(rows, metric, runs));
        return new MetricTrend(metric, rows);
    }

    private static void add(List<Row> rows, Metric metric, Map<String, PastRun> runs) {
        Map<String, Summary> summaries = new LinkedHashMap<>();
        runs.forEach((name, run) -> summaries.put(name, run.summary()));
        for (Comparison.Row row : Comparison.of(Comparison.RUN, metric, summaries).rows()) {
            Row before = null;
            for (Map.Entry<String, PastRun> run : runs.entrySet()) {
                Pooled value = row.byValue().get(run.getKey());
                if (value != null) {
                    before = next(metric, run.getValue(), row, value, before);
                    rows.add(before);
                }
            }
        }
    }

    private static Row next(
            Metric metric, PastRun run, Comparison.Row row, Pooled value, Row before) {
        String unfinished = row.unfinished().get(run.directory().toString());
        if (before == null) {
            return new Row(
                    run, row.where(), row.group(), value, Optional.empty(), false, unfinished);
        }
        Optional<PairedChange> change =
                metric.comparable() ? value.changeFrom(before.value()) : Optional.empty();
        boolean reconfigured =
                !run.manifest().resolved().equals(before.run().manifest().resolved());
        return new Row(run, row.where(), row.group(), value, change, reconfigured, unfinished);
    }

    /** As a table for programs. */
    public HistoryTable table() {
        List<Column> columns = new ArrayList<>();
        columns.addAll(HistoryTable.columns(SqlType.VARCHAR, "run", "experiment", "commit"));
        columns.addAll(HistoryTable.columns(SqlType.TIMESTAMPTZ, "commit_date", "started_at"));
        columns.addAll(
                HistoryTable.columns(
                        SqlType.VARCHAR, "backend", "testbed", "parameters", "traffic", "metric"));
        columns.addAll(
                HistoryTable.columns(SqlType.DOUBLE, "mean", "interval_low", "interval_high"));
        columns.addAll(HistoryTable.columns(SqlType.BIGINT, "seeds"));
        columns.addAll(
                HistoryTable.columns(
                        SqlType.DOUBLE, "change", "change_interval_low", "change_interval_high"));
        columns.addAll(HistoryTable.columns(SqlType.BOOLEAN, "reconfigured"));
        columns.addAll(HistoryTable.columns(SqlType.VARCHAR, "unfinished"));
        return new HistoryTable(columns, rows.stream().map(this::values).toList());
    }

    private List<Object> values(Row row) {
        Interval interval = row.value().interval();
        Interval change = row.change().map(PairedChange::interval).orElse(null);
        String commit = row.run().manifest().commit();
        return HistoryTable.row(
                row.run().directory().toString(),
                row.run().manifest().experiment(),
                commit.isEmpty() ? null : commit,
                row.run().manifest().commitDate(),
                row.run().manifest().startedAt(),
                row.run().manifest().backend(),
                row.run().manifest().testbed(),
                row.parameters(),
                row.group().isEmpty() ? null : row.group(),
                metric.name(),
                row.value().mean(),
                interval == null ? null : interval.low(),
                interval == null ? null : interval.high(),
                (long) row.value().seeds(),
                row.change().map(PairedChange::change).orElse(null),
                change == null ? null : change.low(),
                change == null ? null : change.high(),
                row.reconfigured(),
                row.unfinished());
    }
}
