package io.losslab.analysis.replay;

import io.losslab.analysis.run.KeptEvents;
import io.losslab.api.file.ParquetRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The events of a cell: pauses from their start to their end, and what else happened at a moment.
 *
 * <p>A pause event of a queue that is paused already says that it is paused for another cause from
 * then on. A pause that was not ended lasts to the end of the cell, or as long as {@link
 * KeptEvents} knows that it did.
 */
final class RecordedEvents {
    private static final Pattern ROOT = Pattern.compile(".*, congested (\\S+)");

    private static final String QUERY =
            """
            SELECT device, port, queue, time_ns, kind, cause
            FROM %s WHERE cell = ?
            ORDER BY device, port, queue, time_ns, file_row_number
            """;

    private final PortIndex ports;
    private final KeptEvents kept;
    private final long endNanos;
    private final List<PauseSpan> pauses = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private final Map<String, Integer> causes = new LinkedHashMap<>();
    private long elsewhere;

    /* The queue whose rows are being read, and its pause that has not ended; -1 if none has. */
    private int port = PortIndex.UNKNOWN;
    private int queue = -1;
    private long openNanos = -1;
    private int openCause;
    private long openUntilNanos;

    private RecordedEvents(PortIndex ports, KeptEvents kept, long endNanos) {
        this.ports = ports;
        this.kept = kept;
        this.endNanos = endNanos;
    }

    /**
     * Something that happened at a moment.
     *
     * @param port the port's number
     * @param kind {@code drop} or {@code violation}
     * @param cause number of its text
     */
    record Mark(long timeNanos, int port, String kind, int cause) {}

    /**
     * A text of an event.
     *
     * @param root number of the congested port that it names, or {@link PortIndex#UNKNOWN}
     */
    record Cause(String text, int root) {}

    /**
     * Reads the events of a cell that ended at a time.
     *
     * @param agents devices whose events host agents kept
     */
    static RecordedEvents read(
            Connection duckDb,
            Path events,
            int cell,
            PortIndex ports,
            Set<String> agents,
            long endNanos)
            throws SQLException {
        KeptEvents kept = KeptEvents.of(duckDb, events, cell, agents);
        RecordedEvents recorded = new RecordedEvents(ports, kept, endNanos);
        String query = QUERY.formatted(ParquetRows.numbered(events));
        try (PreparedStatement select = duckDb.prepareStatement(query)) {
            select.setInt(1, cell);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    recorded.seek(rows.getString(1), rows.getInt(2), rows.getInt(3));
                    recorded.take(rows.getLong(4), rows.getString(5), rows.getString(6));
                }
            }
        }
        recorded.end(recorded.openUntilNanos);
        recorded.pauses.sort(
                Comparator.comparingInt(PauseSpan::port)
                        .thenComparingInt(PauseSpan::queue)
                        .thenComparingLong(PauseSpan::beginNanos));
        recorded.marks.sort(Comparator.comparingLong(Mark::timeNanos));
        return recorded;
    }

    /** By port, queue, and time. */
    List<PauseSpan> pauses() {
        return pauses;
    }

    /** In order of time. */
    List<Mark> marks() {
        return marks;
    }

    /** Texts of the events, by number. */
    List<Cause> causes() {
        return causes.keySet().stream().map(this::cause).toList();
    }

    /** Pauses at ports that have no link in the topology. */
    long elsewhere() {
        return elsewhere;
    }

    /** Until when all pauses are known, where a device had no room for later ones. */
    OptionalLong knownUntilNanos() {
        return kept.pausesKnownUntil();
    }

    private Cause cause(String text) {
        Matcher root = ROOT.matcher(text);
        return new Cause(text, root.matches() ? ports.of(root.group(1)) : PortIndex.UNKNOWN);
    }

    private void seek(String device, int devicePort, int nextQueue) {
        int nextPort = ports.of(device, devicePort);
        if (nextPort != port || nextQueue != queue) {
            end(openUntilNanos);
            port = nextPort;
            queue = nextQueue;
            openUntilNanos = kept.openUntil(device, devicePort, endNanos);
        }
    }

    private void take(long timeNanos, String kind, String cause) {
        switch (kind) {
            case "pause" -> {
                end(timeNanos);
                openNanos = timeNanos;
                openCause = number(cause);
            }
            case "resume" -> end(timeNanos);
            default -> marks.add(new Mark(timeNanos, port, kind, number(cause)));
        }
    }

    private void end(long timeNanos) {
        if (openNanos < 0) {
            return;
        }
        if (port == PortIndex.UNKNOWN) {
            elsewhere++;
        } else {
            long end = Math.max(openNanos, timeNanos);
            pauses.add(PauseSpan.single(port, queue, openNanos, end, openCause));
        }
        openNanos = -1;
    }

    private int number(String cause) {
        return causes.computeIfAbsent(cause, any -> causes.size());
    }
}
