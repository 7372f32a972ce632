package io.losslab.analysis.timeline;

import io.losslab.api.file.ParquetRows;
import io.losslab.proto.perfetto.TrackEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a cell: a track a flow, a slice a message. Messages that overlap stand in further
 * tracks of the same name, which viewers put together.
 */
final class FlowSlices {
    private static final String CATEGORY = "message";
    private static final String QUERY =
            """
            WITH paused AS (
                SELECT "group", flow,
                       string_agg(printf('%%.1f µs for %%s:%%d%%s', ns / 1e3, root_device,
                                  root_port, CASE WHEN crosses_root THEN '' ELSE ' (victim)' END),
                                  '; ' ORDER BY ns DESC) AS account
                FROM (SELECT "group", flow, root_device, root_port, crosses_root,
                             sum(paused_ns) AS ns
                      FROM %s WHERE cell = ?
                      GROUP BY ALL)
                GROUP BY ALL)
            SELECT "group", flow, src, dst, kind, bytes, start_ns, end_ns, ideal_ns, retransmits,
                   coalesce(account, '')
            FROM %s LEFT JOIN paused USING ("group", flow)
            WHERE cell = ? ORDER BY "group", flow, start_ns
            """;

    private final TraceFile file;
    private final CellTracks tracks;
    private final long endNanos;

    /** The flow that is being written, and of each of its tracks when its last message ends. */
    private String flow = "";

    private final List<Lane> lanes = new ArrayList<>();

    private static final class Lane {
        private final long track;
        private long freeFromNanos;

        private Lane(long track) {
            this.track = track;
        }
    }

    /**
     * Of a cell.
     *
     * @param endNanos end of the cell, at which messages are cut that did not complete
     */
    FlowSlices(TraceFile file, CellTracks tracks, long endNanos) {
        this.file = file;
        this.tracks = tracks;
        this.endNanos = endNanos;
    }

    /**
     * Writes the messages of a cell.
     *
     * @param flows {@code flows.parquet}
     * @param pauses {@code pauses.parquet}
     */
    void write(Connection duckDb, Path flows, Path pauses, int cell)
            throws SQLException, IOException {
        String query = QUERY.formatted(ParquetRows.of(pauses), ParquetRows.of(flows));
        try (PreparedStatement select = duckDb.prepareStatement(query)) {
            select.setInt(1, cell);
            select.setInt(2, cell);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    write(rows);
                }
            }
        }
    }

    private void write(ResultSet row) throws SQLException, IOException {
        String group = row.getString(1);
        String name =
                "flow %d, %s to %s".formatted(row.getLong(2), row.getString(3), row.getString(4));
        if (!flow.equals(group + name)) {
            flow = group + name;
            lanes.clear();
        }
        long start = row.getLong(7);
        long end = row.getLong(8);
        boolean completed = end >= 0;
        long until = Math.max(start, completed ? end : endNanos);
        Lane lane = freeLane(start);
        if (lane == null) {
            String account = row.getString(11);
            String description = account.isEmpty() ? "" : "paused " + account;
            lane = new Lane(tracks.lane(group, name, description));
            lanes.add(lane);
        }
        lane.freeFromNanos = until;
        long bytes = row.getLong(6);
        String title = bytes + " B" + (completed ? "" : ", not completed");
        TrackEvent.Builder slice =
                file.event(TrackEvent.Type.TYPE_SLICE_BEGIN, lane.track, CATEGORY, title)
                        .addDebugAnnotations(file.argument("kind").setStringValue(row.getString(5)))
                        .addDebugAnnotations(file.argument("bytes").setIntValue(bytes));
        if (row.getLong(9) > 0) {
            slice.addDebugAnnotations(file.argument("ideal_ns").setIntValue(row.getLong(9)));
        }
        if (row.getLong(10) >= 0) {
            slice.addDebugAnnotations(file.argument("retransmits").setIntValue(row.getLong(10)));
        }
        file.write(start, slice);
        file.write(until, TraceFile.event(TrackEvent.Type.TYPE_SLICE_END, lane.track));
    }

    private Lane freeLane(long start) {
        for (Lane lane : lanes) {
            if (lane.freeFromNanos <= start) {
                return lane;
            }
        }
        return null;
    }
}
