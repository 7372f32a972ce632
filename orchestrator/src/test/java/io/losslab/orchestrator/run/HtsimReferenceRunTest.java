package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * PFC against completion times recorded from htsim; the experiment's notes say how they were
 * obtained.
 */
class HtsimReferenceRunTest {
    private static final double WITHIN = 0.01;

    @Test
    void incastUplinkAndVictimAreWithinOnePercentOfHtsim(@TempDir Path folder) throws Exception {
        JsonNode groups =
                Commands.pass(folder.resolve("results"), "validation/htsim").get(0).path("groups");
        near(1162.0, groups, "incast", "mean");
        near(1167.1, groups, "incast", "max");
        near(670.0, groups, "uplink", "mean");
        near(670.6, groups, "uplink", "max");
        near(643.1, groups, "near", "mean");
        near(1112.8, groups, "far", "mean");
        near(1115.5, groups, "far", "max");
        near(1111.9, groups, "victim", "mean");
        assertEquals(443.3, fct(groups, "short", "mean"), 0.1 * 443.3);
    }

    private static void near(double htsim, JsonNode groups, String group, String statistic) {
        assertEquals(htsim, fct(groups, group, statistic), WITHIN * htsim, group + statistic);
    }

    private static double fct(JsonNode groups, String group, String statistic) {
        return groups.path(group).path("fctMicros").path(statistic).asDouble();
    }
}
