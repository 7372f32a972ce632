package io.losslab.analysis.summary.rows;

import io.losslab.analysis.run.RowQueries;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Distribution;
import io.losslab.analysis.summary.GroupSummary;
import io.losslab.analysis.summary.Iterations;
import io.losslab.api.file.ParquetRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Statistics of {@code iterations.parquet}. An iteration ends when its last host has completed it,
 * and takes the time from the end of the one before, or from its own beginning if it is the first.
 */
public final class IterationStatistics {
    private static final String QUERY =
            """
            WITH cells(cell, warmup) AS (VALUES %s),
            ended AS (
              SELECT cell, "group", iteration, min(start_ns) AS begun, max(end_ns) AS ended,
                     any_value(ranks) AS ranks, any_value(bus_bytes) AS bus_bytes
              FROM %s
              GROUP BY cell, "group", iteration HAVING count(*) = any_value(ranks)),
            timed AS (
              SELECT cell, "group", ranks, bus_bytes, ended,
                     coalesce(lag(ended) OVER (PARTITION BY cell, "group" ORDER BY iteration),
                              begun) AS since
              FROM ended)
            SELECT cell, "group", any_value(ranks) AS ranks, count(*) AS iterations,
                   avg(ended - since) AS mean,
                   quantile_disc(ended - since, [0.5, 0.95, 0.99, 0.999]) AS q,
                   max(ended - since) AS most, any_value(bus_bytes) AS bus_bytes
            FROM timed JOIN cells USING (cell) WHERE since >= warmup
            GROUP BY cell, "group" ORDER BY cell, "group"
            """;

    private IterationStatistics() {}

    /**
     * Adds the iterations to the figures of groups that have any.
     *
     * @param directory holds {@code iterations.parquet}; results of earlier versions have none
     * @param groups by cell, then by name
     */
    static void addTo(
            Map<Integer, Map<String, GroupSummary>> groups,
            Path directory,
            List<CellOutcome> outcomes)
            throws IOException {
        Path file = directory.resolve("iterations.parquet");
        if (outcomes.isEmpty() || !Files.exists(file)) {
            return;
        }
        String cells =
                outcomes.stream()
                        .map(outcome -> "(%d, %d)".formatted(outcome.cell(), outcome.warmupNanos()))
                        .collect(Collectors.joining(", "));
        String query = QUERY.formatted(cells, ParquetRows.of(file));
        try (Connection duckDb = RowQueries.open();
                Statement sql = duckDb.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            while (rows.next()) {
                Iterations iterations = iterations(rows);
                groups.computeIfAbsent(rows.getInt("cell"), cell -> new TreeMap<>())
                        .computeIfPresent(
                                rows.getString("group"), (name, group) -> group.with(iterations));
            }
        } catch (SQLException e) {
            throw new IOException("statistics of " + file + ": " + e.getMessage(), e);
        }
    }

    private static Iterations iterations(ResultSet row) throws SQLException {
        Object[] quantiles = (Object[]) row.getArray("q").getArray();
        double meanNanos = row.getDouble("mean");
        long busBytes = row.getLong("bus_bytes");
        return new Iterations(
                row.getInt("ranks"),
                row.getLong("iterations"),
                new Distribution(
                        meanNanos / 1e3,
                        ((Number) quantiles[0]).doubleValue() / 1e3,
                        ((Number) quantiles[1]).doubleValue() / 1e3,
                        ((Number) quantiles[2]).doubleValue() / 1e3,
                        ((Number) quantiles[3]).doubleValue() / 1e3,
                        row.getDouble("most") / 1e3),
                busBytes == 0 || meanNanos == 0 ? null : Double.valueOf(8 * busBytes / meanNanos));
    }
}
