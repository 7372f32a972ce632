package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * PFC against completion times recorded from htsim, which docs/accuracy.md has; the experiment's
 * notes say how they were obtained.
 */
class HtsimReferenceRunTest {
    private static final double WITHIN = 0.01;
    private static final double SHORT_WITHIN = 0.1;

    @Test
    void incastUplinkAndVictimAreWithinOnePercentOfHtsim(@TempDir Path folder) throws Exception {
        JsonNode groups =
                Commands.pass(folder.resolve("results"), "validation/htsim").get(0).path("groups");
        both("incast of 7 to 1", groups, "incast");
        both("4 over a shared uplink", groups, "uplink");
        both("3 of the receiver's rack, with 3 of the other", groups, "near");
        both("the 3 of the other rack", groups, "far");
        mean("victim: shares their uplink, not their receiver", groups, "victim", WITHIN);
        mean("short victim, a fifth of the length", groups, "short", SHORT_WITHIN);
    }

    private static void both(String row, JsonNode groups, String group) throws IOException {
        mean(row, groups, group, WITHIN);
        List<String> last = AccuracyTables.row(row).subList(3, 6);
        compare(last, groups.path(group).at("/fctMicros/max").asDouble(), WITHIN, row);
    }

    private static void mean(String row, JsonNode groups, String group, double within)
            throws IOException {
        List<String> mean = AccuracyTables.row(row).subList(0, 3);
        compare(mean, groups.path(group).at("/fctMicros/mean").asDouble(), within, row);
    }

    /** Cells: htsim's, losslab's, the difference. */
    private static void compare(List<String> cells, double fct, double within, String row) {
        double htsim = AccuracyTables.number(cells.get(0));
        assertEquals(htsim, fct, within * htsim, row);
        assertEquals(cells.get(1), "%.1f".formatted(fct), row);
    }
}
