package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.PausedTime;
import io.losslab.analysis.summary.Pauses;
import io.losslab.analysis.summary.rows.PauseStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PauseStatisticsTest {
    @TempDir Path temp;

    @Test
    void sumsByGroupAndNamesThePortMostToBlame() throws Exception {
        write(
                "(0, 'incast', 'R', 1, true, 5000)",
                "(0, 'victim', 'R', 1, false, 1000)",
                "(0, 'victim', 'R', 1, false, 2000)",
                "(0, 'victim', 'Q', 7, false, 2500)",
                "(0, 'victim', 'Q', 8, true, 4000)");
        Pauses pauses = of(outcome(0, true)).get(0);
        assertEquals(new PausedTime(14.5, 5.5, "R:1"), pauses.all());
        assertEquals(
                Map.of(
                        "incast", new PausedTime(5, 0, null),
                        "victim", new PausedTime(9.5, 5.5, "R:1")),
                pauses.groups());
        assertEquals(new PausedTime(0, 0, null), pauses.of("never paused"));
    }

    @Test
    void aCellThatRecordedAndPausedNobodyHasZeros() throws Exception {
        write("(0, 'incast', 'R', 1, true, 5000)");
        assertEquals(new Pauses(new PausedTime(0, 0, null), Map.of()), of(outcome(1, true)).get(1));
    }

    @Test
    void cellsThatDidNotRecordAreMissingAndNeedNoFile() throws IOException {
        assertEquals(Map.of(), of(outcome(0, false)));
    }

    private Map<Integer, Pauses> of(CellOutcome outcome) throws IOException {
        return PauseStatistics.of(temp, List.of(outcome));
    }

    private void write(String... rows) throws SQLException {
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duckDb.createStatement()) {
            sql.execute(
                    "COPY (SELECT * FROM (VALUES %s) AS t(cell, \"group\", root_device, root_port, crosses_root, paused_ns)) TO '%s' (FORMAT parquet)"
                            .formatted(String.join(", ", rows), temp.resolve("pauses.parquet")));
        }
    }

    private static CellOutcome outcome(int cell, boolean pausesRecorded) {
        return CellOutcomes.of(cell, Map.of(), 1, 0, pausesRecorded);
    }
}
