package io.losslab.analysis.summary;

import io.losslab.analysis.run.SizeBin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Statistics of {@code flows.parquet}, exact and the same on every machine.
 *
 * <p>The measurement of a cell goes from its warm-up to its end. Completion times are of messages
 * that start at or after the warm-up and complete (also after the end); goodput counts the payload
 * of messages that end inside, both bounds included.
 */
public final class FlowStatistics {
    private static final String QUERY =
            """
            WITH spans(cell, warmup, finish) AS (VALUES %s),
            bins("group", name, least, past) AS (VALUES %s),
            messages AS (SELECT * FROM read_parquet('%s')),
            reported AS (
              SELECT * FROM messages UNION ALL
              SELECT m.* REPLACE (b.name AS "group") FROM messages m
              JOIN bins b ON m."group" = b."group" AND m.bytes >= b.least AND m.bytes < b.past),
            flows AS (
              SELECT f.cell, f."group", f.flow, f.bytes, f.fct_ns, f.end_ns, s.warmup, s.finish,
                     f.start_ns >= s.warmup AS posted,
                     f.start_ns >= s.warmup AND f.end_ns >= 0 AS done,
                     f.start_ns >= s.warmup AND f.end_ns >= 0 AND f.ideal_ns > 0 AS relative,
                     CASE WHEN f.ideal_ns > 0 THEN f.fct_ns::DOUBLE / f.ideal_ns END AS slowdown
              FROM reported f JOIN spans s ON f.cell = s.cell),
            counted AS (
              SELECT cell, "group", flow, bytes, end_ns, finish - warmup AS span
              FROM flows WHERE end_ns >= warmup AND end_ns <= finish),
            rates AS (
              SELECT cell, "group", flow,
                     CASE WHEN max(end_ns) > min(end_ns)
                          THEN (sum(bytes) - arg_min(bytes, end_ns))::DOUBLE
                               / (max(end_ns) - min(end_ns))
                          ELSE sum(bytes)::DOUBLE / any_value(span) END AS bytes_a_nano
              FROM counted GROUP BY cell, "group", flow),
            goodputs AS (
              SELECT cell, "group", fsum(bytes_a_nano) * 8 AS goodput
              FROM rates GROUP BY cell, "group")
            SELECT cell, "group",
                   count(*) FILTER (posted) AS flows,
                   count(*) FILTER (done) AS completed,
                   count(*) FILTER (relative) AS with_ideal,
                   avg(fct_ns) FILTER (done) AS fct_mean,
                   quantile_disc(fct_ns, [0.5, 0.95, 0.99, 0.999]) FILTER (done) AS fct_q,
                   max(fct_ns) FILTER (done) AS fct_max,
                   favg(slowdown) FILTER (relative) AS slowdown_mean,
                   quantile_disc(slowdown, [0.5, 0.95, 0.99, 0.999]) FILTER (relative)
                       AS slowdown_q,
                   max(slowdown) FILTER (relative) AS slowdown_max,
                   coalesce(any_value(goodput), 0) AS goodput,
                   coalesce(favg(bytes * 8::DOUBLE / fct_ns) FILTER (done), 0) AS flow_rate
            FROM flows LEFT JOIN goodputs USING (cell, "group")
            GROUP BY cell, "group" ORDER BY cell, "group"
            """;

    private FlowStatistics() {}

    /**
     * Computes the figures of every group of the given cells.
     *
     * @param directory holds {@code flows.parquet}
     * @param outcomes give every cell's measurement span
     * @param bins groups by size that are reported besides the groups of the rows
     * @return by cell, then by group; a cell without rows is missing
     */
    public static Map<Integer, Map<String, GroupSummary>> of(
            Path directory, List<CellOutcome> outcomes, List<SizeBin> bins) throws IOException {
        Map<Integer, Map<String, GroupSummary>> byCell = new TreeMap<>();
        if (outcomes.isEmpty()) {
            return byCell;
        }
        Path flows = directory.resolve("flows.parquet");
        if (!Files.exists(flows)) {
            throw new IOException(flows + " is missing; were the cells merged?");
        }
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement()) {
            // One thread: sums of doubles then come out the same bit for bit.
            sql.execute("SET threads = 1");
            try (ResultSet rows = sql.executeQuery(query(flows, outcomes, bins))) {
                while (rows.next()) {
                    byCell.computeIfAbsent(rows.getInt("cell"), cell -> new TreeMap<>())
                            .put(rows.getString("group"), group(rows));
                }
            }
        } catch (SQLException e) {
            throw new IOException("statistics of " + flows + ": " + e.getMessage(), e);
        }
        return byCell;
    }

    private static String query(Path flows, List<CellOutcome> outcomes, List<SizeBin> bins) {
        String spans =
                outcomes.stream()
                        .map(
                                outcome ->
                                        "(%d, %d::BIGINT, %d::BIGINT)"
                                                .formatted(
                                                        outcome.cell(),
                                                        outcome.warmupNanos(),
                                                        outcome.endNanos()))
                        .collect(Collectors.joining(", "));
        // A list of values is never empty; no group has the empty name.
        StringBuilder binRows = new StringBuilder("('', '', 0::BIGINT, 0::BIGINT)");
        for (SizeBin bin : bins) {
            binRows.append(
                    ", ('%s', '%s', %d::BIGINT, %d::BIGINT)"
                            .formatted(
                                    bin.group().replace("'", "''"),
                                    bin.name().replace("'", "''"),
                                    bin.leastBytes(),
                                    bin.endBytes()));
        }
        return QUERY.formatted(spans, binRows, flows.toString().replace("'", "''"));
    }

    private static GroupSummary group(ResultSet row) throws SQLException {
        return new GroupSummary(
                row.getLong("flows"),
                row.getLong("completed"),
                row.getLong("completed") == 0 ? null : distribution(row, "fct", 1e-3),
                row.getLong("with_ideal") == 0 ? null : distribution(row, "slowdown", 1),
                row.getDouble("goodput"),
                row.getDouble("flow_rate"));
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
