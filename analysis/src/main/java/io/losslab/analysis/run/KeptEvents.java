package io.losslab.analysis.run;

import io.losslab.api.file.ParquetRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How far {@code events.parquet} has all events of a cell. So many are kept and no more: of a host
 * agent's port pauses and resumes together, of all other devices together those of a kind. Of the
 * latter, a pause that is kept has its resume, if it was resumed; older results kept so many
 * resumes, too, whatever pauses they were of.
 */
public final class KeptEvents {
    /** Of all devices but host agents. */
    public static final int MOST_OF_A_KIND = 100_000;

    /** Pauses and resumes. */
    public static final int MOST_OF_AN_AGENTS_PORT = 1 << 16;

    private static final String QUERY =
            """
            SELECT cell, device, port, kind, count(*), max(time_ns) FROM %s
            WHERE cell BETWEEN ? AND ? GROUP BY cell, device, port, kind
            """;

    private static final Set<String> OF_PAUSES = Set.of("pause", "resume");

    /** How many events there are, and when the last was. */
    private record Count(long events, long lastNanos) {
        Count plus(Count other) {
            return new Count(events + other.events, Math.max(lastNanos, other.lastNanos));
        }
    }

    private record Port(String device, int port) {}

    private final Map<String, Count> byKind = new HashMap<>();
    private final Map<Port, Count> ofAgents = new HashMap<>();

    private KeptEvents() {}

    /**
     * Those of a cell.
     *
     * @param events {@code events.parquet}
     * @param agents devices whose events host agents kept
     */
    public static KeptEvents of(Connection duckDb, Path events, int cell, Set<String> agents)
            throws SQLException {
        return read(duckDb, events, cell, cell, agents).getOrDefault(cell, new KeptEvents());
    }

    /**
     * The cells of a results directory that have as many events as are kept; more may be missing.
     */
    public static Set<Integer> full(Path directory, RunManifest manifest) throws IOException {
        Path events = directory.resolve("events.parquet");
        if (!Files.exists(events)) {
            return new TreeSet<>();
        }
        try (Connection duckDb = RowQueries.open()) {
            Map<Integer, KeptEvents> cells =
                    read(duckDb, events, 0, Integer.MAX_VALUE, manifest.hostAgents());
            cells.values().removeIf(kept -> !kept.isFull());
            return cells.keySet();
        } catch (SQLException e) {
            throw new IOException("events of %s: %s".formatted(directory, e.getMessage()), e);
        }
    }

    private static Map<Integer, KeptEvents> read(
            Connection duckDb, Path events, int first, int last, Set<String> agents)
            throws SQLException {
        Map<Integer, KeptEvents> cells = new TreeMap<>();
        try (PreparedStatement select =
                duckDb.prepareStatement(QUERY.formatted(ParquetRows.of(events)))) {
            select.setInt(1, first);
            select.setInt(2, last);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    KeptEvents kept =
                            cells.computeIfAbsent(rows.getInt(1), any -> new KeptEvents());
                    Count count = new Count(rows.getLong(5), rows.getLong(6));
                    String device = rows.getString(2);
                    String kind = rows.getString(4);
                    if (!agents.contains(device)) {
                        kept.byKind.merge(kind, count, Count::plus);
                    } else if (OF_PAUSES.contains(kind)) {
                        kept.ofAgents.merge(new Port(device, rows.getInt(3)), count, Count::plus);
                    }
                }
            }
        }
        return cells;
    }

    private boolean isFull() {
        return pausesKnownUntil().isPresent()
                || byKind.values().stream().anyMatch(count -> count.events() >= MOST_OF_A_KIND);
    }

    /** Until when all pauses and their ends are known, where there was no room for later ones. */
    public OptionalLong pausesKnownUntil() {
        long until = Math.min(lastIfFull("pause"), lastIfFull("resume"));
        for (Port port : ofAgents.keySet()) {
            until = Math.min(until, openUntil(port.device(), port.port(), Long.MAX_VALUE));
        }
        return until == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(until);
    }

    /**
     * Until when a pause lasted for sure that has no resume.
     *
     * @param endNanos of the cell
     */
    public long openUntil(String device, int port, long endNanos) {
        Count ofAgent = ofAgents.get(new Port(device, port));
        if (ofAgent == null) {
            return Math.min(endNanos, lastIfFull("resume"));
        }
        return ofAgent.events() >= MOST_OF_AN_AGENTS_PORT
                ? Math.min(endNanos, ofAgent.lastNanos())
                : endNanos;
    }

    private long lastIfFull(String kind) {
        Count count = byKind.get(kind);
        return count == null || count.events() < MOST_OF_A_KIND
                ? Long.MAX_VALUE
                : count.lastNanos();
    }
}
