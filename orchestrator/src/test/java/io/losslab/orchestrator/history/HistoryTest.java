package io.losslab.orchestrator.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.orchestrator.run.Commands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A folder with three runs: case-a, of the last commit, and changed copies of it of earlier ones.
 */
class HistoryTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private static Path folder;
    private static Path results;

    private final Commands losslab = new Commands();

    @BeforeAll
    static void makeRuns() throws IOException {
        results = folder.resolve("results");
        Path run = results.resolve("case-a");
        Commands losslab = new Commands();
        assertEquals(
                0,
                losslab.execute(
                        "run",
                        Commands.experiment("two-sites.yaml"),
                        "--set",
                        "scheme=pfc",
                        "--set",
                        "duration=500us",
                        "--no-report",
                        "--out",
                        run.toString()),
                losslab::err);
        copy(
                run,
                results.resolve("a-second"),
                (manifest, summary) -> {
                    manifest.put("commit", "b2b2b2").put("commitDate", "2026-02-02T09:00:00Z");
                    manifest.put("startedAt", "2026-02-03T12:00Z");
                    ((ObjectNode) summary.at("/cells/0/checks/0")).put("passed", false);
                });
        copy(
                run,
                results.resolve("paper/z-first"),
                (manifest, summary) -> {
                    manifest.put("commit", "a1a1a1").put("commitDate", "2026-02-01T09:00:00Z");
                    manifest.put("startedAt", "2026-02-04T12:00:00Z");
                    manifest.put("resolved", manifest.path("resolved").asText() + "# other\n");
                    ObjectNode latency = (ObjectNode) summary.at("/cells/0/groups/latency");
                    ((ObjectNode) latency.get("fctMicros")).put("p99", 1000.0);
                    ((ObjectNode) summary.at("/cells/1/groups/latency/fctMicros"))
                            .put("p99", 2000.0);
                });
        Path last = run.resolve("run.json");
        ObjectNode manifest = (ObjectNode) JSON.readTree(last.toFile());
        manifest.put("commit", "c3c3c3").put("commitDate", "2026-03-01T09:00:00+01:00");
        JSON.writeValue(last.toFile(), manifest);
    }

    private static void copy(Path run, Path copy, BiConsumer<ObjectNode, JsonNode> change)
            throws IOException {
        Files.createDirectories(copy);
        JsonNode manifest = JSON.readTree(run.resolve("run.json").toFile());
        JsonNode summary = JSON.readTree(run.resolve("summary.json").toFile());
        change.accept((ObjectNode) manifest, summary);
        JSON.writeValue(copy.resolve("run.json").toFile(), manifest);
        JSON.writeValue(copy.resolve("summary.json").toFile(), summary);
    }

    @Test
    void runsAreListedByTheDateOfTheirCommit() throws IOException {
        JsonNode runs = json();
        assertEquals(List.of("a1a1a1", "b2b2b2", "c3c3c3"), runs.findValuesAsText("commit"));
        assertEquals(
                List.of("passed", "checks-failed", "passed"), runs.findValuesAsText("verdict"));
        assertEquals("2026-02-03T12:00:00Z", runs.get(1).path("started_at").asText());
        JsonNode last = runs.get(2);
        assertEquals(results.resolve("case-a").toString(), last.path("run").asText());
        assertEquals("test/two-sites", last.path("experiment").asText());
        assertEquals(2, last.path("cells").asInt());
        assertTrue(last.path("testbed").isNull());
        JsonNode cells = JSON.readTree(results.resolve("case-a/summary.json").toFile());
        long pauses = 0;
        for (JsonNode cell : cells.path("cells")) {
            pauses += cell.path("switchPauseFrames").asLong();
            pauses += cell.path("hostPauseFrames").asLong();
        }
        assertTrue(pauses > 0);
        assertEquals(pauses, last.path("pause_frames").asLong());
        assertEquals(0, losslab.execute("history", results.toString()));
        assertTrue(
                losslab.out().matches("(?s) +run +started +commit .*z-first.*a-second.*case-a.*"),
                losslab::out);
    }

    @Test
    void filtersLeaveTheWantedRuns() throws IOException {
        assertEquals(List.of("b2b2b2"), commits("--verdict", "checks-failed,cells-failed"));
        assertEquals(List.of("a1a1a1"), commits("--commit", "a1"));
        assertEquals(List.of("a1a1a1", "c3c3c3"), commits("--since", "2026-02-04"));
        assertEquals(3, commits("--experiment", "test/*").size());
        assertEquals(List.of(), commits("--experiment", "test"));
        assertEquals(3, commits("--on", "virtual").size());
        assertEquals(List.of(), commits("--on", "lab"));
    }

    @Test
    void wrongFiltersAndFoldersAreUsageErrors() {
        assertUsage("unknown verdict 'pass'; expected one of passed, ", "--verdict", "pass");
        assertUsage("--since: '31.1.2026' is not a date", "--since", "31.1.2026");
        assertUsage("unknown metric fct; expected extra.NAME or one of", "--metric", "fct");
        assertUsage("no cell has the metric extra.none", "--metric", "extra.none");
        assertEquals(2, losslab.execute("history", folder.resolve("none").toString()));
        assertTrue(losslab.err().contains("there is no folder "), losslab::err);
    }

    @Test
    void aComparisonOfWhatNoCellHasIsAUsageError() {
        String run = results.resolve("case-a").toString();
        assertEquals(2, losslab.execute("compare", run, "--metric", "extra.none"));
        assertTrue(losslab.err().contains("no cell has the metric extra.none"), losslab::err);
        assertTrue(losslab.err().contains("the cells have extra."), losslab::err);
        assertEquals(2, losslab.execute("compare", run, "--by", "seed"));
        assertTrue(losslab.err().contains("seeds are pooled, and not compared"), losslab::err);
        assertEquals(
                0,
                losslab.execute(
                        "history",
                        results.toString(),
                        "--experiment",
                        "none",
                        "--metric",
                        "fct.p99"));
    }

    @Test
    void aTrendHasTheChangeFromTheRunBeforePairedBySeed() throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        json("--metric", "fct.p99")
                .forEach(
                        row -> {
                            if (row.path("traffic").asText().equals("latency")) {
                                rows.add(row);
                            }
                        });
        assertEquals(3, rows.size());
        assertEquals(1500, rows.get(0).path("mean").asDouble());
        assertTrue(rows.get(0).path("change").isNull());
        double mean = rows.get(1).path("mean").asDouble();
        assertEquals(mean / 1500 - 1, rows.get(1).path("change").asDouble(), 1e-9);
        assertTrue(rows.get(1).path("reconfigured").asBoolean());
        assertEquals(0, rows.get(2).path("change").asDouble());
        assertFalse(rows.get(2).path("reconfigured").asBoolean());
        assertEquals("flows=2 scheme=pfc", rows.get(2).path("parameters").asText());
        assertEquals(2, rows.get(2).path("seeds").asInt());
        assertEquals(
                0, losslab.execute("history", results.toString(), "--metric", "maxIngressBytes"));
        assertTrue(losslab.out().startsWith("Largest ingress count\n"), losslab::out);
        assertTrue(losslab.out().contains("* the configuration is not that of"), losslab::out);
    }

    @Test
    void damagedAndForeignDirectoriesAreSkippedWithALineEach(@TempDir Path own) throws IOException {
        Files.createDirectories(own.resolve("notes"));
        Files.createDirectories(own.resolve("cut"));
        Files.writeString(own.resolve("cut/run.json"), "{\"schemaVersion\": 1,");
        copy(
                results.resolve("case-a"),
                own.resolve("new"),
                (run, summary) -> run.put("schemaVersion", 9));
        copy(results.resolve("case-a"), own.resolve("good"), (run, summary) -> {});
        copy(results.resolve("case-a"), own.resolve("running.partial"), (run, summary) -> {});
        Files.delete(own.resolve("running.partial/summary.json"));
        Files.writeString(own.resolve("file.txt"), "");
        assertEquals(0, losslab.execute("history", own.toString(), "--format", "csv"));
        assertEquals(2, losslab.out().lines().count(), losslab::out);
        List<String> skipped = losslab.err().lines().toList();
        assertEquals(4, skipped.size(), losslab::err);
        assertTrue(
                skipped.get(0)
                        .matches("skipped .*cut: .*run.json:1: Unexpected end-of-input[^\\[]*"),
                losslab::err);
        assertTrue(skipped.get(1).contains("run.json has schemaVersion 9"), losslab::err);
        assertTrue(skipped.get(2).endsWith("notes: it has no run.json"), losslab::err);
        assertTrue(skipped.get(3).contains("running.partial"), losslab::err);
    }

    /** Those of the page, so that it is right; and what they give is what the summary says. */
    @Test
    void theQueriesOfThePageRunAndAgreeWithTheSummary() throws IOException, SQLException {
        Path database = folder.resolve("history.duckdb");
        Path swept = swept(folder.resolve("swept for queries"));
        assertEquals(
                0,
                losslab.execute("history", results.toString(), "--database", database.toString()),
                losslab::err);
        String page = Files.readString(Path.of("../docs/analysing-results.md"));
        List<String> queries =
                Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL)
                        .matcher(page)
                        .results()
                        .map((MatchResult block) -> block.group(1))
                        .map(sql -> sql.replace("'results/", "'" + results + "/"))
                        .map(sql -> sql.replace("'history.duckdb'", "'" + database + "'"))
                        .toList();
        assertEquals(4, queries.size());
        JsonNode cell = JSON.readTree(results.resolve("case-a/summary.json").toFile());
        JsonNode latency = cell.at("/cells/0/groups/latency");
        assertTrue(
                rows(queries.get(0))
                        .contains(
                                "0 pfc 1 latency %d %s"
                                        .formatted(
                                                latency.path("completed").asLong(),
                                                latency.at("/fctMicros/p99").asDouble())),
                () -> latency.toString());
        String sweptQuery = queries.get(0).replace("'" + results + "/", "'" + swept + "/");
        assertEquals(8, rows(sweptQuery).size(), "two seeds, values of a parameter, and groups");
        assertTrue(rows(queries.get(1)).get(0).endsWith(" 4 1"));
        assertTrue(rows(queries.get(2)).size() > 0);
        List<String> goodput = rows(queries.get(3));
        assertEquals(6, goodput.size());
        double mean =
                (cell.at("/cells/0/groups/latency/goodputGbps").asDouble()
                                + cell.at("/cells/1/groups/latency/goodputGbps").asDouble())
                        / 2;
        String last = goodput.get(5);
        assertTrue(last.startsWith("test/two-sites c3c3c3 2026-03-01"), last);
        assertEquals(mean, Double.parseDouble(last.substring(last.lastIndexOf(' ') + 1)), 1e-9);
    }

    /** A folder with case-a at two values of a parameter. */
    private Path swept(Path runs) {
        assertEquals(
                0,
                losslab.execute(
                        "run",
                        Commands.experiment("two-sites.yaml"),
                        "--set",
                        "sweeps=[{name: flows, matrix: {scheme: [pfc], flows: [2, 4]}}]",
                        "--set",
                        "duration=500us",
                        "--no-report",
                        "--out",
                        runs.resolve("case-a").toString()),
                losslab::err);
        return runs;
    }

    @Test
    void metricsOfDerivedGroupsAreMarked(@TempDir Path own) throws IOException, SQLException {
        copy(
                results.resolve("case-a"),
                own.resolve("runs/bins"),
                (manifest, summary) ->
                        ((ObjectNode) summary.at("/cells/0/groups/latency")).put("derived", true));
        Path database = own.resolve("history.duckdb");
        assertEquals(
                0,
                losslab.execute(
                        "history",
                        own.resolve("runs").toString(),
                        "--database",
                        database.toString()),
                losslab::err);
        assertEquals(
                List.of("0 latency"),
                rows(
                        """
                        ATTACH '%s' AS history (READ_ONLY);
                        SELECT DISTINCT cell, traffic FROM history.metrics
                        WHERE derived IS NOT FALSE\
                        """
                                .formatted(database)));
    }

    @Test
    void theNotebookRunsAndAgreesWithTheSummary(@TempDir Path own) throws Exception {
        requirePandas();
        Path swept = swept(folder.resolve("swept for the notebook"));
        assertEquals(0, losslab.execute("export", swept.resolve("case-a").toString(), "--csv"));
        assertEquals(0, losslab.execute("history", swept.toString(), "--format", "csv"));
        Files.writeString(folder.resolve("history.csv"), losslab.out());
        saveTrendsOfTheSameParameters(own);
        Path notebook = Path.of("../docs/analysing-results.ipynb").toAbsolutePath();
        for (JsonNode cell : JSON.readTree(notebook.toFile()).path("cells")) {
            assertTrue(cell.path("outputs").isEmpty(), "the notebook is kept without outputs");
        }
        String program =
                """
                import json, sys
                names = {}
                for cell in json.load(open(sys.argv[1]))["cells"]:
                    if cell["cell_type"] == "code":
                        exec("".join(cell["source"]), names)
                table = names["p99"]
                assert len(table) == 8, table
                assert (abs(table.p99_us - table.summary_us) < 1e-6).all(), table
                assert (names["means"]["count"] == 2).all(), names["means"]
                trend, table = names["trend"], names["table"]
                assert len(trend) == 4 * len(set(zip(trend.parameters, trend.traffic))), trend
                assert table.count().sum() == len(trend), table
                for n in range(1, 301):
                    p99 = names["p99_of"](names["pd"].Series(range(n, 0, -1)))
                    assert p99 == (99 * n + 99) // 100, (n, p99)
                """;
        String output = python("-c", program, notebook.toString());
        assertTrue(output.contains("c3c3c3"), output);
        assertTrue(output.contains("of them completed and after the warm-up"), output);
    }

    /** Of two experiments, of two testbeds, and of two commits, one of them unknown. */
    private void saveTrendsOfTheSameParameters(Path own) throws IOException {
        copy(results.resolve("case-a"), own.resolve("as it is"), (manifest, summary) -> {});
        copy(
                results.resolve("case-a"),
                own.resolve("other experiment"),
                (manifest, summary) -> manifest.put("experiment", "test/other"));
        copy(
                results.resolve("case-a"),
                own.resolve("other testbed"),
                (manifest, summary) -> manifest.put("backend", "physical").put("testbed", "lab"));
        copy(
                results.resolve("case-a"),
                own.resolve("no commit"),
                (manifest, summary) -> {
                    manifest.put("commit", "");
                    manifest.remove("commitDate");
                });
        assertEquals(
                0,
                losslab.execute(
                        "history", own.toString(), "--metric", "fct.p99", "--format", "csv"));
        Files.writeString(folder.resolve("trend.csv"), losslab.out());
    }

    private static void requirePandas() throws IOException, InterruptedException {
        boolean there =
                new ProcessBuilder("/usr/bin/python3", "-c", "import pandas")
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0;
        if (!there && "true".equals(System.getenv("CI"))) {
            throw new AssertionError("pandas is missing: install python3-pandas");
        }
        Assumptions.assumeTrue(there, "needs python3-pandas");
    }

    private static String python(String... words) throws IOException, InterruptedException {
        Process python =
                new ProcessBuilder(
                                Stream.concat(Stream.of("/usr/bin/python3"), Stream.of(words))
                                        .toList())
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, python.waitFor(), output);
        return output;
    }

    private int execute(String... words) {
        return losslab.execute(
                Stream.concat(Stream.of("history", results.toString()), Stream.of(words))
                        .toArray(String[]::new));
    }

    private void assertUsage(String message, String... words) {
        assertEquals(2, execute(words));
        assertTrue(losslab.err().contains(message), losslab::err);
    }

    private JsonNode json(String... words) throws IOException {
        assertEquals(
                0,
                execute(
                        Stream.concat(Stream.of("--format", "json"), Stream.of(words))
                                .toArray(String[]::new)),
                losslab::err);
        return JSON.readTree(losslab.out());
    }

    private List<String> commits(String... words) throws IOException {
        return json(words).findValuesAsText("commit");
    }

    /** Rows of the last of several statements, as text. */
    private static List<String> rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckDb.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(result.getString(column));
                }
                rows.add(String.join(" ", values));
            }
        }
        return rows;
    }
}
