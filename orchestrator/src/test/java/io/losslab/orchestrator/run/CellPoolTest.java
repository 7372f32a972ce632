package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.run.CellFailure;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.collectors.CellSink;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.backend.Backend;
import io.losslab.labs.provision.UndoFailure;
import io.losslab.orchestrator.progress.Progress;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.OutputFormat;
import io.losslab.orchestrator.session.RunRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellPoolTest {
    @TempDir Path folder;
    private final List<Integer> attempts = Collections.synchronizedList(new ArrayList<>());
    private List<Cell> cells;
    private RunDirectory directory;
    private CellLog log;

    @BeforeEach
    void begin() throws IOException {
        Experiment experiment =
                new ExperimentLoader(new Library())
                        .load(Commands.experiment("two-sites.yaml"), List.of(), new Problems())
                        .orElseThrow();
        cells = experiment.cells();
        directory = RunDirectory.create(folder.resolve("run"));
        RunRequest request =
                new RunRequest(
                        experiment,
                        Backend.VIRTUAL,
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        1,
                        directory.path(),
                        false,
                        false,
                        OutputFormat.TABLE,
                        false,
                        List.of(),
                        "",
                        silent());
        log = CellLog.begin(directory, RunManifests.of(request));
    }

    @AfterEach
    void end() throws IOException {
        directory.close();
    }

    @Test
    void aCellThatFailsLeavesTheOthersAlone() throws IOException {
        IllegalStateException bug = new IllegalStateException("no such queue");

        Optional<Exception> end = run(false, cell -> failIf(cell == 1, bug));

        assertEquals(Optional.empty(), end);
        assertEquals(Set.of(0, 2, 3), log.finished());
        assertEquals(List.of(0, 1, 2, 3), attempts);
        RunManifest written = RunManifest.read(directory.path());
        assertEquals(
                List.of(new CellFailure(1, cells.get(1).params(), 1, "no such queue")).toString(),
                written.failures().toString());
        assertEquals(List.of(bug), log.causes());
    }

    @Test
    void aCauseThatMayHavePassedIsTriedOnceMoreAndTold() throws IOException {
        CommandFailure busy = CommandFailure.failed("too busy", "stop other programs");

        run(false, cell -> failIf(cell == 2 && Collections.frequency(attempts, 2) == 1, busy));

        assertEquals(Set.of(0, 1, 2, 3), log.finished());
        assertEquals(List.of(0, 1, 2, 2, 3), attempts);
        assertEquals(List.of(), log.manifest().failures());
        assertEquals(
                List.of("cell 2 was run again, as its first attempt failed: too busy"),
                CellOutcome.readAll(directory.path()).stream()
                        .flatMap(outcome -> outcome.notes().stream())
                        .toList());
    }

    @Test
    void aCauseThatStaysIsNotedWithItsAdvice() {
        CommandFailure lost = CommandFailure.ofDevice("h1 is lost", "start it", null);

        run(false, cell -> failIf(cell == 3, lost));

        assertEquals(List.of(0, 1, 2, 3, 3), attempts);
        assertEquals(
                List.of(new CellFailure(3, cells.get(3).params(), 2, "h1 is lost; start it")),
                log.manifest().failures());
    }

    @Test
    void theFirstFailureEndsARunThatIsToFailFast() {
        run(true, cell -> failIf(cell == 1, new IllegalStateException("a bug")));

        assertEquals(List.of(0, 1), attempts);
        assertEquals(1, log.manifest().failures().size());
    }

    @Test
    void whatNoOtherCellCanDoBetterEndsTheRun() {
        for (RuntimeException cause :
                List.of(
                        new UndoFailure(new IllegalStateException("refused"), List.of("s1")),
                        CommandFailure.usage("no testbed can stand for it", ""))) {
            attempts.clear();
            Optional<Exception> end = run(false, cell -> failIf(cell == 1, cause));
            assertSame(cause, end.orElseThrow());
            assertEquals(List.of(0, 1), attempts);
        }
        assertEquals(List.of(), log.manifest().failures());
    }

    /** Also one that a lab of this process met, on a thread of its own. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFullHeapEndsTheRunAndSaysForWhat(boolean direct) {
        OutOfMemoryError full = new OutOfMemoryError("Java heap space");
        Optional<Exception> end =
                run(
                        false,
                        cell -> {
                            if (cell == 2 && direct) {
                                throw full;
                            }
                            failIf(cell == 2, new IllegalStateException("INTERNAL", full));
                        });

        String text = end.orElseThrow().getMessage();
        assertTrue(
                text.matches(
                        "out of memory: cell 2 \\{.*\\} with 3 hosts and 2 switches needs more than"
                                + " the [\\d,]+ MiB that Java may use"),
                text);
        assertEquals(Set.of(0, 1), log.finished());
    }

    /** It finds the thread of a cell that is complete, and takes nothing of that. */
    @Test
    void aStopBetweenTwoCellsEndsTheRun() throws IOException {
        CellPool[] pool = new CellPool[1];
        pool[0] =
                pool(
                        false,
                        cell -> {
                            stopIf(cell == 1, pool);
                            writeRows(cell);
                        });

        Optional<Exception> end =
                assertTimeoutPreemptively(Duration.ofSeconds(20), () -> pool[0].run(cells));

        assertEquals(Optional.empty(), end);
        assertEquals(List.of(0, 1), attempts);
        assertEquals(List.of(), log.manifest().failures());
        assertTrue(directory.hasCell(1));
        assertEquals(
                List.of(0, 1),
                CellOutcome.readAll(directory.path()).stream().map(CellOutcome::cell).toList());
    }

    @Test
    void aStopInterruptsTheCellThatRuns() {
        CountDownLatch running = new CountDownLatch(1);
        CellPool pool =
                pool(
                        false,
                        cell -> {
                            running.countDown();
                            Thread.sleep(Duration.ofMinutes(5).toMillis());
                        });
        Thread user =
                new Thread(
                        () -> {
                            try {
                                running.await();
                                pool.stop();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        user.start();

        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> pool.run(cells));

        assertEquals(List.of(0), attempts);
        assertEquals(Set.of(), log.finished());
        assertTrue(log.manifest().failures().isEmpty());
    }

    @Test
    void whatRanBeforeIsKeptByALogThatGoesOn() throws IOException {
        run(
                false,
                cell -> {
                    failIf(cell == 2, new IllegalStateException("a bug"));
                    writeRows(cell);
                });
        log.ended(RunStatus.FAILED);

        CellLog again = CellLog.resume(directory);

        assertEquals(Set.of(0, 1, 3), again.finished());
        assertEquals(List.of(), again.manifest().failures());
        assertEquals(RunStatus.RUNNING, RunManifest.read(directory.path()).status());
    }

    private void writeRows(int cell) {
        try (CellSink rows = directory.openCell(cell)) {
            rows.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<Exception> run(boolean failFast, Step step) {
        return pool(failFast, step).run(cells);
    }

    private CellPool pool(boolean failFast, Step step) {
        return new CellPool(
                1,
                (plan, steps) -> {
                    attempts.add(plan.cell().index());
                    step.on(plan.cell().index());
                    return outcome(plan);
                },
                log,
                Progress.of(cells, List.of(), System::nanoTime),
                failFast);
    }

    private static void failIf(boolean now, RuntimeException cause) {
        if (now) {
            throw cause;
        }
    }

    /** Ctrl-C that falls after a cell and before the next. */
    private static void stopIf(boolean now, CellPool[] pool) {
        if (now) {
            pool[0].stop();
        }
    }

    private static CellOutcome outcome(CellPlan plan) {
        return new CellOutcome(
                plan.cell().index(),
                plan.cell().params(),
                0,
                1,
                0L,
                0,
                0L,
                null,
                0L,
                0,
                0L,
                0L,
                0,
                1,
                1,
                0,
                false,
                List.of(),
                Map.of(),
                List.of());
    }

    private static Console silent() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        return new Console(nowhere, nowhere, false);
    }

    @FunctionalInterface
    private interface Step {
        void on(int cell) throws InterruptedException;
    }
}
