package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pyrrha against recorded completion times of its authors' simulator, which docs/accuracy.md has;
 * the experiment's notes say how they were obtained.
 */
class PyrrhaReferenceRunTest {
    private static final double WITHIN = 0.05;

    /** Traffic by its row. */
    private static final Map<String, String> FLOWS =
            Map.of(
                    "1, 0", "h1ToH0",
                    "2, 0", "h2ToH0",
                    "3, 0", "h3ToH0",
                    "8, 0", "h8ToH0",
                    "9, 0", "h9ToH0",
                    "10, 0", "h10ToH0",
                    "11, 4", "h11ToH4",
                    "12, 5", "h12ToH5");

    @Test
    void allEightFlowsAreWithinFivePercentOfTheAuthorsSimulator(@TempDir Path folder)
            throws Exception {
        Map<String, JsonNode> groups = new HashMap<>();
        for (JsonNode cell : Commands.pass(folder.resolve("results"), "validation/pyrrha")) {
            groups.put(cell.at("/params/scheme").asText(), cell.path("groups"));
        }
        for (String row : FLOWS.keySet()) {
            List<String> cells = AccuracyTables.row(row);
            double ns3 = AccuracyTables.number(cells.get(0));
            double fct = mean(groups.get("pyrrha"), row);
            assertEquals(ns3, fct, WITHIN * ns3, row);
            assertEquals(cells.get(1), "%.1f".formatted(fct), row);
            assertEquals(cells.get(3), "%.1f".formatted(mean(groups.get("parallel"), row)), row);
        }
        for (String victim : new String[] {"11, 4", "12, 5"}) {
            double ns3 = AccuracyTables.number(AccuracyTables.row(victim).get(0));
            assertTrue(
                    mean(groups.get("parallel"), victim) < 0.85 * ns3,
                    "queues in parallel favour " + victim);
            assertTrue(mean(groups.get("pfc"), victim) > 1.5 * ns3, "PFC blocks " + victim);
        }
    }

    private static double mean(JsonNode groups, String row) {
        return groups.path(FLOWS.get(row)).at("/fctMicros/mean").asDouble();
    }
}
