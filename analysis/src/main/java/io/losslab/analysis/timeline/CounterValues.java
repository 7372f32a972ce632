package io.losslab.analysis.timeline;

import io.losslab.api.file.ParquetRows;
import io.losslab.proto.perfetto.TrackEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The counters of a cell, depths of queues among them: a track each. */
final class CounterValues {
    private static final String QUERY =
            """
            SELECT device, port, queue, counter, time_ns, value FROM %s
            WHERE cell = ?
            """;

    private CounterValues() {}

    /**
     * Writes the samples of a cell, in the order of their rows.
     *
     * @param counters {@code counters.parquet}
     */
    static void write(TraceFile file, CellTracks tracks, Connection duckDb, Path counters, int cell)
            throws SQLException, IOException {
        try (PreparedStatement select =
                duckDb.prepareStatement(QUERY.formatted(ParquetRows.of(counters)))) {
            select.setInt(1, cell);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    long track =
                            tracks.counter(
                                    rows.getString(1),
                                    rows.getInt(2),
                                    rows.getInt(3),
                                    rows.getString(4));
                    file.write(
                            rows.getLong(5),
                            TraceFile.event(TrackEvent.Type.TYPE_COUNTER, track)
                                    .setCounterValue(rows.getLong(6)));
                }
            }
        }
    }
}
