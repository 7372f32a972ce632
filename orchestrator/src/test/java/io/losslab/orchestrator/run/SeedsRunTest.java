package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The seed of a cell decides everything random in it, and nothing else does. */
class SeedsRunTest {
    private static final String EXPERIMENT = Commands.experiment("dcqcn-star.yaml");

    @Test
    void markingFollowsTheSeed(@TempDir Path folder) throws Exception {
        Path first = folder.resolve("first");
        Commands.pass(first, EXPERIMENT);
        Set<List<String>> times = new HashSet<>();
        for (int cell = 0; cell < 3; cell++) {
            times.add(completionTimes(first, cell));
        }
        assertEquals(3, times.size(), "distinct completion times of three seeds: " + times);
        Path second = folder.resolve("second");
        Commands.pass(second, EXPERIMENT);
        for (int cell = 0; cell < 3; cell++) {
            assertEquals(completionTimes(first, cell), completionTimes(second, cell));
        }
    }

    private static List<String> completionTimes(Path results, int cell) throws SQLException {
        String query = "SELECT fct_ns FROM $flows WHERE cell = %d ORDER BY flow, start_ns";
        return Commands.rows(results, query.formatted(cell));
    }
}
