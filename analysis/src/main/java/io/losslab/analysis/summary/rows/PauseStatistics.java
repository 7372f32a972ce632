package io.losslab.analysis.summary.rows;

import io.losslab.analysis.run.RowQueries;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.PausedTime;
import io.losslab.analysis.summary.Pauses;
import io.losslab.api.file.ParquetRows;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Statistics of {@code pauses.parquet}. */
public final class PauseStatistics {
    private static final String QUERY =
            """
            SELECT cell, "group", root_device || ':' || root_port AS root,
                   sum(paused_ns)::BIGINT AS paused,
                   coalesce(sum(paused_ns) FILTER (NOT crosses_root), 0)::BIGINT AS victim
            FROM %s
            GROUP BY cell, "group", root ORDER BY cell, "group", root
            """;

    private PauseStatistics() {}

    /**
     * Sums the paused time of the cells that recorded it.
     *
     * @param directory holds {@code pauses.parquet}, if a cell recorded pauses
     * @return by cell
     */
    public static Map<Integer, Pauses> of(Path directory, List<CellOutcome> outcomes)
            throws IOException {
        Map<Integer, Tally> byCell = new TreeMap<>();
        outcomes.stream()
                .filter(CellOutcome::pausesRecorded)
                .forEach(outcome -> byCell.put(outcome.cell(), new Tally()));
        if (!byCell.isEmpty()) {
            read(directory.resolve("pauses.parquet"), byCell);
        }
        Map<Integer, Pauses> pauses = new TreeMap<>();
        byCell.forEach((cell, tally) -> pauses.put(cell, tally.pauses()));
        return pauses;
    }

    private static void read(Path file, Map<Integer, Tally> byCell) throws IOException {
        String query = QUERY.formatted(ParquetRows.of(file));
        try (Connection duckDb = RowQueries.open();
                Statement sql = duckDb.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            while (rows.next()) {
                Tally tally = byCell.get(rows.getInt("cell"));
                if (tally != null) {
                    tally.add(
                            rows.getString("group"),
                            rows.getString("root"),
                            rows.getLong("paused"),
                            rows.getLong("victim"));
                }
            }
        } catch (SQLException e) {
            throw new IOException("statistics of " + file + ": " + e.getMessage(), e);
        }
    }

    /** Sums of one cell. */
    private static final class Tally {
        private final Sum all = new Sum();
        private final Map<String, Sum> groups = new TreeMap<>();

        void add(String group, String root, long pausedNanos, long victimNanos) {
            all.add(root, pausedNanos, victimNanos);
            groups.computeIfAbsent(group, name -> new Sum()).add(root, pausedNanos, victimNanos);
        }

        Pauses pauses() {
            Map<String, PausedTime> byGroup = new TreeMap<>();
            groups.forEach((group, sum) -> byGroup.put(group, sum.time()));
            return new Pauses(all.time(), byGroup);
        }
    }

    /** Sums of some flows. */
    private static final class Sum {
        private final Map<String, Long> victimByRoot = new TreeMap<>();
        private long pausedNanos;
        private long victimNanos;

        void add(String root, long paused, long victim) {
            pausedNanos += paused;
            victimNanos += victim;
            victimByRoot.merge(root, victim, Long::sum);
        }

        PausedTime time() {
            String worst =
                    victimByRoot.entrySet().stream()
                            .filter(entry -> entry.getValue() > 0)
                            .max(Map.Entry.comparingByValue())
                            .map(Map.Entry::getKey)
                            .orElse(null);
            return new PausedTime(pausedNanos / 1e3, victimNanos / 1e3, worst);
        }
    }
}
