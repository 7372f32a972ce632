package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.analysis.paper.PaperComparison;
import io.losslab.analysis.paper.Verdict;
import io.losslab.analysis.paper.VerdictCounts;
import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.FigurePoint;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {
    @TempDir static Path temp;

    private static Path directory;
    private static Summary summary;

    @BeforeAll
    static void summariseARun() throws Exception {
        directory = new SyntheticRun(temp.resolve("run")).make();
        summary = RunAnalysis.summarise(directory);
    }

    @Test
    void readsBackWhatItWrote() throws Exception {
        assertEquals(ResultsJson.text(summary), ResultsJson.text(Summary.read(directory)));
        RunManifest manifest = RunManifest.read(directory);
        assertEquals(
                ResultsJson.text(new SyntheticRun(directory).manifest()),
                ResultsJson.text(manifest));
        List<CellOutcome> outcomes = CellOutcome.readAll(directory);
        assertEquals(84, outcomes.size());
        assertEquals(SyntheticRun.WARMUP_NANOS, outcomes.get(83).warmupNanos());
    }

    @Test
    void isTheSameEachTime() throws Exception {
        String first = Files.readString(directory.resolve("summary.json"));

        RunAnalysis.summarise(directory);

        assertEquals(first, Files.readString(directory.resolve("summary.json")));
    }

    @Test
    void hasTheFieldsOfTheContract() throws Exception {
        JsonNode json =
                new ObjectMapper().readTree(Files.readString(directory.resolve("summary.json")));

        assertEquals(
                List.of(
                        "schemaVersion",
                        "experiment",
                        "backend",
                        "status",
                        "cells",
                        "failures",
                        "points",
                        "warnings",
                        "paper"),
                names(json));
        assertEquals("complete", json.get("status").asText());
        JsonNode cell = json.get("cells").get(0);
        for (String name :
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
                        "checks",
                        "notes")) {
            assertTrue(cell.has(name), name);
        }
        assertTrue(cell.get("deadlock").isNull());
        assertEquals("pfc", cell.get("params").get("scheme").asText());
        assertEquals(1, cell.get("params").get("seed").asInt());
        JsonNode probe = cell.get("groups").get("probe");
        assertEquals(
                List.of(
                        "flows",
                        "completed",
                        "fctMicros",
                        "slowdown",
                        "goodputGbps",
                        "flowGbps",
                        "sessions",
                        "sessionMeanMicros",
                        "derived",
                        "iterations"),
                names(probe));
        assertEquals(
                List.of("mean", "p50", "p95", "p99", "p999", "max"), names(probe.get("fctMicros")));
        assertEquals(List.of("name", "passed", "detail"), names(cell.get("checks").get(0)));
        assertEquals(
                List.of(
                        "figure",
                        "metric",
                        "reported",
                        "measured",
                        "sameDirection",
                        "note",
                        "expect",
                        "notReproducible",
                        "verdict",
                        "within",
                        "interval",
                        "seeds",
                        "effectSize",
                        "moreSeeds",
                        "unfinished"),
                names(json.get("paper").get(0)));
    }

    @Test
    void comparesThePaperOverTheSeedsOfTheFiguresSweep() {
        Metric p99 = Metric.parse("fct.p99");
        double bifrost = meanOverSeeds(p99, "bifrost");
        double pfc = meanOverSeeds(p99, "pfc");

        PaperComparison row = summary.paper().get(3);

        assertEquals(-0.42, row.reported());
        assertEquals(bifrost / pfc - 1, row.measured(), 1e-12);
        assertTrue(row.sameDirection());
        assertEquals(Verdict.AGREES, row.verdict());
        assertTrue(row.interval().contains(row.measured()));
        assertEquals(3, row.seeds());
        assertEquals(0, row.moreSeeds());
        PaperComparison plain = summary.paper().get(4);
        assertEquals(10_375_000, plain.measured());
        assertTrue(plain.sameDirection(), "10.4 MB are within twice 9.72 MB");
        assertEquals(1.1, plain.within());
        assertEquals(Verdict.AGREES, plain.verdict());
        assertEquals("5 rows: agrees 5", VerdictCounts.text(summary.paper()));
    }

    @Test
    void poolsSeedsWithTheirRangeAndInterval() {
        Metric p99 = Metric.parse("fct.p99");

        Pooled pooled = Pooled.of(p99, "probe", busiest("pfc")).orElseThrow();

        assertEquals(3, pooled.seeds());
        assertEquals(meanOverSeeds(p99, "pfc"), pooled.mean(), 1e-9);
        double[] values = pooled.bySeed().values().stream().mapToDouble(v -> v).toArray();
        double variance = 0;
        for (double value : values) {
            variance += Math.pow(value - pooled.mean(), 2) / 2;
        }
        double half = 4.302652729749462 * Math.sqrt(variance / 3);
        assertEquals(pooled.mean() - half, pooled.interval().low(), 1e-6);
        assertEquals(pooled.mean() + half, pooled.interval().high(), 1e-6);
    }

    @Test
    void cellsOfOneSeedCountAsOneValue() {
        Metric queue = Metric.parse("maxIngressBytes");

        Pooled pooled = Pooled.of(queue, null, summary.cells()).orElseThrow();

        assertEquals(3, pooled.seeds());
        assertEquals(11_840_000, pooled.min(), 1e-6);
        assertEquals(11_840_000, pooled.max(), 1e-6);
    }

    @Test
    void deadlocksAreCountedOnlyWhereTheyAreLookedFor() {
        Metric deadlocked = Metric.parse("deadlocked");
        CellSummary cell = summary.cells().get(0);
        assertTrue(deadlocked.of(cell, null).isEmpty(), "hardware does not tell");

        CellSummary looked = cell.with(Check.passed(CellSummary.NO_DEADLOCK, ""));

        assertEquals(0, deadlocked.of(looked, null).orElseThrow());
    }

    @Test
    void listsThePointsOfItsFiguresWithTheirChangePairedBySeed() {
        FigurePoint point =
                summary.points().stream()
                        .filter(at -> at.figure().equals("11b") && at.metric().equals("fct.p99"))
                        .filter(at -> at.series().equals("bifrost") && at.x().equals("128"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(summary.paper().get(3).measured(), point.change().change(), 1e-12);
        assertEquals(3, point.change().pairs());
        assertTrue(point.change().interval().contains(point.change().change()));
        assertEquals(0, point.change().moreSeeds());
        FigurePoint bar =
                summary.points().stream()
                        .filter(at -> at.figure().equals("buffer"))
                        .filter(at -> at.series().equals("pfc"))
                        .findFirst()
                        .orElseThrow();
        assertNull(bar.x());
        assertNull(bar.change(), "it is the baseline");
        assertEquals(15_500_000, bar.value().mean());
    }

    @Test
    void namesWhatMetricsThereAre() {
        IllegalArgumentException unknown =
                assertThrows(IllegalArgumentException.class, () -> Metric.parse("fct.p42"));

        assertTrue(unknown.getMessage().contains("fct.p42"));
        assertTrue(unknown.getMessage().contains("p999"));
        assertEquals("Throughput loss", Metric.parse("extra.throughputLossFraction").label());
        assertEquals(Metric.Unit.FRACTION, Metric.parse("extra.throughputLossFraction").unit());
    }

    @Test
    void givesNoPercentOfAPercentage() {
        assertFalse(Metric.parse("extra.throughputLossFraction").comparable());
        assertTrue(Metric.parse("fct.mean").comparable());
    }

    @Test
    void comparesParametersAsQuantities() {
        assertTrue(ParamValue.same(128, "128"));
        assertTrue(ParamValue.same("512KB", "512000B"));
        assertTrue(ParamValue.same("0.4ms", "400us"));
        assertFalse(ParamValue.same("pfc", "bifrost"));
        assertFalse(ParamValue.matches(Map.of("flows", 2), Map.of("size", "2")));
        List<Object> sizes = new ArrayList<>(List.of("1MB", "64KB", "128KB"));
        sizes.sort(ParamValue.order());
        assertEquals(List.of("64KB", "128KB", "1MB"), sizes);
    }

    @Test
    void saysThatADirectoryHoldsNoRun() {
        IOException missing =
                assertThrows(IOException.class, () -> RunAnalysis.summarise(temp.resolve("none")));

        assertTrue(missing.getMessage().contains("is this a results directory?"));
    }

    @Test
    void saysWhereAFileIsDamaged() throws Exception {
        Path cut = Files.createDirectory(temp.resolve("cut"));
        Path file = cut.resolve("run.json");

        assertRefused(file, "{\n\"seeds\": [1,\n2", 3, "Unexpected end-of-input: ");
        assertRefused(file, "{\n\"seeds\": [1,\n2", 3, " for Array");
        assertRefused(file, "{\n\"seeds\": }", 2, "Unexpected character ('}' ");
        assertRefused(file, "{\n\"schemaVersion\": \"one\"}", 2, "Cannot deserialize value");
    }

    private static void assertRefused(Path file, String content, int line, String reason)
            throws IOException {
        Files.writeString(file, content);
        String message =
                assertThrows(IOException.class, () -> RunManifest.read(file.getParent()))
                        .getMessage();
        assertTrue(message.startsWith("%s:%d: ".formatted(file, line)), message);
        assertTrue(message.contains(reason), message);
        assertFalse(message.contains("Source"), message);
        assertEquals(1, message.lines().count(), message);
    }

    @Test
    void refusesAnotherVersionOfTheFiles() throws Exception {
        Path other = Files.createDirectory(temp.resolve("other"));
        Files.writeString(
                other.resolve("run.json"),
                "{\"schemaVersion\":2,\"experiment\":\"x\",\"status\":\"complete\"}");

        IOException refused = assertThrows(IOException.class, () -> RunManifest.read(other));

        assertEquals(
                other.resolve("run.json")
                        + ": run.json has schemaVersion 2, but this version of losslab reads 1",
                refused.getMessage());
    }

    @Test
    void changesOnlyTheStatusOfARunThatEnds() {
        RunManifest ended =
                new SyntheticRun(directory)
                        .manifest()
                        .withStatus(RunStatus.INTERRUPTED, "2026-03-02T10:00:00Z");

        assertEquals(RunStatus.INTERRUPTED, ended.status());
        assertEquals("2026-03-02T10:00:00Z", ended.finishedAt());
        assertEquals(84, ended.cells().size());
    }

    private static double meanOverSeeds(Metric metric, String scheme) {
        return busiest(scheme).stream()
                .mapToDouble(cell -> metric.of(cell, "probe").orElseThrow())
                .average()
                .orElseThrow();
    }

    private static List<CellSummary> busiest(String scheme) {
        return summary.cells().stream()
                .filter(cell -> "flows".equals(cell.sweep()))
                .filter(cell -> cell.param("flows").equals("128"))
                .filter(cell -> cell.param("scheme").equals(scheme))
                .toList();
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
