package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pyrrha against recorded completion times of its authors' simulator; the experiment's notes say
 * how they were obtained.
 */
class PyrrhaReferenceRunTest {
    /** FCT in microseconds by traffic. */
    private static final Map<String, Double> NS3 =
            Map.of(
                    "h1ToH0", 1439.8,
                    "h2ToH0", 1432.9,
                    "h3ToH0", 1457.1,
                    "h8ToH0", 2207.9,
                    "h9ToH0", 2199.7,
                    "h10ToH0", 2193.1,
                    "h11ToH4", 671.0,
                    "h12ToH5", 255.8);

    @Test
    void allEightFlowsAreWithinFivePercentOfTheAuthorsSimulator(@TempDir Path folder)
            throws Exception {
        Map<String, JsonNode> groups = new HashMap<>();
        for (JsonNode cell : Commands.pass(folder.resolve("results"), "validation/pyrrha")) {
            groups.put(cell.at("/params/scheme").asText(), cell.path("groups"));
        }
        NS3.forEach(
                (flow, fct) ->
                        assertEquals(fct, mean(groups.get("pyrrha"), flow), 0.05 * fct, flow));
        for (String victim : new String[] {"h11ToH4", "h12ToH5"}) {
            assertTrue(
                    mean(groups.get("parallel"), victim) < 0.85 * NS3.get(victim),
                    "queues in parallel favour " + victim);
            assertTrue(
                    mean(groups.get("pfc"), victim) > 1.5 * NS3.get(victim),
                    "PFC blocks " + victim);
        }
    }

    private static double mean(JsonNode groups, String flow) {
        return groups.path(flow).path("fctMicros").path("mean").asDouble();
    }
}
