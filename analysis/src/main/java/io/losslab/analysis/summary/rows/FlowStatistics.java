package io.losslab.analysis.summary.rows;

import io.losslab.analysis.run.RowQueries;
import io.losslab.analysis.run.SizeBin;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Distribution;
import io.losslab.analysis.summary.GroupSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/**
 * Statistics of {@code flows.parquet}, exact and the same on every machine. Completion times are of
 * the messages that {@link MessageRows} says; goodput counts the payload of messages that end
 * inside the measurement, both bounds included. A session of a tool that reports no messages counts
 * its own time, and its mean is apart from completion times.
 *
 * <p>A queue pair's rate is that between its completions, which is free of bias while it sends
 * evenly. One with a message under way at the end of the measurement has no more than that message
 * and all that were completed allow for until then, so that it cannot leave out a time in which it
 * stalled.
 */
public final class FlowStatistics {
    private static final String QUERY =
            """
            %s,
            counted AS (
              SELECT cell, "group", flow, bytes, start_ns, end_ns, finish - warmup AS span,
                     continuous
              FROM flows WHERE NOT session AND end_ns >= warmup AND end_ns <= finish),
            pairs AS (
              SELECT cell, "group", flow,
                     any_value(finish) - greatest(any_value(warmup), min(start_ns)) AS sending,
                     arg_min(bytes, start_ns) FILTER (under_way) AS next_bytes
              FROM flows WHERE NOT session GROUP BY cell, "group", flow),
            before AS (
              SELECT cell, "group", flow, max(end_ns) AS last_end
              FROM flows WHERE continuous AND end_ns >= 0 AND end_ns < warmup
              GROUP BY cell, "group", flow),
            rates AS (
              SELECT cell, "group", flow,
                     CASE WHEN max(end_ns) > min(end_ns)
                          THEN (sum(bytes) - arg_min(bytes, end_ns))::DOUBLE
                               / (max(end_ns) - min(end_ns))
                          WHEN any_value(continuous)
                          THEN sum(bytes)::DOUBLE
                               / (max(end_ns) - coalesce(any_value(last_end), min(start_ns)))
                          ELSE sum(bytes)::DOUBLE / any_value(span) END AS bytes_a_nano,
                     CASE WHEN any_value(next_bytes) IS NULL THEN bytes_a_nano
                          ELSE least(bytes_a_nano,
                                     (sum(bytes) + any_value(next_bytes))::DOUBLE
                                         / any_value(sending)) END AS measured
              FROM counted LEFT JOIN before USING (cell, "group", flow)
                   JOIN pairs USING (cell, "group", flow)
              GROUP BY cell, "group", flow
              UNION ALL
              SELECT cell, "group", flow, NULL, bytes::DOUBLE / (end_ns - start_ns)
              FROM flows WHERE session AND posted AND end_ns > start_ns),
            goodputs AS (
              SELECT cell, "group", fsum(measured) * 8 AS goodput
              FROM rates GROUP BY cell, "group")
            SELECT cell, "group",
                   count(*) FILTER (posted) AS flows,
                   count(*) FILTER (done) AS completed,
                   count(*) FILTER (relative) AS with_ideal,
                   count(*) FILTER (done AND NOT session) AS measured,
                   count(*) FILTER (session) AS sessions,
                   avg(fct_ns) FILTER (done AND NOT session) AS fct_mean,
                   quantile_disc(fct_ns, [0.5, 0.95, 0.99, 0.999])
                       FILTER (done AND NOT session) AS fct_q,
                   max(fct_ns) FILTER (done AND NOT session) AS fct_max,
                   avg(fct_ns) FILTER (done AND mean_latency) AS session_mean,
                   favg(slowdown) FILTER (relative) AS slowdown_mean,
                   quantile_disc(slowdown, [0.5, 0.95, 0.99, 0.999]) FILTER (relative)
                       AS slowdown_q,
                   max(slowdown) FILTER (relative) AS slowdown_max,
                   coalesce(any_value(goodput), 0) AS goodput,
                   coalesce(favg(bytes * 8::DOUBLE / fct_ns) FILTER (done), 0) AS flow_rate
            FROM flows LEFT JOIN goodputs USING (cell, "group")
            GROUP BY cell, "group" ORDER BY cell, "group"
            """;

    /** Microseconds. */
    private static final double NANOS = 1e-3;

    private FlowStatistics() {}

    /**
     * Computes the figures of every group of the given cells, some cells on each core.
     *
     * @param directory holds {@code flows.parquet}
     * @param outcomes give every cell's measurement span
     * @param bins groups by size that are reported besides the groups of the rows
     * @return by cell, then by group; a cell without rows is missing
     */
    public static Map<Integer, Map<String, GroupSummary>> of(
            Path directory, List<CellOutcome> outcomes, List<SizeBin> bins) throws IOException {
        Map<Integer, Map<String, GroupSummary>> byCell = new ConcurrentSkipListMap<>();
        try {
            shares(outcomes).parallelStream().forEach(share -> add(byCell, directory, share, bins));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return byCell;
    }

    /** Neighbours together, since the rows of a cell are, too. */
    private static List<List<CellOutcome>> shares(List<CellOutcome> outcomes) {
        int cores = Runtime.getRuntime().availableProcessors();
        int size = Math.max(1, (outcomes.size() + cores - 1) / cores);
        List<List<CellOutcome>> shares = new ArrayList<>();
        for (int from = 0; from < outcomes.size(); from += size) {
            shares.add(outcomes.subList(from, Math.min(outcomes.size(), from + size)));
        }
        return shares;
    }

    private static void add(
            Map<Integer, Map<String, GroupSummary>> byCell,
            Path directory,
            List<CellOutcome> outcomes,
            List<SizeBin> bins) {
        Set<String> derived = bins.stream().map(SizeBin::name).collect(Collectors.toSet());
        try (Connection duckDb = RowQueries.open();
                Statement sql = duckDb.createStatement()) {
            // One thread: sums of doubles then come out the same bit for bit.
            sql.execute("SET threads = 1");
            MessageRows messages = MessageRows.of(directory, outcomes, bins);
            try (ResultSet rows = sql.executeQuery(QUERY.formatted(messages.sql()))) {
                while (rows.next()) {
                    byCell.computeIfAbsent(rows.getInt("cell"), cell -> new TreeMap<>())
                            .put(rows.getString("group"), group(rows, derived));
                }
            }
        } catch (SQLException e) {
            throw new UncheckedIOException(
                    new IOException(
                            "statistics of %s: %s".formatted(directory, e.getMessage()), e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GroupSummary group(ResultSet row, Set<String> derived) throws SQLException {
        return new GroupSummary(
                row.getLong("flows"),
                row.getLong("completed"),
                row.getLong("measured") == 0 ? null : distribution(row, "fct", NANOS),
                row.getLong("with_ideal") == 0 ? null : distribution(row, "slowdown", 1),
                row.getDouble("goodput"),
                row.getDouble("flow_rate"),
                row.getLong("sessions"),
                sessionMean(row),
                derived.contains(row.getString("group")),
                null);
    }

    private static Double sessionMean(ResultSet row) throws SQLException {
        double nanos = row.getDouble("session_mean");
        return row.wasNull() ? null : Double.valueOf(nanos * NANOS);
    }

    private static Distribution distribution(ResultSet row, String prefix, double scale)
            throws SQLException {
        Object[] quantiles = (Object[]) row.getArray(prefix + "_q").getArray();
        return new Distribution(
                row.getDouble(prefix + "_mean") * scale,
                ((Number) quantiles[0]).doubleValue() * scale,
                ((Number) quantiles[1]).doubleValue() * scale,
                ((Number) quantiles[2]).doubleValue() * scale,
                ((Number) quantiles[3]).doubleValue() * scale,
                row.getDouble(prefix + "_max") * scale);
    }
}
