package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Congestion control against recorded figures of a simulator that shares no code with losslab; the
 * experiment's notes say how they were obtained.
 */
class CongestionReferenceTest {
    /** Mean FCT in microseconds by scheme. */
    private static final Map<String, Double> NS3 =
            Map.of(
                    "dcqcn300", 2998.0,
                    "dcqcn900", 4114.0,
                    "dcqcnClamped", 19_674.0,
                    "timely", 3795.0,
                    "hpcc", 2587.0);

    @Test
    void meanFctIsWithinTenPercentOfNs3(@TempDir Path folder) throws Exception {
        Map<String, Double> means = new HashMap<>();
        for (JsonNode cell :
                Commands.pass(
                        folder.resolve("results"),
                        "validation/congestion-control",
                        "--set",
                        "seeds=[1,2,3]")) {
            means.merge(
                    cell.at("/params/scheme").asText(),
                    cell.at("/groups/incast/fctMicros/mean").asDouble() / 3,
                    Double::sum);
        }
        assertEquals(NS3.keySet(), means.keySet());
        NS3.forEach((scheme, fct) -> assertEquals(fct, means.get(scheme), 0.1 * fct, scheme));
    }
}
