package io.losslab.analysis.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.losslab.analysis.CellOutcomes;
import io.losslab.analysis.RunAnalysis;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.OutcomesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The trace is decoded without a schema; the numbers below are those published in google/perfetto,
 * protos/perfetto/trace: trace.proto, trace_packet.proto, track_event/*.proto, interned_data.proto.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TimelineTest {
    private static final int TRACE_PACKET = 1;
    private static final int PACKET_TIMESTAMP = 8;
    private static final int PACKET_SEQUENCE = 10;
    private static final int PACKET_TRACK_EVENT = 11;
    private static final int PACKET_INTERNED_DATA = 12;
    private static final int PACKET_SEQUENCE_FLAGS = 13;
    private static final int PACKET_TRACK_DESCRIPTOR = 60;
    private static final int TRACK_UUID = 1;
    private static final int TRACK_NAME = 2;
    private static final int TRACK_PROCESS = 3;
    private static final int TRACK_PARENT_UUID = 5;
    private static final int TRACK_COUNTER = 8;
    private static final int TRACK_DESCRIPTION = 14;
    private static final int PROCESS_PID = 1;
    private static final int COUNTER_UNIT = 3;
    private static final long UNIT_SIZE_BYTES = 3;
    private static final int EVENT_TYPE = 9;
    private static final int EVENT_NAME_IID = 10;
    private static final int EVENT_TRACK_UUID = 11;
    private static final int EVENT_COUNTER_VALUE = 30;
    private static final int EVENT_FLOW_IDS = 47;
    private static final int EVENT_TERMINATING_FLOW_IDS = 48;
    private static final long SLICE_BEGIN = 1;
    private static final long SLICE_END = 2;
    private static final long INSTANT = 3;
    private static final long COUNTER = 4;
    private static final int INTERNED_EVENT_NAMES = 2;
    private static final int NAME_IID = 1;
    private static final int NAME_TEXT = 2;

    private static final String TOPOLOGY =
            """
            {"nodes": [{"name": "A", "kind": "host"}, {"name": "M", "kind": "switch"},
                       {"name": "N", "kind": "switch"}],
             "links": [{"a": "A", "portA": 1, "b": "M", "portB": 1, "rateBitsPerSecond": 100000000000,
                        "delayNanos": 600},
                       {"a": "M", "portA": 2, "b": "N", "portB": 1, "rateBitsPerSecond": 100000000000,
                        "delayNanos": 1000}]}
            """;

    /** A slice, a mark or a value on a track. */
    private record Shown(String track, String name, long begin, long end, long type) {}

    private Path run;
    private Map<Long, RawMessage> tracks;
    private List<RawMessage> packets;
    private List<Shown> shown;

    @BeforeAll
    void export(@TempDir Path directory) throws IOException, SQLException {
        assumeTrue(
                System.getenv("CI") != null || Files.isExecutable(Path.of("/usr/bin/protoc")),
                "needs Debian's protobuf-compiler");
        run = directory.resolve("run");
        Files.createDirectory(run);
        Files.writeString(
                run.resolve("run.json"),
                """
                {"schemaVersion": 1, "experiment": "x", "status": "complete", "topology": %s,
                 "cells": [{"cell": 0, "params": {"scheme": "pfc"}},
                           {"cell": 1, "params": {"scheme": "portfc"}}]}
                """
                        .formatted(TOPOLOGY));
        OutcomesFile.begin(run, List.of(outcome(0, "pfc"), outcome(1, "portfc")));
        writeRows();
        Path file = directory.resolve("x.pftrace");
        Timeline.write(run, Set.of(0), file);
        decode(file);
    }

    private static CellOutcome outcome(int cell, String scheme) {
        return CellOutcomes.of(cell, Map.of("scheme", scheme), 80_000, 90e-6, true);
    }

    private void writeRows() throws SQLException {
        rows(
                "events",
                "time_ns, device, port, queue, kind, cause",
                "5000, 'M', 2, 3, 'pause', 'N:1, congested N:2'",
                "9000, 'A', 1, 3, 'pause', 'M:1, congested N:2'",
                "9500, 'M', 1, -1, 'drop', 'buffer full'",
                "20000, 'M', 2, 3, 'resume', 'N:1'",
                "24000, 'A', 1, 3, 'resume', 'M:1'",
                "70000, 'A', 1, 3, 'pause', 'pause frame'");
        rows(
                "counters",
                "time_ns, device, port, queue, counter, value",
                "1000, 'N', 2, 3, 'egressBytes', 4096",
                "2000, 'N', 2, 3, 'egressBytes', 8192");
        rows(
                "flows",
                "\"group\", src, dst, kind, flow, bytes, start_ns, end_ns, fct_ns, ideal_ns,"
                        + " retransmits",
                "'g', 'A', 'N', 'bandwidth', 7, 65536, 0, 40000, 40000, 6000, 0",
                "'g', 'A', 'N', 'bandwidth', 7, 65536, 10000, 50000, 40000, 6000, -1",
                "'g', 'A', 'N', 'bandwidth', 7, 65536, 40000, -1, -1, 0, -1");
        rows(
                "pauses",
                "\"group\", flow, device, port, queue, root_device, root_port, crosses_root,"
                        + " paused_ns",
                "'g', 7, 'A', 1, 3, 'N', 2, false, 15000");
    }

    /** Every row stands in cell 0, and in cell 1 too. */
    private void rows(String file, String columns, String... rows) throws SQLException {
        String both =
                Arrays.stream(rows)
                        .map("(%s)"::formatted)
                        .collect(Collectors.joining(", ", "(VALUES ", ") AS t(" + columns + ")"));
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement()) {
            sql.execute(
                    "COPY (SELECT cell, %s FROM range(2) AS c(cell), %s ORDER BY random()) TO '%s'"
                            .formatted(columns, both, run.resolve(file + ".parquet")));
        }
    }

    private void decode(Path file) throws IOException {
        packets = RawMessage.decode(file).messages(TRACE_PACKET);
        tracks = new HashMap<>();
        Map<Long, String> names = new HashMap<>();
        List<RawMessage> events = new ArrayList<>();
        for (RawMessage packet : packets) {
            packet.message(PACKET_TRACK_DESCRIPTOR)
                    .ifPresent(track -> tracks.put(track.number(TRACK_UUID), track));
            packet.messages(PACKET_INTERNED_DATA)
                    .forEach(
                            data ->
                                    data.messages(INTERNED_EVENT_NAMES)
                                            .forEach(
                                                    name ->
                                                            names.put(
                                                                    name.number(NAME_IID),
                                                                    name.text(NAME_TEXT))));
            if (packet.has(PACKET_TRACK_EVENT)) {
                events.add(packet);
            }
        }
        events.sort(Comparator.comparingLong(packet -> packet.number(PACKET_TIMESTAMP)));
        shown = new ArrayList<>();
        Map<Long, List<Shown>> open = new HashMap<>();
        for (RawMessage packet : events) {
            long time = packet.number(PACKET_TIMESTAMP);
            RawMessage event = packet.message(PACKET_TRACK_EVENT).orElseThrow();
            long track = event.number(EVENT_TRACK_UUID);
            long type = event.number(EVENT_TYPE);
            List<Shown> stack = open.computeIfAbsent(track, any -> new ArrayList<>());
            if (type == SLICE_END) {
                Shown slice = stack.remove(stack.size() - 1);
                shown.add(new Shown(slice.track(), slice.name(), slice.begin(), time, SLICE_BEGIN));
                continue;
            }
            String name =
                    type == COUNTER
                            ? Long.toString(event.number(EVENT_COUNTER_VALUE))
                            : names.get(event.number(EVENT_NAME_IID));
            Shown begun = new Shown(path(track), name, time, time, type);
            (type == SLICE_BEGIN ? stack : shown).add(begun);
        }
        open.values().forEach(stack -> assertTrue(stack.isEmpty(), "slices without an end"));
    }

    /** Names from the cell's track down. */
    private String path(long uuid) {
        RawMessage track = tracks.get(uuid);
        String name = track.text(TRACK_NAME);
        return track.has(TRACK_PARENT_UUID)
                ? path(track.number(TRACK_PARENT_UUID)) + "/" + name
                : name;
    }

    private List<String> on(String track) {
        return shown.stream()
                .filter(one -> one.track().equals("cell 0: scheme=pfc/" + track))
                .map(one -> "%s %d-%d".formatted(one.name(), one.begin(), one.end()))
                .toList();
    }

    @Test
    void pausesAreSlicesOfTheirQueueWithTheirCauseAndThoseThatNeverEndAreCutAtTheEnd() {
        assertEquals(
                List.of(
                        "paused by M:1, congested N:2 9000-24000",
                        "paused by pause frame 70000-90000"),
                on("A/port 1 queue 3"));
    }

    /** As results before resumes were kept with their pauses: those of others took up the room. */
    @Test
    void aPauseWhoseResumeWasNotKeptIsCutWhereResumesEnd(@TempDir Path directory) throws Exception {
        TimelineTest full = new TimelineTest();
        full.run = directory;
        Files.writeString(
                directory.resolve("run.json"),
                Files.readString(run.resolve("run.json"))
                        .replace("\"status\"", "\"backend\": \"virtual\", \"status\""));
        OutcomesFile.begin(
                directory,
                List.of(CellOutcomes.of(0, Map.of("scheme", "pfc"), 2_000_000, 2e-3, true)));
        full.writeRows();
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement()) {
            sql.execute(
                    """
                    COPY (SELECT 0 AS cell, 10 * i + 5 * k AS time_ns, 'M' AS device, 2 AS port,
                                 3 AS queue, ['pause', 'resume'][k + 1] AS kind, 'N:1' AS cause
                          FROM range(100000) AS p(i), range(2) AS r(k)
                          UNION ALL
                          SELECT 0, 700003, 'A', 1, 3, 'pause', 'M:1, congested N:2') TO '%s'
                    """
                            .formatted(directory.resolve("events.parquet")));
        }
        Path file = directory.resolve("x.pftrace");
        Timeline.write(directory, Set.of(0), file);
        full.decode(file);

        assertEquals(
                List.of("paused by M:1, congested N:2 700003-999995"), full.on("A/port 1 queue 3"));
        assertTrue(full.on("N/port 2").contains("root cause of pauses 700003-999995"));
        List<String> warnings = RunAnalysis.summarise(directory).warnings();
        assertEquals(
                "1 of 1 cells have as many events as are kept: later ones are missing in"
                        + " events.parquet and in what shows them",
                warnings.get(warnings.size() - 1));
        assertEquals(List.of(), RunAnalysis.summarise(run).warnings());
    }

    @Test
    void thePausesAgreeWithThoseThatDuckDbPairsInTheParquetFile() throws SQLException {
        List<String> expected = new ArrayList<>();
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement();
                ResultSet rows =
                        sql.executeQuery(
                                """
                                SELECT device, port, queue, time_ns, until FROM (
                                  SELECT *, lead(time_ns, 1, 90000) OVER (
                                    PARTITION BY device, port, queue ORDER BY time_ns) AS until
                                  FROM '%s' WHERE cell = 0 AND kind IN ('pause', 'resume'))
                                WHERE kind = 'pause' ORDER BY ALL
                                """
                                        .formatted(run.resolve("events.parquet")))) {
            while (rows.next()) {
                expected.add(
                        "cell 0: scheme=pfc/%s/port %d queue %d %d-%d"
                                .formatted(
                                        rows.getString(1),
                                        rows.getInt(2),
                                        rows.getInt(3),
                                        rows.getLong(4),
                                        rows.getLong(5)));
            }
        }
        assertEquals(
                expected.stream().sorted().toList(),
                shown.stream()
                        .filter(one -> one.name().startsWith("paused by"))
                        .map(one -> "%s %d-%d".formatted(one.track(), one.begin(), one.end()))
                        .sorted()
                        .toList());
    }

    @Test
    void aRootCausePortHasASliceWhileAnyPauseIsOnItsAccount() {
        assertEquals(
                List.of("pauses M:2 4000-4000", "root cause of pauses 5000-24000"), on("N/port 2"));
    }

    @Test
    void anArrowLeadsFromThePausedQueueOfThePeerToThePauseThatItCausedOneDelayLater() {
        assertEquals(
                List.of("pauses A:1 8400-8400", "paused by N:1, congested N:2 5000-20000"),
                on("M/port 2 queue 3"));
        Map<Long, List<String>> ends = new HashMap<>();
        for (RawMessage packet : packets) {
            packet.message(PACKET_TRACK_EVENT)
                    .ifPresent(
                            event -> {
                                String at =
                                        "%d at %d %s"
                                                .formatted(
                                                        event.number(EVENT_TYPE),
                                                        packet.number(PACKET_TIMESTAMP),
                                                        event.has(EVENT_FLOW_IDS) ? "out" : "in");
                                for (int field :
                                        new int[] {EVENT_FLOW_IDS, EVENT_TERMINATING_FLOW_IDS}) {
                                    if (event.has(field)) {
                                        ends.computeIfAbsent(
                                                        event.number(field),
                                                        any -> new ArrayList<>())
                                                .add(at);
                                    }
                                }
                            });
        }
        assertEquals(
                Set.of(
                        List.of(INSTANT + " at 4000 out", SLICE_BEGIN + " at 5000 in"),
                        List.of(INSTANT + " at 8400 out", SLICE_BEGIN + " at 9000 in")),
                Set.copyOf(ends.values()));
    }

    @Test
    void dropsAreMarks() {
        assertEquals(List.of("drop 9500-9500"), on("M/port 1"));
    }

    @Test
    void depthsAreCountersInBytesBelowTheirQueue() {
        assertEquals(
                List.of("4096 1000-1000", "8192 2000-2000"),
                on("N/port 2 queue 3/N:2 queue 3 egressBytes"));
        RawMessage counter =
                tracks.values().stream()
                        .filter(track -> track.has(TRACK_COUNTER))
                        .findFirst()
                        .orElseThrow();
        assertEquals(
                UNIT_SIZE_BYTES, counter.message(TRACK_COUNTER).orElseThrow().number(COUNTER_UNIT));
    }

    @Test
    void messagesOfAFlowThatOverlapHaveTracksOfTheSameNameAndNoneCrossesAnother() {
        assertEquals(
                List.of(
                        "65536 B 0-40000",
                        "65536 B 10000-50000",
                        "65536 B, not completed 40000-90000"),
                on("flows of g/flow 7, A to N"));
        List<RawMessage> lanes =
                tracks.values().stream()
                        .filter(track -> track.text(TRACK_NAME).startsWith("flow 7"))
                        .toList();
        assertEquals(2, lanes.size());
        lanes.forEach(
                lane ->
                        assertEquals(
                                "paused 15.0 \\302\\265s for N:2 (victim)",
                                lane.text(TRACK_DESCRIPTION)));
    }

    @Test
    void packetsAreOneSequenceWhoseStateIsClearedOnceAtTheStart() {
        for (int i = 0; i < packets.size(); i++) {
            assertEquals(
                    packets.get(0).number(PACKET_SEQUENCE), packets.get(i).number(PACKET_SEQUENCE));
            assertEquals(i == 0 ? 3 : 2, packets.get(i).number(PACKET_SEQUENCE_FLAGS));
        }
    }

    @Test
    void aCellIsAProcessAndCellsThatWereNotChosenAreLeftOut() {
        assertEquals(
                List.of(1L),
                tracks.values().stream()
                        .flatMap(track -> track.messages(TRACK_PROCESS).stream())
                        .map(process -> process.number(PROCESS_PID))
                        .toList());
    }

    @Test
    void rowsThatCannotBeReadLeaveNoFile(@TempDir Path empty) throws IOException {
        for (String name : List.of("run.json", "cells.json")) {
            Files.copy(run.resolve(name), empty.resolve(name));
        }
        Path file = empty.resolve("x.pftrace");
        assertThrows(IOException.class, () -> Timeline.write(empty, Set.of(0), file));
        try (var files = Files.list(empty)) {
            assertEquals(2, files.count());
        }
    }
}
