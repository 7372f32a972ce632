package io.losslab.analysis.history;

import io.losslab.analysis.history.HistoryTable.Column;
import io.losslab.analysis.history.HistoryTable.SqlType;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** A history as tables. A run is named by its directory. */
public final class HistoryTables {
    private static final String RUNS = "runs";
    private static final String METRICS = "metrics";
    private static final String PARAMETERS = "parameters";

    /** Names of the tables of a database. */
    static final Set<String> NAMES = Set.of(RUNS, METRICS, PARAMETERS);

    private HistoryTables() {}

    /** The tables of a database, by name. */
    static Map<String, HistoryTable> all(RunHistory history) {
        Map<String, HistoryTable> tables = new LinkedHashMap<>();
        tables.put(RUNS, runs(history));
        tables.put(METRICS, metrics(history));
        tables.put(PARAMETERS, parameters(history));
        return tables;
    }

    /** A row for each run, with sums, means, and largest values over its cells. */
    public static HistoryTable runs(RunHistory history) {
        List<Column> columns = new ArrayList<>();
        columns.addAll(HistoryTable.columns(SqlType.VARCHAR, "run", "experiment", "commit"));
        columns.addAll(HistoryTable.columns(SqlType.TIMESTAMPTZ, "commit_date", "started_at"));
        columns.addAll(
                HistoryTable.columns(SqlType.VARCHAR, "losslab", "backend", "testbed", "verdict"));
        columns.addAll(
                HistoryTable.columns(
                        SqlType.BIGINT, "cells", "failed_cells", "cells_with_failed_checks"));
        columns.addAll(HistoryTable.columns(SqlType.DOUBLE, "mean_goodput_gbps", "wall_seconds"));
        columns.addAll(
                HistoryTable.columns(
                        SqlType.BIGINT, "max_egress_queue_bytes", "pause_frames", "drops"));
        return new HistoryTable(
                columns, history.runs().stream().map(HistoryTables::ofRun).toList());
    }

    private static List<Object> ofRun(PastRun run) {
        return HistoryTable.row(
                run.directory().toString(),
                run.manifest().experiment(),
                run.manifest().commit().isEmpty() ? null : run.manifest().commit(),
                run.manifest().commitDate(),
                run.manifest().startedAt(),
                run.manifest().versions().get("losslab"),
                run.manifest().backend(),
                run.manifest().testbed(),
                run.verdict().toString(),
                (long) run.summary().cells().size(),
                (long) run.summary().failures().size(),
                run.cellsWithFailedChecks(),
                run.mean("goodputGbps"),
                run.sum("wallSeconds"),
                run.largest("maxEgressQueueBytes"),
                run.total("pauseFrames"),
                run.total("drops"));
    }

    /** A row for each metric of each cell, and of each traffic group of it. */
    static HistoryTable metrics(RunHistory history) {
        List<Column> columns = new ArrayList<>();
        columns.addAll(HistoryTable.columns(SqlType.VARCHAR, "run"));
        columns.addAll(HistoryTable.columns(SqlType.BIGINT, "cell"));
        columns.addAll(HistoryTable.columns(SqlType.VARCHAR, "traffic"));
        columns.addAll(HistoryTable.columns(SqlType.BOOLEAN, "derived"));
        columns.addAll(HistoryTable.columns(SqlType.VARCHAR, "metric"));
        columns.addAll(HistoryTable.columns(SqlType.DOUBLE, "value"));
        List<List<Object>> rows = new ArrayList<>();
        for (PastRun run : history.runs()) {
            for (CellSummary cell : run.summary().cells()) {
                names(cell).map(Metric::parse).forEach(metric -> add(rows, run, cell, metric));
            }
        }
        return new HistoryTable(columns, rows);
    }

    private static Stream<String> names(CellSummary cell) {
        return Stream.concat(
                Metric.names().stream(), cell.extra().keySet().stream().map("extra."::concat));
    }

    private static void add(List<List<Object>> rows, PastRun run, CellSummary cell, Metric metric) {
        List<String> groups = new ArrayList<>();
        if (metric.isOfTraffic()) {
            groups.addAll(cell.groups().keySet());
        } else {
            groups.add(null);
        }
        for (String group : groups) {
            OptionalDouble value = metric.of(cell, group);
            if (value.isPresent()) {
                rows.add(
                        HistoryTable.row(
                                run.directory().toString(),
                                (long) cell.cell(),
                                group,
                                group != null && cell.groups().get(group).derived(),
                                metric.name(),
                                value));
            }
        }
    }

    /** A row for each parameter of each cell, its scheme and seed among them. */
    static HistoryTable parameters(RunHistory history) {
        List<Column> columns = new ArrayList<>();
        columns.addAll(HistoryTable.columns(SqlType.VARCHAR, "run"));
        columns.addAll(HistoryTable.columns(SqlType.BIGINT, "cell"));
        columns.addAll(HistoryTable.columns(SqlType.VARCHAR, "parameter", "value"));
        List<List<Object>> rows = new ArrayList<>();
        for (PastRun run : history.runs()) {
            for (CellSummary cell : run.summary().cells()) {
                cell.params()
                        .forEach(
                                (name, value) ->
                                        rows.add(
                                                HistoryTable.row(
                                                        run.directory().toString(),
                                                        (long) cell.cell(),
                                                        name,
                                                        String.valueOf(value))));
            }
        }
        return new HistoryTable(columns, rows);
    }
}
