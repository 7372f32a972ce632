package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelRunTest {
    private static final String EXPERIMENT = Commands.experiment("two-sites.yaml");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The results of the experiment as it stands. */
    private static Path results;

    private final Commands losslab = new Commands();

    @BeforeAll
    static void runTheExperiment(@TempDir Path folder) {
        results = folder.resolve("results");
        Commands losslab = new Commands();
        assertEquals(
                0, losslab.execute("run", EXPERIMENT, "--out", results.toString()), losslab.err());
        assertTrue(losslab.out().contains("4 of 4 cells"), losslab.out());
        assertTrue(losslab.err().contains("report:  " + results.resolve("report.html")));
    }

    @Test
    void writesTheFilesOfTheContract() throws IOException {
        assertEquals(
                Set.of(
                        "cells.json",
                        "counters.parquet",
                        "events.parquet",
                        "flows.parquet",
                        "inputs",
                        "iterations.parquet",
                        "log.txt",
                        "pauses.parquet",
                        "perftest.txt",
                        "report.html",
                        "run.json",
                        "summary.json"),
                names(results));
        assertFalse(Files.exists(results.resolveSibling("results.partial")));
        String log = Files.readString(results.resolve("log.txt"));
        assertTrue(log.contains("test/two-sites: 4 cells"), log);
        assertFalse(log.contains("ERROR") || log.contains("WARN"), log);
    }

    @Test
    void parquetHoldsEveryMessageAndSample() throws SQLException {
        assertEquals(
                List.of(
                        "cell INTEGER",
                        "group VARCHAR",
                        "src VARCHAR",
                        "dst VARCHAR",
                        "kind VARCHAR",
                        "flow INTEGER",
                        "bytes BIGINT",
                        "start_ns BIGINT",
                        "end_ns BIGINT",
                        "fct_ns BIGINT",
                        "ideal_ns BIGINT",
                        "retransmits INTEGER"),
                columns("$flows"));
        assertEquals(
                List.of(
                        "cell INTEGER",
                        "time_ns BIGINT",
                        "device VARCHAR",
                        "port INTEGER",
                        "queue INTEGER",
                        "counter VARCHAR",
                        "value BIGINT"),
                columns("$counters"));
        assertEquals(
                List.of(
                        "cell INTEGER",
                        "time_ns BIGINT",
                        "device VARCHAR",
                        "port INTEGER",
                        "queue INTEGER",
                        "kind VARCHAR",
                        "cause VARCHAR"),
                columns("$events"));
        assertEquals(
                List.of("0 A C 8000", "1 A C 8000", "2 A C 8000", "3 A C 8000"),
                Commands.rows(
                        results,
                        "SELECT DISTINCT cell, src, dst, bytes FROM $flows"
                                + " WHERE \"group\" = 'latency' ORDER BY cell"));
        assertEquals(
                List.of("0"),
                Commands.rows(
                        results,
                        "SELECT count(*) FROM $flows WHERE fct_ns < ideal_ns OR ideal_ns <= 0"
                                + " OR fct_ns <> CASE kind WHEN 'latency'"
                                + " THEN (end_ns - start_ns) // 2 ELSE end_ns - start_ns END"));
        // Every 10 us at both ends of the long link, from 0 to 1 ms at least.
        assertEquals(
                List.of("0 true", "1 true", "2 true", "3 true"),
                Commands.rows(
                        results,
                        "SELECT cell, count(DISTINCT time_ns) >= 101 AND min(time_ns) = 0 FROM"
                                + " $counters WHERE device = 'N' AND port = 1 AND counter ="
                                + " 'ingressBytes' GROUP BY cell ORDER BY cell"));
    }

    @Test
    void theDocumentationNamesEveryFileAndColumn() throws IOException, SQLException {
        String page = Files.readString(Path.of("../docs/results.md"));
        for (String name : names(results)) {
            assertTrue(page.contains("`" + name + "`"), name);
        }
        for (String file : List.of("flows", "counters", "events", "pauses")) {
            String columns =
                    columns("$" + file).stream()
                            .map(column -> "`" + column.split(" ", 2)[0] + "`")
                            .collect(Collectors.joining(", "));
            assertTrue(page.contains("| `" + file + "` | " + columns + " |"), columns);
        }
    }

    @Test
    void summarySaysWhatTheRowsSay() throws IOException, SQLException {
        JsonNode summary = JSON.readTree(results.resolve("summary.json").toFile());
        assertEquals(1, summary.get("schemaVersion").asInt());
        assertEquals("test/two-sites", summary.get("experiment").asText());
        assertEquals("virtual", summary.get("backend").asText());
        assertEquals("complete", summary.get("status").asText());
        assertEquals(4, summary.get("cells").size());
        for (JsonNode cell : summary.get("cells")) {
            for (String field :
                    List.of(
                            "params",
                            "groups",
                            "drops",
                            "reordered",
                            "retransmitted",
                            "deadlock",
                            "switchPauseFrames",
                            "hostPauseFrames",
                            "maxEgressQueueBytes",
                            "maxIngressBytes",
                            "reservedBufferBytes",
                            "simulatedSeconds",
                            "wallSeconds",
                            "packetHops",
                            "checks")) {
                assertTrue(cell.has(field), field);
            }
            assertTrue(cell.get("packetHops").asLong() > 10_000);
            assertTrue(cell.get("switchPauseFrames").asLong() > 0);
            JsonNode latency = cell.at("/groups/latency");
            assertEquals(latency.get("flows"), latency.get("completed"));
            assertEquals(
                    Set.of("mean", "p50", "p95", "p99", "p999", "max"),
                    fieldsOf(latency.get("fctMicros")));
            assertEquals(
                    Set.of("mean", "p50", "p95", "p99", "p999", "max"),
                    fieldsOf(latency.get("slowdown")));
            assertEquals(
                    List.of(latency.get("flows").asText()),
                    Commands.rows(
                            results,
                            "SELECT count(*) FROM $flows WHERE \"group\" = 'latency' AND cell = "
                                    + cell.get("cell")
                                    + " AND start_ns >= 100000"));
            assertTrue(cell.at("/groups/background/goodputGbps").asDouble() > 80);
            for (JsonNode check : cell.get("checks")) {
                assertTrue(check.get("passed").asBoolean(), check.toString());
            }
        }
        assertEquals(List.of("pfc", "pfc", "bifrost", "bifrost"), eachCell(summary, "scheme"));
        assertEquals(List.of("1", "2", "1", "2"), eachCell(summary, "seed"));
    }

    @Test
    void aLiveRunThatNeedsRootBeginsNoResults(@TempDir Path folder) {
        Path directory = folder.resolve("live");
        String user = System.setProperty("user.name", "guest");
        try {
            assertEquals(
                    2,
                    losslab.execute(
                            "run",
                            "live/incast",
                            "--backend",
                            "live",
                            "--out",
                            directory.toString()));
        } finally {
            System.setProperty("user.name", user);
        }
        assertTrue(losslab.err().contains("need root"), losslab.err());
        assertFalse(Files.exists(folder.resolve("live.partial")));
    }

    @Test
    void theManifestSaysHowToRepeatTheRun() throws IOException {
        JsonNode run = JSON.readTree(results.resolve("run.json").toFile());
        assertEquals("complete", run.get("status").asText());
        assertEquals("./losslab run " + EXPERIMENT, run.get("command").asText());
        assertEquals(Path.of("").toAbsolutePath().toString(), run.get("directory").asText());
        assertEquals("[1,2]", run.get("seeds").toString());
        assertTrue(run.get("resolved").asText().contains("slot: 2us"));
        assertTrue(run.at("/machine/cores").asInt() > 0);
        assertFalse(run.get("finishedAt").isNull());
        assertEquals(4, run.get("cells").size());
    }

    @Test
    void theSameSeedGivesTheSameResultWhateverRunsBesideIt(@TempDir Path folder)
            throws IOException, SQLException {
        Path again = folder.resolve("again");
        assertEquals(
                0, losslab.execute("run", EXPERIMENT, "--jobs", "1", "--out", again.toString()));
        for (String file : List.of("$flows", "$counters", "$events")) {
            String all = "SELECT * FROM " + file;
            assertEquals(Commands.rows(results, all), Commands.rows(again, all), file);
        }
        assertEquals(withoutWallTime(results), withoutWallTime(again));
    }

    @Test
    void aDropFailsTheRunAndSaysWhenAndWhere(@TempDir Path folder) throws IOException {
        Path dropping = folder.resolve("dropping");
        assertEquals(
                1,
                losslab.execute(
                        "run",
                        EXPERIMENT,
                        "--set",
                        "scheme=pfc",
                        "--seed",
                        "1",
                        "--set",
                        "schemes.pfc.1.pfc.headroom=0B",
                        "--out",
                        dropping.toString()));
        assertTrue(losslab.out().contains("FAILED  no drop"), losslab.out());
        JsonNode cell = cell(dropping);
        assertTrue(cell.get("drops").asLong() > 0);
        assertTrue(cell.get("retransmitted").asLong() > 0);
        assertDetail(
                cell,
                "no drop",
                false,
                "[\\d,]+ packets dropped, the first at [\\d.]+ us at N port 1 queue 3: buffer"
                        + " full");
        assertDetail(
                cell,
                "in order",
                false,
                "[\\d,]+ packets received ahead of a gap, the first at [\\d.]+ us at C port 1"
                        + " queue 3, flow \\d+");
        assertDetail(cell, "byte conservation", true, "sent .* \\+ dropped [\\d,]+");
        assertTrue(Files.readString(dropping.resolve("report.html")).contains("no drop"));
    }

    @Test
    void tooSmallAnHIsRefusedUnlessItIsUnsafe(@TempDir Path folder) throws IOException {
        Path unsafe = folder.resolve("unsafe");
        List<String> args =
                new ArrayList<>(
                        List.of(
                                "run",
                                EXPERIMENT,
                                "--set",
                                "scheme=bifrost",
                                "--seed",
                                "1",
                                "--set",
                                "schemes.bifrost.1.bifrost.queueBuffer=100KB",
                                "--out",
                                unsafe.toString()));
        assertEquals(2, losslab.execute(args.toArray(String[]::new)));
        assertTrue(losslab.err().contains("331,250 B below"), losslab.err());
        assertFalse(Files.exists(unsafe));
        args.addAll(List.of("--set", "schemes.bifrost.1.bifrost.unsafe=true"));
        assertEquals(0, losslab.execute(args.toArray(String[]::new)), losslab.out());
        assertDetail(
                cell(unsafe),
                "Theorem 1: Delta + Rs T <= L + F <= H",
                true,
                "not guaranteed with these settings: [\\d,]+ of [\\d,]+ slots violate the bound,"
                        + " the first at [\\d.]+ us at [MN] port \\d queue -1: L \\+ F = .*");
        assertDetail(
                cell(unsafe),
                "no throughput loss",
                true,
                "not guaranteed with these settings: .*N port 1 queue 3 lost [\\d.]+ us, the"
                        + " first at [\\d.]+ us");
    }

    @Test
    void jsonIsAllThatIsOnStandardOutput(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("json");
        assertEquals(
                0,
                losslab.execute(
                        "run",
                        EXPERIMENT,
                        "--seed",
                        "1",
                        "--set",
                        "scheme=pfc",
                        "--no-report",
                        "--format",
                        "json",
                        "--out",
                        json.toString()));
        JsonNode document = JSON.reader().readTree(losslab.out());
        assertEquals(JSON.readTree(json.resolve("summary.json").toFile()), document);
        assertFalse(Files.exists(json.resolve("report.html")));
    }

    @Test
    void resultsAreNeverOverwritten() throws IOException {
        Set<String> before = names(results);
        assertEquals(2, losslab.execute("run", EXPERIMENT, "--out", results.toString()));
        assertTrue(losslab.err().contains("exists"), losslab.err());
        assertEquals(before, names(results));
    }

    @Test
    void theReportIsBuiltAgainFromTheData(@TempDir Path folder) throws IOException {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        for (String name : names(results)) {
            Files.copy(results.resolve(name), copy.resolve(name));
        }
        Files.delete(copy.resolve("report.html"));
        Files.delete(copy.resolve("summary.json"));
        assertEquals(0, losslab.execute("report", copy.toString()), losslab.err());
        assertEquals(copy.resolve("report.html") + "\n", losslab.out());
        for (String name : List.of("summary.json", "report.html")) {
            assertEquals(
                    Files.readString(results.resolve(name)), Files.readString(copy.resolve(name)));
        }
    }

    @Test
    void thereIsNoReportOfNothing(@TempDir Path folder) {
        assertEquals(2, losslab.execute("report", folder.resolve("nothing").toString()));
        assertTrue(losslab.err().contains("cannot build the report"), losslab.err());
        assertEquals(2, losslab.execute("report", folder.resolve("no.partial").toString()));
        assertTrue(losslab.err().contains("there is no interrupted run"), losslab.err());
    }

    @Test
    void thePhysicalBackendSaysWhatItNeeds() {
        assertEquals(2, losslab.execute("run", EXPERIMENT, "--backend", "physical"));
        assertTrue(
                losslab.err().contains("--backend physical needs --testbed FILE"), losslab.err());
    }

    private static void assertDetail(JsonNode cell, String name, boolean passed, String pattern) {
        for (JsonNode check : cell.get("checks")) {
            if (check.get("name").asText().equals(name)) {
                assertEquals(passed, check.get("passed").asBoolean(), check.toString());
                String detail = check.get("detail").asText();
                assertTrue(detail.matches(pattern), detail);
                return;
            }
        }
        throw new AssertionError("no check is named " + name + " in " + cell.get("checks"));
    }

    private static JsonNode cell(Path directory) throws IOException {
        return JSON.readTree(directory.resolve("summary.json").toFile()).get("cells").get(0);
    }

    private static List<String> columns(String file) throws SQLException {
        return Commands.rows(
                results,
                "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM " + file + ")");
    }

    private static List<String> eachCell(JsonNode summary, String param) {
        List<String> values = new ArrayList<>();
        summary.get("cells").forEach(cell -> values.add(cell.at("/params/" + param).asText()));
        return values;
    }

    private static JsonNode withoutWallTime(Path directory) throws IOException {
        JsonNode summary = JSON.readTree(directory.resolve("summary.json").toFile());
        summary.get("cells").forEach(cell -> ((ObjectNode) cell).remove("wallSeconds"));
        return summary;
    }

    private static Set<String> fieldsOf(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static Set<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
