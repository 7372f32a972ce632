package io.losslab.orchestrator.run.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.units.DataSize;
import io.losslab.configs.experiment.Cell;
import io.losslab.orchestrator.cost.CellCost;
import io.losslab.orchestrator.session.SlurmSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TaskSizesTest {
    private static final int MOST_TASKS = 40;

    private final List<Cell> cells = new ArrayList<>();
    private final Map<Integer, CellCost> costs = new HashMap<>();

    @Property(tries = 200)
    void everyCellIsInOneTaskWhoseLimitsLeaveRoom(
            @ForAll @Size(min = 1, max = 200)
                    List<@DoubleRange(min = 0, max = 20_000) Double> seconds,
            @ForAll @IntRange(min = 1, max = 8_000) int megabytes) {
        cells.clear();
        seconds.forEach(each -> add(each, megabytes));
        TaskSizes sizes = new TaskSizes(settings(null, null), Optional.empty(), MOST_TASKS);

        List<Integer> seen = new ArrayList<>();
        for (List<TaskPlan> array : sizes.arrays(cells, costs)) {
            assertTrue(array.size() <= MOST_TASKS, () -> array.size() + " tasks");
            for (TaskPlan task : array) {
                seen.addAll(task.cells());
                double sum = task.cells().stream().mapToDouble(c -> costs.get(c).seconds()).sum();
                assertTrue(task.minutes() * 60 >= 3 * sum, () -> sum + " s in " + task);
                assertTrue(task.memoryMebibytes() * 1024 * 1024 >= 1.5e6 * megabytes);
                assertEquals(array.get(0).minutes(), task.minutes());
                assertEquals(array.get(0).memoryMebibytes(), task.memoryMebibytes());
            }
        }
        assertEquals(cells.stream().map(Cell::index).toList(), seen.stream().sorted().toList());
    }

    @Test
    void shortCellsShareATaskAndLongOnesHaveTheirOwn() {
        List.of(1.0, 1.0, 300.0, 1.0).forEach(seconds -> add(seconds, 100));
        assertEquals(
                List.of(
                        List.of(new TaskPlan(List.of(2), 30, 512)),
                        List.of(new TaskPlan(List.of(0, 1, 3), 15, 512))),
                new TaskSizes(settings(null, null), Optional.empty(), 1000).arrays(cells, costs));
    }

    /** However much less than the limits the cell was expected to need. */
    @Test
    void aCellThatHadTooLittleGetsTwiceAsMuch() {
        add(1, 1);
        CellCosts expected = new CellCosts(cell -> costs.get(cell.index()));
        TaskSizes sizes = new TaskSizes(settings(null, null), Optional.empty(), MOST_TASKS);
        TaskPlan first = sizes.arrays(cells, expected.of(cells)).get(0).get(0);
        for (int losses = 1; losses <= 2; losses++) {
            TaskPlan last = sizes.arrays(cells, expected.of(cells)).get(0).get(0);
            expected.needs(0, TaskSizes.costOfMinutes(2 * last.minutes()));
            expected.needs(0, TaskSizes.costOfMebibytes(2 * last.memoryMebibytes()));
        }
        TaskPlan third = sizes.arrays(cells, expected.of(cells)).get(0).get(0);
        assertEquals(4 * first.minutes(), third.minutes());
        assertEquals(4 * first.memoryMebibytes(), third.memoryMebibytes());
    }

    @Test
    void anArrayIsAsLargeAsTheClusterAllows() {
        String size = "MaxArraySize            = 1001\nMaxDBDMsgs = 20016\n";
        assertEquals(1000, Slurm.mostTasks(size));
        assertEquals(
                50, Slurm.mostTasks(size + "SchedulerParameters = defer,max_array_tasks=50,x=1"));
        assertEquals(1, Slurm.mostTasks("MaxArraySize = 0\n"));
    }

    @Test
    void halfOfTheTasksThatAreRefusedAreTriedNextAndMoreOnceSomeHaveEnded() {
        TaskRoom room = new TaskRoom(OptionalInt.of(200));
        room.refused(0, 200);
        assertEquals(100, room.besides(0));
        room.refused(100, 1);
        assertEquals(0, room.besides(100));
        room.ended(3);
        assertEquals(6, room.besides(97));
        room.ended(1_000);
        assertEquals(200, room.besides(0));
        room.refused(0, 1);
        assertEquals(1, room.besides(0));
    }

    @Test
    void whatTheUserSaysIsTaken() {
        add(7200, 9000);
        assertEquals(
                List.of(List.of(new TaskPlan(List.of(0), 90, 2000))),
                new TaskSizes(
                                settings(Duration.ofMinutes(90), new DataSize(2000L << 20)),
                                Optional.of(Duration.ofHours(2)),
                                1000)
                        .arrays(cells, costs));
    }

    @Test
    void noTaskAsksForMoreTimeThanItsPartitionGives() {
        add(7200, 100);
        assertEquals(
                List.of(List.of(new TaskPlan(List.of(0), 60, 512))),
                new TaskSizes(settings(null, null), Optional.of(Duration.ofHours(1)), 1000)
                        .arrays(cells, costs));
    }

    @Test
    void theLeastLimitOfThePartitionsThatTasksMayGoToCounts() {
        List<Slurm.Partition> partitions =
                Stream.of("batch*|1-00:00:00", "short|30:00", "long|infinite")
                        .map(Slurm.Partition::of)
                        .toList();
        Map.of("short", "short", "batch,short", "short", "long,batch", "batch")
                .forEach(
                        (named, strictest) ->
                                assertEquals(
                                        Optional.of(strictest),
                                        TaskSizes.strictest(partitions, Optional.of(named))
                                                .map(Slurm.Partition::name)));
        assertEquals(Optional.empty(), TaskSizes.strictest(partitions, Optional.of("long")));
        assertEquals(
                Optional.of("batch"),
                TaskSizes.strictest(partitions, Optional.empty()).map(Slurm.Partition::name));
        assertEquals(
                Optional.of("short"),
                new Slurm(Map.of("SBATCH_PARTITION", "short")).givenPartitions());
    }

    private void add(double seconds, long megabytes) {
        costs.put(cells.size(), new CellCost(seconds, megabytes * 1_000_000));
        cells.add(new Cell(cells.size(), "s", "pfc", Map.of(), 1, null));
    }

    private static SlurmSettings settings(Duration limit, DataSize memory) {
        return new SlurmSettings(
                Optional.empty(),
                Optional.empty(),
                Optional.ofNullable(limit),
                Optional.ofNullable(memory),
                OptionalInt.empty());
    }
}
