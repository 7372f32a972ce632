package io.losslab.analysis.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedPausesTest {
    @TempDir Path temp;

    @Test
    void pausedTimeIsThatOfAllQueuesAndPortsUntilATime() throws Exception {
        RecordedPauses pauses =
                RecordedPauses.read(
                        new RecordedRun(temp.resolve("r"), RecordedRun.ring())
                                .cell("pfc", null, RecordedRun::deadlock)
                                .make());

        assertEquals(RecordedRun.END_NANOS, pauses.knownUntilNanos(0));
        assertEquals(30_000, pauses.pausedNanos(0, 130_000));
        assertEquals(50_000 + 800_000 + 750_000 + 700_000, pauses.pausedNanos(0, 1_000_000));
        assertEquals(0, pauses.knownUntilNanos(1));
        assertEquals(0, RecordedPauses.NONE.pausedNanos(0, 1_000_000));
    }

    /** Under PFC with XOFF = XON, single frames decide how many pauses the same paused time has. */
    @Test
    void wherePauseFramesAreNotComparedThePausedTimeIs() throws Exception {
        record(temp, 2_260, 365_000);
        record(temp.resolve(BackendComparison.FOLDER), 432, 400_000);
        record(temp.resolve(BackendComparison.AT_ONCE_FOLDER), 654, 410_000);
        Check check = check();
        assertTrue(check.passed(), check::detail);
        assertTrue(
                check.detail()
                        .endsWith(
                                "are not compared, but the time that queues and ports were paused"),
                check::detail);

        record(temp, 2_260, 355_000);
        assertEquals(
                "time paused, ms 0.3550, in virtual time 0.4000, and 0.4100 with hosts that act on"
                        + " a pause at once",
                check().detail());
        assertFalse(check().passed());
    }

    @Test
    void wherePauseFramesAgreeThePausedTimeIsShownOnly() throws Exception {
        record(temp, 440, 355_000);
        record(temp.resolve(BackendComparison.FOLDER), 432, 400_000);
        Check check = check();
        assertEquals("FCT mean and p99, goodput, and pause frames within 10%", check.detail());
        assertTrue(check.passed());
    }

    /** Takes the place of an earlier one. */
    private void record(Path results, long pauseFrames, long pausedNanos) throws IOException {
        Path made =
                new RecordedRun(
                                Files.createTempDirectory(temp, "made").resolve("r"),
                                RecordedRun.ring())
                        .sending(pauseFrames)
                        .cell(
                                "pfc",
                                null,
                                sink -> {
                                    sink.event(1_000, "A", 1, 3, "pause", "B:2");
                                    sink.event(1_000 + pausedNanos, "A", 1, 3, "resume", "B:2");
                                })
                        .make();
        Files.createDirectories(results);
        for (String file : List.of("run.json", "cells.json", "summary.json", "events.parquet")) {
            Files.copy(
                    made.resolve(file), results.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Check check() throws IOException {
        Summary summary = Summary.read(temp);
        List<Check> checks =
                BackendComparison.of(summary, temp)
                        .orElseThrow()
                        .judged(summary)
                        .cells()
                        .get(0)
                        .checks();
        return checks.get(checks.size() - 1);
    }
}
