package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code losslab watch} beside a run. */
class WatchRunTest {
    private static final String EXPERIMENT = Commands.experiment("whole-cells.yaml");

    @TempDir private Path folder;

    private final Commands watch = new Commands();

    @Test
    void itFollowsARunToItsEnd() throws Exception {
        Path results = folder.resolve("results");
        Commands run = new Commands();
        int[] outcome = {-1};
        Thread running =
                new Thread(
                        () ->
                                outcome[0] =
                                        run.execute(
                                                "run",
                                                EXPERIMENT,
                                                "--jobs",
                                                "1",
                                                "--metrics",
                                                "0",
                                                "--out",
                                                results.toString()));
        running.start();
        Path progress = folder.resolve("results.partial/progress.json");
        while (running.isAlive() && !Files.exists(progress)) {
            Thread.sleep(20);
        }
        assertEquals(0, watch.execute("watch", results.toString()), watch::err);
        running.join();
        assertEquals(0, outcome[0], run::err);
        String said = watch.out();
        assertTrue(said.matches("(?s)[0-2]/2 cells, 0:\\d\\d so far.*"), said);
        assertTrue(said.endsWith("the run is complete: " + results + "\n"), said);
        assertTrue(run.err().contains("metrics: http://127.0.0.1:"), run::err);
        assertTrue(run.err().contains("2/2 cells, done in 0:"), run::err);
        assertFalse(Files.exists(results.resolve("progress.json")));
        assertEquals(0, watch.execute("watch", results + ".partial"));
    }

    /** Its progress file stays, and names a process that is no more. */
    @Test
    void aRunThatWasKilledIsToldFromOneThatRuns() throws Exception {
        Path own = Files.createDirectory(folder.resolve("of two"));
        try (RunProcess run = RunProcess.start(own, EXPERIMENT, "--set", "duration=1s")) {
            run.awaitFile(own.resolve("results.partial/progress.json"));
            run.endBy("KILL");
        }
        assertEquals(1, watch.execute("watch", own.resolve("results").toString()));
        assertEquals(
                """
                the process of the run has ended before its results were complete
                  continue with 'losslab run --resume '%s''
                """
                        .formatted(own.resolve("results")),
                watch.out());
        assertTrue(
                new ObjectMapper()
                        .readTree(own.resolve("results.partial/progress.json").toFile())
                        .has("process"));
    }

    @Test
    void aFolderThatIsNoRunIsRefused() {
        assertEquals(2, watch.execute("watch", folder.toString()));
        assertEquals(
                """
                losslab: no run in %s
                  expected the results directory of a run, such as results/NAME-TIME
                """
                        .formatted(folder),
                watch.err());
    }
}
