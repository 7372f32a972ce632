package io.losslab.analysis.replay;

import io.losslab.api.file.ParquetRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The samples of a counter of a cell: of each port the greatest value in each of equal spans of
 * time. The port's own samples (queue -1) are taken where there are some, else the sum over its
 * queues.
 */
final class SampledCounter {
    private static final String TIMES =
            """
            SELECT count(DISTINCT time_ns), coalesce(max(time_ns), 0) FROM %s
            WHERE cell = ? AND counter = ?
            """;

    private static final String VALUES =
            """
            WITH ports AS (
              SELECT device, port, time_ns,
                     coalesce(max(value) FILTER (queue < 0), sum(value))::BIGINT AS value
              FROM %s WHERE cell = ? AND counter = ?
              GROUP BY device, port, time_ns)
            SELECT device, port, time_ns // ? * ? AS start, max(value)
            FROM ports GROUP BY device, port, start
            """;

    private final Connection duckDb;
    private final String rows;
    private final int cell;
    private final String counter;

    /**
     * Of a cell.
     *
     * @param file of the counters
     */
    SampledCounter(Connection duckDb, Path file, int cell, String counter) {
        this.duckDb = duckDb;
        this.rows = ParquetRows.of(file);
        this.cell = cell;
        this.counter = counter;
    }

    /**
     * When it was sampled.
     *
     * @param count of different times
     * @param lastNanos the latest; 0 if there is none
     */
    record Times(long count, long lastNanos) {}

    Times times() throws SQLException {
        try (PreparedStatement select = duckDb.prepareStatement(TIMES.formatted(rows))) {
            bind(select);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return new Times(row.getLong(1), row.getLong(2));
            }
        }
    }

    /** The values by port number and start of a span. */
    Map<Integer, NavigableMap<Long, Long>> values(long stepNanos, PortIndex ports)
            throws SQLException {
        Map<Integer, NavigableMap<Long, Long>> values = new TreeMap<>();
        try (PreparedStatement select = duckDb.prepareStatement(VALUES.formatted(rows))) {
            bind(select);
            select.setLong(3, stepNanos);
            select.setLong(4, stepNanos);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    int port = ports.of(rows.getString(1), rows.getInt(2));
                    if (port != PortIndex.UNKNOWN) {
                        values.computeIfAbsent(port, any -> new TreeMap<>())
                                .put(rows.getLong(3), Math.max(0, rows.getLong(4)));
                    }
                }
            }
        }
        return values;
    }

    private void bind(PreparedStatement select) throws SQLException {
        select.setInt(1, cell);
        select.setString(2, counter);
    }
}
