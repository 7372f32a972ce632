package io.losslab.analysis.replay;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.losslab.api.file.ParquetRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * All that was paused because of one congested port, over a whole cell.
 *
 * @param root name of the port, {@code DEVICE:PORT}
 * @param port its number, or {@link PortIndex#UNKNOWN}
 * @param pausedNanos time of all flows in all queues
 * @param victimNanos of it, that of flows which do not cross the port
 * @param flows that were paused
 * @param victims of them, those that do not cross the port
 * @param ports where they waited
 * @param victimHosts that send them
 * @param longest some victims, those that waited longest first
 */
record CongestionTree(
        @JsonProperty String root,
        @JsonProperty int port,
        @JsonProperty long pausedNanos,
        @JsonProperty long victimNanos,
        @JsonProperty long flows,
        @JsonProperty long victims,
        @JsonProperty List<Waiting> ports,
        @JsonProperty Set<String> victimHosts,
        @JsonProperty List<Victim> longest) {
    private static final int MOST_VICTIMS = 12;

    private static final String ROOTS =
            """
            SELECT root_device, root_port, sum(paused_ns)::BIGINT AS paused,
                   coalesce(sum(paused_ns) FILTER (NOT crosses_root), 0)::BIGINT AS victim,
                   count(DISTINCT flow), count(DISTINCT flow) FILTER (NOT crosses_root)
            FROM %s WHERE cell = ?
            GROUP BY root_device, root_port
            ORDER BY victim DESC, paused DESC, root_device, root_port
            """;

    private static final String PORTS =
            """
            SELECT root_device, root_port, device, port, sum(paused_ns)::BIGINT,
                   coalesce(sum(paused_ns) FILTER (NOT crosses_root), 0)::BIGINT
            FROM %s WHERE cell = ?
            GROUP BY root_device, root_port, device, port ORDER BY device, port
            """;

    private static final String VICTIMS =
            """
            WITH ends AS (
              SELECT flow, any_value(src) AS src, any_value(dst) AS dst
              FROM %s WHERE cell = ? GROUP BY flow),
            victims AS (
              SELECT root_device, root_port, flow, any_value("group") AS traffic,
                     sum(paused_ns)::BIGINT AS paused
              FROM %s WHERE cell = ? AND NOT crosses_root
              GROUP BY root_device, root_port, flow)
            SELECT root_device, root_port, traffic, coalesce(src, ''), coalesce(dst, ''), paused
            FROM victims LEFT JOIN ends USING (flow)
            ORDER BY paused DESC, flow
            """;

    /**
     * A port of a tree.
     *
     * @param port its number
     * @param pausedNanos of all flows there
     * @param victimNanos of it, that of victims
     */
    record Waiting(
            @JsonProperty int port,
            @JsonProperty long pausedNanos,
            @JsonProperty long victimNanos) {}

    /**
     * A flow that was paused on account of a port which it does not cross.
     *
     * @param group of traffic
     * @param src host; empty if unknown
     * @param dst host; empty if unknown
     */
    record Victim(
            @JsonProperty String group,
            @JsonProperty String src,
            @JsonProperty String dst,
            @JsonProperty long pausedNanos) {}

    /**
     * Reads the trees of a cell, those with the longest victim pause time first.
     *
     * @param flows file of the flows
     * @param pauses file of pause times
     */
    static List<CongestionTree> read(
            Connection duckDb, Path flows, Path pauses, int cell, PortIndex ports)
            throws SQLException {
        Map<String, List<Waiting>> waiting = waiting(duckDb, pauses, cell, ports);
        Map<String, List<Victim>> victims = victims(duckDb, flows, pauses, cell);
        List<CongestionTree> trees = new ArrayList<>();
        try (PreparedStatement select =
                duckDb.prepareStatement(ROOTS.formatted(ParquetRows.of(pauses)))) {
            select.setInt(1, cell);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    String root = PortIndex.name(rows.getString(1), rows.getInt(2));
                    trees.add(
                            new CongestionTree(
                                    root,
                                    ports.of(root),
                                    rows.getLong(3),
                                    rows.getLong(4),
                                    rows.getLong(5),
                                    rows.getLong(6),
                                    waiting.getOrDefault(root, List.of()),
                                    sources(victims.getOrDefault(root, List.of())),
                                    longest(victims.getOrDefault(root, List.of()))));
                }
            }
        }
        return trees;
    }

    private static Set<String> sources(List<Victim> victims) {
        return victims.stream()
                .map(Victim::src)
                .filter(src -> !src.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Victim> longest(List<Victim> victims) {
        return victims.subList(0, Math.min(MOST_VICTIMS, victims.size()));
    }

    private static Map<String, List<Waiting>> waiting(
            Connection duckDb, Path pauses, int cell, PortIndex ports) throws SQLException {
        Map<String, List<Waiting>> byRoot = new LinkedHashMap<>();
        try (PreparedStatement select =
                duckDb.prepareStatement(PORTS.formatted(ParquetRows.of(pauses)))) {
            select.setInt(1, cell);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    int port = ports.of(rows.getString(3), rows.getInt(4));
                    if (port != PortIndex.UNKNOWN) {
                        byRoot.computeIfAbsent(
                                        PortIndex.name(rows.getString(1), rows.getInt(2)),
                                        any -> new ArrayList<>())
                                .add(new Waiting(port, rows.getLong(5), rows.getLong(6)));
                    }
                }
            }
        }
        return byRoot;
    }

    private static Map<String, List<Victim>> victims(
            Connection duckDb, Path flows, Path pauses, int cell) throws SQLException {
        Map<String, List<Victim>> byRoot = new LinkedHashMap<>();
        String query = VICTIMS.formatted(ParquetRows.of(flows), ParquetRows.of(pauses));
        try (PreparedStatement select = duckDb.prepareStatement(query)) {
            select.setInt(1, cell);
            select.setInt(2, cell);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    byRoot.computeIfAbsent(
                                    PortIndex.name(rows.getString(1), rows.getInt(2)),
                                    any -> new ArrayList<>())
                            .add(
                                    new Victim(
                                            rows.getString(3),
                                            rows.getString(4),
                                            rows.getString(5),
                                            rows.getLong(6)));
                }
            }
        }
        return byRoot;
    }
}
