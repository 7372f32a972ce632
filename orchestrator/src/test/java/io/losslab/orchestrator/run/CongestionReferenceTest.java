package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Congestion control against recorded figures of a simulator that shares no code with losslab,
 * which docs/accuracy.md has; the experiment's notes say how they were obtained.
 */
class CongestionReferenceTest {
    private static final double WITHIN = 0.1;

    /** Schemes by their rows. */
    private static final Map<String, String> SCHEMES =
            Map.of(
                    "DCQCN, target rate not clamped, T = 300 us", "dcqcn300",
                    "DCQCN, target rate not clamped, T = 900 us", "dcqcn900",
                    "DCQCN, target rate clamped, T = 300 us", "dcqcnClamped",
                    "TIMELY", "timely",
                    "HPCC", "hpcc");

    /** The same with every seed: nothing is marked at random. */
    private static final List<String> WITHOUT_MARKS = List.of("TIMELY", "HPCC");

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
        assertEquals(SCHEMES.size(), means.size());
        for (String row : SCHEMES.keySet()) {
            double ns3 = AccuracyTables.number(AccuracyTables.row(row).get(0));
            assertEquals(ns3, means.get(SCHEMES.get(row)), WITHIN * ns3, row);
        }
        for (String row : WITHOUT_MARKS) {
            assertEquals(
                    AccuracyTables.row(row).get(1),
                    "%.0f us".formatted(means.get(SCHEMES.get(row))),
                    row);
        }
    }
}
