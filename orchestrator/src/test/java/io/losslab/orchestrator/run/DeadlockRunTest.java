package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ring that locks up: seen coming, and named wherever people look. */
class DeadlockRunTest {
    private static final String EXPERIMENT = Commands.experiment("ring.yaml");

    private final Commands losslab = new Commands();

    @Test
    void aDeadlockEndsTheRunAndIsNamedEverywhere(@TempDir Path folder) throws IOException {
        Path results = folder.resolve("results");
        int exit = losslab.execute("run", EXPERIMENT, "--out", results.toString());
        assertEquals(1, exit, losslab.err());
        JsonNode cell =
                new ObjectMapper()
                        .readTree(results.resolve("summary.json").toFile())
                        .at("/cells/0");
        String cycle = cell.at("/deadlock/cycle").asText();
        for (String place : List.of("A:2 queue 3", "B:3 queue 3", "C:3 queue 3")) {
            assertTrue(cycle.contains(place), cycle);
        }
        double seconds = cell.get("simulatedSeconds").asDouble();
        assertTrue(seconds < 0.03, "it simulated on for " + seconds + " s");
        assertEquals(2, cell.at("/groups/late/flows").asInt());
        assertEquals(0, cell.at("/groups/late/completed").asInt());
        assertTrue(cell.at("/groups/late/fctMicros").isNull());
        assertTrue(losslab.out().contains("deadlocked: " + cycle), losslab.out());
        assertTrue(losslab.out().contains("FAILED  no deadlock"), losslab.out());
        String report = Files.readString(results.resolve("report.html"));
        assertTrue(report.contains("<td class=\"wordy\">" + cycle.replace(">", "&gt;") + "</td>"));
    }

    /** The nodes hold no packets for each other: the cycle goes on through what they pass on. */
    @Test
    void aCycleThroughNodesThatPassOnPausesIsADeadlock(@TempDir Path folder) throws IOException {
        Path results = folder.resolve("results");
        int exit =
                losslab.execute(
                        "run",
                        "portfc/j8",
                        "--set",
                        "sweep=variants",
                        "--set",
                        "scheme=pfcStarForward",
                        "--seed",
                        "3",
                        "--out",
                        results.toString());
        JsonNode cell =
                new ObjectMapper()
                        .readTree(results.resolve("summary.json").toFile())
                        .at("/cells/0");
        String cycle = cell.at("/deadlock/cycle").asText();
        assertTrue(cycle.matches("(n\\d+:\\d queue \\d|s\\d+:\\d queue \\d)( -> .*)"), cycle);
        assertTrue(cycle.contains("n") && cycle.contains("s"), cycle);
        assertEquals(0, exit, "its rules say that it may: " + losslab.err());
    }

    @Test
    void validateWarnsOfIt() {
        assertEquals(0, losslab.execute("validate", EXPERIMENT), losslab.err());
        assertTrue(
                losslab.err()
                        .contains(
                                "scheme pfc: cyclic buffer dependency, these flows can"
                                        + " deadlock under PFC: "),
                losslab.err());
        assertTrue(losslab.err().contains("A:2 -> B:3 -> C:3"), losslab.err());
    }
}
