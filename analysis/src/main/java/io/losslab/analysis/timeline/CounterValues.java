package io.losslab.analysis.timeline;

import io.losslab.proto.perfetto.TrackEvent;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The counters of a cell, depths of queues among them: a track each. */
final class CounterValues {
    private static final String QUERY =
            """
            SELECT device, port, queue, counter, time_ns, value FROM read_parquet(?)
            WHERE cell = ?
            """;

    private CounterValues() {}

    /**
     * Writes the samples of a cell, in the order of their rows.
     *
     * @param counters {@code counters.parquet}
     */
    static void write(
            TraceFile file, CellTracks tracks, Connection duckDb, String counters, int cell)
            throws SQLException, IOException {
        try (PreparedStatement select = duckDb.prepareStatement(QUERY)) {
            select.setString(1, counters);
            select.setInt(2, cell);
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
