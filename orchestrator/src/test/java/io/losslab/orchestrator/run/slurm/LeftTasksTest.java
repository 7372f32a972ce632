package io.losslab.orchestrator.run.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.OutcomesFile;
import io.losslab.collectors.CellSink;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.experiment.Cell;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.run.cell.CellResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tasks that are no longer watched have left in their folders. */
class LeftTasksTest {
    @TempDir private Path folder;

    @Test
    void cellsThatTheyFinishedAreTakenWhereTheRunGoesOnOnThisMachine() throws IOException {
        List<Integer> taken = new ArrayList<>();
        CellResults results =
                new CellResults() {
                    @Override
                    public void finished(CellOutcome outcome) {
                        taken.add(outcome.cell());
                    }

                    @Override
                    public void failed(Cell cell, int attempts, Exception cause) {
                        throw new AssertionError(cause);
                    }
                };
        try (RunDirectory directory = RunDirectory.create(folder.resolve("results"))) {
            directory.begin();
            Path array = directory.path().resolve("slurm/array-0001");
            Files.createDirectories(array);
            new JobArray("losslab-1", "7", List.of(new TaskPlan(List.of(1, 2, 3), 15, 512)), false)
                    .write(array);
            finish(array, 1, 2);

            // There is no cluster to ask, and this does not keep the cells from being run here.
            Optional<TasksLeft> alive =
                    LeftTasks.abandon(
                            directory, results, Set.of(1), Map.of("PATH", folder.toString()));

            assertEquals(List.of(2), taken);
            assertEquals(
                    "end them with 'scancel --name=losslab-1'",
                    alive.orElseThrow().told().advice());
            directory.mergeCells();
            assertFalse(Files.exists(directory.path().resolve("slurm")));
            assertTrue(Files.exists(directory.path().resolve("events.parquet")));
        }
    }

    private static void finish(Path array, int... cells) throws IOException {
        try (RunDirectory task = RunDirectory.create(JobArray.taskFolder(array, 0))) {
            task.begin();
            List<CellOutcome> outcomes = new ArrayList<>();
            for (int cell : cells) {
                try (CellSink sink = task.openCell(cell)) {
                    sink.event(1, "S", 1, 3, "pause", "h1");
                    sink.finish();
                }
                outcomes.add(outcome(cell));
            }
            OutcomesFile.begin(task.path(), outcomes);
        }
    }

    private static CellOutcome outcome(int cell) {
        return new CellOutcome(
                cell, Map.of(), 0, 1_000, 0L, 0, 0L, null, 0L, 0, 0L, 0L, 0, 1e-6, 1, 1, false,
                List.of(), Map.of(), List.of());
    }

    @Test
    void whyATaskEndedIsItsErrorOrTheLastLineThatIsNotProgress() throws IOException {
        assertEquals(
                Optional.of("out of memory: 1.2 GB were needed"),
                said(
                        "losslab: warning: one core\n"
                                + "0/1 cells, 0:35 so far\n"
                                + "losslab: out of memory: 1.2 GB were needed\n"
                                + "  allow more, such as LOSSLAB_JAVA_OPTS=-Xmx2g\n"));
        assertEquals(
                Optional.of("task.sh: 2: exec: /opt/java: not found"),
                said("task.sh: 2: exec: /opt/java: not found\n"));
        assertEquals(Optional.empty(), said("[0.1s][info] gc\n0/1 cells, 0:35 so far\n\n"));
        assertTrue(
                new TaskLoss("task 7_0", "FAILED", "FAILED on n1", "out of memory: 1.2 GB", "")
                        .isTooLarge());
    }

    @Test
    void aCellWhoseTasksWereLostSaysWhereTheyPrintedWhy() throws IOException {
        Path array = Files.createDirectories(folder.resolve("results/slurm/array-0003"));
        JobArray tasks =
                new JobArray("losslab-1", "7", List.of(new TaskPlan(List.of(1), 15, 512)), true);
        Files.writeString(JobArray.taskOutput(array, 0), "libfoo.so: cannot open\nand so on\n");
        String failure =
                CommandFailure.line(
                        TaskLoss.of(new RunningTask(array, tasks, 0), Optional.empty()).failure());
        assertTrue(
                failure.endsWith("; what it printed is in slurm/array-0003/task-0.out"), failure);
    }

    private Optional<String> said(String output) throws IOException {
        Path array = Files.createDirectories(folder.resolve("results/slurm/array-0001"));
        Files.writeString(JobArray.taskOutput(array, 0), output);
        return new TaskFiles(array, 0).lastWords();
    }
}
