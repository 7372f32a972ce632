package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.configs.library.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperRunTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Commands losslab = new Commands(new Library("test-library/"));

    @TempDir private Path folder;

    @Test
    void runsAllExperimentsOfThePaperAndPrintsOneJsonDocument() throws IOException {
        Path out = folder.resolve("out");
        int code =
                losslab.execute(
                        "paper",
                        "tiny",
                        "--set",
                        "scale=full",
                        "--format",
                        "json",
                        "--out",
                        out.toString());
        assertEquals(0, code, losslab.err());
        JsonNode rows = JSON.readTree(losslab.out()).get("rows");
        assertEquals(6, rows.size());
        for (JsonNode row : rows) {
            assertEquals(
                    List.of(
                            "figure",
                            "metric",
                            "reported",
                            "measured",
                            "interval",
                            "seeds",
                            "effectSize",
                            "moreSeeds",
                            "within",
                            "verdict",
                            "sameDirection",
                            "note"),
                    names(row));
        }
        assertEquals(-0.37, rows.get(0).get("reported").asDouble());
        assertEquals(
                rows.get(0).get("measured").asDouble() < 0,
                rows.get(0).get("sameDirection").asBoolean());
        assertEquals("lower", rows.get(1).get("reported").asText());
        assertEquals(
                !rows.get(0).get("sameDirection").asBoolean(),
                rows.get(1).get("sameDirection").asBoolean());
        assertTrue(rows.get(2).get("sameDirection").asBoolean(), "no drop");
        assertTrue(rows.get(3).get("sameDirection").isNull());
        assertTrue(rows.get(3).get("note").asText().startsWith("the paper measured"));
        assertTrue(rows.get(4).get("sameDirection").asBoolean(), "within twice 95 Gb/s");
        assertFalse(rows.get(5).get("sameDirection").asBoolean(), "1 ms against some us");

        JsonNode one = JSON.readTree(Files.readString(out.resolve("tiny-one/run.json")));
        assertEquals("full", one.get("scale").asText());
        assertEquals("./losslab run tiny/one --set scale=full", one.get("command").asText());
        JsonNode two = JSON.readTree(Files.readString(out.resolve("tiny-two/run.json")));
        assertTrue(two.get("scale").isNull(), "it has no such scale");
        JsonNode summary = JSON.readTree(Files.readString(out.resolve("tiny-one/summary.json")));
        JsonNode extra = summary.get("cells").get(0).get("extra");
        assertEquals(900, extra.get("arrivalsMicros").asDouble());
        assertTrue(extra.get("longestRoundTripMicros").asDouble() > 30, "3 km are 15 us one way");
        assertEquals(0, summary.get("warnings").size());
        String report = Files.readString(out.resolve("tiny-one/report.html"));
        assertTrue(report.contains("<dt>Scale</dt><dd>full</dd>"));
        assertTrue(report.contains("Bifrost of 2 us"));
    }

    @Test
    void aFigureIsRunAloneAndItsTableFitsATerminal() {
        int code =
                losslab.execute(
                        "paper", "tiny", "--figure", "2", "--out", "" + folder.resolve("o"));
        assertEquals(0, code, losslab.err());
        assertFalse(Files.exists(folder.resolve("o/tiny-two")));
        List<String> lines = losslab.out().lines().toList();
        assertTrue(lines.get(0).startsWith("figure  metric"), losslab.out());
        assertTrue(losslab.out().contains("not reproducible  the paper"), losslab.out());
        assertEquals("2 rows: undecided 1, not reproducible 1", lines.get(lines.size() - 1));
        lines.forEach(line -> assertTrue(line.length() <= 120, line));
    }

    @Test
    void partsOfAFigureCountAsIt() {
        String out = folder.resolve("o").toString();
        assertEquals(0, losslab.execute("paper", "tiny", "--figure", "1", "--out", out));
        assertTrue(losslab.out().contains("3 rows: "), losslab.out());
    }

    @Test
    void comparesEarlierResultsWithoutRunning() throws IOException {
        Path out = folder.resolve("o");
        assertEquals(
                0,
                losslab.execute(
                        "paper",
                        "tiny",
                        "--set",
                        "seeds=[1,2]",
                        "--format",
                        "json",
                        "--out",
                        out.toString()));
        JsonNode ran = JSON.readTree(losslab.out());
        assertEquals(0, losslab.execute("paper", "tiny", "--format", "json", "--from", "" + out));
        assertEquals(ran, JSON.readTree(losslab.out()));
        JsonNode reserved = ran.get("rows").get(0);
        assertEquals(2, reserved.get("seeds").asInt());
        assertEquals(
                reserved.get("measured").asDouble(),
                reserved.get("interval").get("low").asDouble(),
                1e-12);
        assertEquals("agrees", reserved.get("verdict").asText());
        assertEquals("contradicts", ran.get("rows").get(1).get("verdict").asText());
        assertEquals("agrees", ran.get("rows").get(2).get("verdict").asText(), "no drop");
        assertEquals("notReproducible", ran.get("rows").get(3).get("verdict").asText());
        int total = 0;
        for (JsonNode count : ran.get("totals")) {
            total += count.asInt();
        }
        assertEquals(6, total);
        assertEquals("", losslab.err());
        String one = out.resolve("tiny-one").toString();
        assertEquals(0, losslab.execute("paper", "tiny", "--figure", "2", "--from", one));
        assertTrue(losslab.out().contains("2 rows: "), losslab.out());

        assertEquals(2, losslab.execute("paper", "other", "--from", one));
        assertTrue(losslab.err().contains("contains no results of the paper 'other'"));
        assertEquals(2, losslab.execute("paper", "tiny", "--from", one, "--set", "seeds=[1]"));

        Path killed = out.resolve("tiny-two.partial");
        Files.move(out.resolve("tiny-two"), killed);
        assertEquals(0, losslab.execute("paper", "tiny", "--from", out.toString()));
        assertEquals(
                "losslab: warning: %1$s: its run is not complete; continue with 'losslab run --resume %1$s'\n"
                        .formatted(killed),
                losslab.err());

        Files.move(killed, folder.resolve("elsewhere"));
        assertEquals(0, losslab.execute("paper", "tiny", "--from", out.toString()));
        assertEquals(
                "losslab: warning: %s has no results of tiny/two\n".formatted(out), losslab.err());
    }

    @Test
    void arrivalsOfLessThanThreeRoundTripsAreWarnedOfBeforeAndAfterARun() throws IOException {
        Path file = folder.resolve("short.yaml");
        Files.writeString(
                file,
                """
                experiment: test/short
                topology:
                  topology: test
                  hosts: [A, B]
                  switches: {S: {buffer: 8MB}}
                  links: [{ends: [A, S], rate: 100Gbps, delay: 50us}, {ends: [S, B], rate: 100Gbps, delay: 50us}]
                duration: 500us
                drain: 5ms
                schemes: {none: []}
                traffic: [{name: loop, kind: latency, from: A, to: B, size: 1KB}]
                figures: [{id: tail, kind: bars, group: loop, metrics: [fct.p99]}]
                """);
        assertEquals(0, losslab.execute("validate", file.toString()), losslab.err());
        String few = "figure tail: fct.p99 of loop rests on as few as 3 messages; 1 of 1 cells";
        assertTrue(losslab.err().contains("warning: arrivals last 500.0 us"), losslab.err());
        assertTrue(losslab.err().contains("warning: " + few), losslab.err());
        Path out = folder.resolve("short");
        assertEquals(0, losslab.execute("run", file.toString(), "--out", out.toString()));
        assertTrue(losslab.out().contains("  arrivals last 500.0 us"), losslab.out());
        assertTrue(losslab.out().contains("  " + few), losslab.out());
        assertTrue(Files.readString(out.resolve("report.html")).contains("<li>" + few));
    }

    @Test
    void unknownPapersFiguresAndScalesAreWrongUsage() {
        assertEquals(2, losslab.execute("paper", "tinny"));
        assertTrue(losslab.err().contains("there are tiny"), losslab.err());
        assertEquals(2, losslab.execute("paper", "tiny", "--figure", "9"));
        assertTrue(losslab.err().contains("there are 1a, 2, 3"), losslab.err());
        assertEquals(2, losslab.execute("paper", "tiny", "--set", "scale=ful"));
        assertTrue(losslab.err().contains("unknown scale 'ful'"), losslab.err());
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
