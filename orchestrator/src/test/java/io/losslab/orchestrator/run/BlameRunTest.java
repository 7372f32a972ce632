package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paused time from the devices to the summary: PFC blocks a victim, Pyrrha does not. */
class BlameRunTest {
    private static final String NO_HOL_BLOCKING = "no head-of-line blocking (Pyrrha, Definition 7)";
    private final Commands losslab = new Commands();

    @Test
    void thePausesOfAnIncastAreChargedToTheCongestedPort(@TempDir Path folder)
            throws IOException, SQLException {
        Path results = folder.resolve("results");
        int exit =
                losslab.execute(
                        "run",
                        "pyrrha/blame",
                        "--seed",
                        "1",
                        "--set",
                        "duration=500us",
                        "--no-report",
                        "--out",
                        results.toString());
        assertEquals(0, exit, losslab.err());
        assertEquals(
                List.of("0 victim tor3 1"),
                Commands.rows(
                        results,
                        "SELECT DISTINCT cell, \"group\", root_device, root_port FROM $pauses"
                                + " WHERE NOT crosses_root"));
        JsonNode cells =
                new ObjectMapper().readTree(results.resolve("summary.json").toFile()).get("cells");
        JsonNode victim = cells.at("/0/pauses/groups/victim");
        assertEquals("tor3:1", victim.get("worstPort").asText());
        assertTrue(victim.get("holBlockedMicros").asDouble() > 0, victim.toString());
        assertEquals(
                Commands.rows(
                        results,
                        "SELECT sum(paused_ns) / 1000 FROM $pauses WHERE cell = 0"
                                + " AND \"group\" = 'victim'"),
                List.of(victim.get("pausedMicros").asText()));
        assertTrue(detail(cells.get(0)).startsWith("not guaranteed by this scheme: "));
        assertEquals(0, cells.at("/1/pauses/all/holBlockedMicros").asDouble());
        assertTrue(cells.at("/1/pauses/all/pausedMicros").asDouble() > 0, "Pyrrha paused no flow");
        assertTrue(detail(cells.get(1)).endsWith(", no victim pause time"), detail(cells.get(1)));
    }

    private static String detail(JsonNode cell) {
        for (JsonNode check : cell.get("checks")) {
            if (check.get("name").asText().equals(NO_HOL_BLOCKING)) {
                return check.get("detail").asText();
            }
        }
        throw new AssertionError("no check " + NO_HOL_BLOCKING);
    }
}
