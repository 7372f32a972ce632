package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts send pause frames, where they relay, and are paused, as switches are. */
class HostPausesRunTest {
    @Test
    void pauseFramesOfHostsAreCountedApartFromThoseOfSwitches(@TempDir Path folder)
            throws Exception {
        JsonNode cell = Commands.pass(folder.resolve("results"), "live/ndc-2-1").path(0);
        assertTrue(cell.path("hostPauseFrames").asLong() > 0, cell::toString);
        assertTrue(cell.path("switchPauseFrames").asLong() > 0, cell::toString);
    }

    @Test
    void pausedQueuesOfHostsAreEventsAsThoseOfSwitches(@TempDir Path folder) throws Exception {
        Path results = folder.resolve("results");
        Commands.pass(results, Commands.experiment("two-sites.yaml"), "--set", "scheme=pfc");
        // N pauses M over the long link and B at its own edge; M pauses A.
        assertEquals(List.of("A", "B", "M"), devices(results, "pause"));
        assertEquals(List.of("A", "B", "M"), devices(results, "resume"));
    }

    private static List<String> devices(Path results, String kind) throws Exception {
        return Commands.rows(
                results,
                "SELECT DISTINCT device FROM $events WHERE kind = '%s' ORDER BY device"
                        .formatted(kind));
    }
}
