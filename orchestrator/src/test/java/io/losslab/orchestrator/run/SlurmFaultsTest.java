package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.library.Library;
import io.losslab.orchestrator.session.ExperimentRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --executor slurm} where a cluster does not do as it is asked. */
class SlurmFaultsTest {
    /** Two cells, each of them a task. */
    private static final List<String> RUN =
            List.of(
                    Commands.experiment("two-sites.yaml"),
                    "--seed",
                    "1",
                    "--executor",
                    "slurm",
                    "--time-limit",
                    "5min");

    @TempDir private Path folder;
    private StandInSlurm slurm;
    private Commands losslab;
    private Path results;
    private Path partial;

    @BeforeEach
    void start() throws IOException {
        slurm = new StandInSlurm(folder.resolve("slurm"));
        losslab = new Commands(slurm.environment());
        results = folder.resolve("results");
        partial = folder.resolve("results.partial");
    }

    @AfterEach
    void stop() throws IOException {
        slurm.close();
    }

    @Test
    void tasksThatCtrlCDoesNotReachKeepTheirDirectoryAndTheUserIsToldHowToEndThem()
            throws Exception {
        slurm.set(StandInSlurm.IDLE, "");
        try (RunProcess process =
                RunProcess.start(folder, slurm.environment(), RUN.toArray(String[]::new))) {
            process.awaitFile(folder.resolve("slurm/101.1.task"));
            slurm.set(StandInSlurm.DOWN, "");
            assertEquals(130, process.endBy("INT"), process.err());
            assertTasksAreLeft(process.err());
            assertTrue(process.err().contains("interrupted: 0 finished cells"), process.err());
        }
        assertEquals(
                "interrupted", RunProcess.json(partial.resolve("run.json")).get("status").asText());
    }

    @Test
    void soDoThoseOfARunThatFails() throws IOException {
        slurm.set(StandInSlurm.IDLE, "");
        slurm.set(StandInSlurm.DEAF, "");
        slurm.set(StandInSlurm.SAYS, "PENDING|QOSMaxMemoryPerJob");
        assertEquals(2, run(), losslab.err());
        assertTrue(losslab.err().contains("Slurm will never start task 101_"), losslab.err());
        assertTasksAreLeft(losslab.err());
    }

    @Test
    void soIsTheUserWhoHasThisMachineCompleteTheRun() throws IOException {
        soDoThoseOfARunThatFails();
        String name = name(partial);
        assertEquals(0, losslab.execute(resume("local")), losslab.err());
        assertTrue(losslab.err().contains("scancel --name=" + name), losslab.err());
        assertFalse(Files.exists(results.resolve("slurm")));
    }

    private String[] resume(String executor) {
        return new String[] {"run", "--resume", results.toString(), "--executor", executor};
    }

    @Test
    void whatTasksPrintedIsKeptWhereCellsFailed() throws IOException {
        String failure = "{\"cell\":%d,\"params\":{},\"attempts\":1,\"error\":\"broke\"}";
        slurm.set(StandInSlurm.BROKEN, failure.formatted(0) + "," + failure.formatted(1));
        assertEquals(1, run(), losslab.err());
        assertTrue(losslab.err().contains("2 of 2 cells failed"), losslab.err());
        assertTrue(
                losslab.err().contains("log is in slurm/array-0001/task-0.partial/log.txt"),
                losslab.err());
        Path output = results.resolve("slurm/array-0001/task-0.out");
        assertEquals("why is here\n", Files.readString(output));

        Files.delete(folder.resolve("slurm/" + StandInSlurm.BROKEN));
        slurm.set(StandInSlurm.DEAF, "");
        assertEquals(0, losslab.execute(resume("local")), losslab.err());
        assertFalse(losslab.err().contains("scancel"), losslab.err());
        assertFalse(Files.exists(results.resolve("slurm")));
    }

    private void assertTasksAreLeft(String err) throws IOException {
        assertFalse(Files.exists(results));
        assertTrue(
                err.contains(
                        "losslab: tasks of this run may still be on the cluster\n"
                                + "  end them with 'scancel --name=%s'\n".formatted(name(partial))),
                err);
        assertTrue(err.contains("losslab run --resume " + partial), err);
    }

    private static String name(Path run) throws IOException {
        return RunProcess.json(run.resolve("slurm/array-0001/array.json")).get("jobName").asText();
    }

    /** The task is over for Slurm before its first cell is finished. */
    @Test
    void whatATaskThatFailedHasFinishedIsTakenAlthoughItsFilesAreSeenLate() throws IOException {
        slurm.set(StandInSlurm.SAYS, "FAILED|NonZeroExitCode");
        assertEquals(0, run(), losslab.err());
        String log = Files.readString(results.resolve("log.txt"));
        assertEquals(1, log.lines().filter(line -> line.contains(" tasks for ")).count(), log);
        assertFalse(log.contains("is lost"), log);
    }

    @Test
    void aResumedRunHasAsManyTasksAtATimeAsTheUserAllowedIt() throws IOException {
        slurm.set(StandInSlurm.IDLE, "");
        slurm.set(StandInSlurm.SAYS, "PENDING|QOSMaxMemoryPerJob");
        assertEquals(2, run("--jobs", "1"), losslab.err());
        Files.delete(folder.resolve("slurm/" + StandInSlurm.IDLE));
        Files.delete(folder.resolve("slurm/" + StandInSlurm.SAYS));

        assertEquals(0, losslab.execute("run", "--resume", results.toString()), losslab.err());

        String log = Files.readString(results.resolve("log.txt"));
        assertEquals(3, log.lines().filter(line -> line.contains(": 1 tasks for 1 ")).count(), log);
        assertEquals(3, log.lines().filter(line -> line.contains(" tasks for ")).count(), log);
    }

    @Test
    void noMoreTasksAreSubmittedAtATimeThanALimitAllows() throws IOException {
        slurm.set(StandInSlurm.LIMIT, "1");
        assertEquals(0, run(), losslab.err());
        String log = Files.readString(results.resolve("log.txt"));
        assertTrue(log.contains("2 more tasks are too many now: QOSMaxSubmitJobPerUser"), log);
        assertEquals(2, log.lines().filter(line -> line.contains(": 1 tasks for 1 ")).count(), log);
    }

    @Test
    void aPathOfResultsMayHaveASignOfSlurmsPatternsButNoBackslash() throws IOException {
        results = folder.resolve("load50%jitter");
        assertEquals(0, run(), losslab.err());
        results = folder.resolve("load\\50");
        assertEquals(2, run(), losslab.err());
        assertTrue(losslab.err().contains("a path with a backslash\n  choose"), losslab.err());
    }

    @Test
    void anAccountThatIsRefusedIsNotTakenForAPartition() throws IOException {
        slurm.set(StandInSlurm.NEVER, "Invalid account or account/partition combination specified");
        assertEquals(2, run("--account", "nope"), losslab.err());
        assertTrue(losslab.err().contains("\n  change --account, or leave"), losslab.err());
    }

    @Test
    void betweenRunsOfASeriesTheControllerMayRestart() throws IOException {
        ParallelRun runner = new ParallelRun(slurm.environment());
        losslab = new Commands(new Library(), runner);
        try (ExperimentRunner.Series series = runner.series()) {
            assertFalse(series.isInterrupted());
            assertEquals(0, run(), losslab.err());
            slurm.set(StandInSlurm.RESTARTS, "");
            results = folder.resolve("second");
            assertEquals(0, run(), losslab.err());
        }
        slurm.set(StandInSlurm.RESTARTS, "");
        results = folder.resolve("alone");
        assertEquals(3, run(), losslab.err());
        assertTrue(losslab.err().contains("Slurm does not answer: 'scontrol ping'"), losslab.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Required partition not available (inactive or drain)",
                "Zero Bytes were transmitted or received"
            })
    void whatSlurmRefusesInTheMiddleOfARunIsSubmittedAgain(String reason) throws IOException {
        slurm.set(StandInSlurm.REFUSES, reason);
        assertEquals(0, run("--jobs", "1"), losslab.err());
        String log = Files.readString(results.resolve("log.txt"));
        assertTrue(log.contains(": " + reason), log);
        assertEquals(2, log.lines().filter(line -> line.contains(": 1 tasks for 1 ")).count(), log);
    }

    @Test
    void aLimitThatIsReachedBeforeTheRunIsToldAndNothingStays() throws IOException {
        slurm.set(StandInSlurm.LIMIT, "0");
        assertEquals(2, run(), losslab.err());
        assertTrue(
                losslab.err().contains("losslab: Slurm takes no task: QOSMaxSubmitJobPerUser"),
                losslab.err());
        assertTrue(losslab.err().contains("\n  wait until others have ended"), losslab.err());
        assertFalse(Files.exists(partial));
    }

    private int run(String... more) {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(RUN);
        words.addAll(List.of("--out", results.toString()));
        words.addAll(List.of(more));
        return losslab.execute(words.toArray(String[]::new));
    }
}
