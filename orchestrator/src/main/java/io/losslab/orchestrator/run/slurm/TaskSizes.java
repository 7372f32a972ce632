package io.losslab.orchestrator.run.slurm;

import io.losslab.configs.experiment.Cell;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.cost.CellCost;
import io.losslab.orchestrator.session.SlurmSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Packs cells into tasks by what they are expected to cost: long enough that Slurm's and Java's
 * start do not matter, short enough that a lost one costs little. Limits leave room for an estimate
 * that is wrong by the factor that is promised, and for a slower node.
 */
final class TaskSizes {
    private static final double SHORTEST_TASK_SECONDS = 60;
    private static final double LONGEST_TASK_SECONDS = 600;

    /** Tasks that keep a cluster's cores busy to the end. */
    private static final int MANY_TASKS = 256;

    private static final double TIME_MARGIN = 3;
    private static final double MEMORY_MARGIN = 1.5;
    private static final long START_SECONDS = 300;
    private static final long LEAST_MINUTES = 15;
    private static final long MEBIBYTE = 1 << 20;
    private static final long LEAST_MEBIBYTES = 512;

    private final SlurmSettings settings;
    private final Optional<Duration> longest;
    private final int mostTasks;

    /**
     * Makes sizes.
     *
     * @param longest that the partition lets a task run; empty: no limit
     * @param mostTasks of an array
     */
    TaskSizes(SlurmSettings settings, Optional<Duration> longest, int mostTasks) {
        this.settings = settings;
        this.longest = longest;
        this.mostTasks = mostTasks;
    }

    /**
     * Those that a cluster allows.
     *
     * @throws CommandFailure where the user asks for a longer task than the partition lets run
     */
    static TaskSizes of(Slurm slurm, SlurmSettings settings) {
        Optional<Slurm.Partition> chosen =
                strictest(slurm.partitions(), settings.partition().or(slurm::givenPartitions));
        Optional<Duration> longest = chosen.flatMap(Slurm.Partition::timeLimit);
        settings.timeLimit()
                .filter(asked -> longest.filter(most -> most.compareTo(asked) < 0).isPresent())
                .ifPresent(
                        asked -> {
                            throw CommandFailure.usage(
                                    "--time-limit: partition %s lets a task run for %d min, not %d min"
                                            .formatted(
                                                    chosen.orElseThrow().name(),
                                                    longest.orElseThrow().toMinutes(),
                                                    asked.toMinutes()),
                                    "choose a shorter limit or another --partition");
                        });
        return new TaskSizes(settings, longest, slurm.mostTasks());
    }

    /**
     * The partition with the least limit among those that tasks may go to.
     *
     * @param named separated by commas, as for sbatch; empty: the default one
     */
    static Optional<Slurm.Partition> strictest(
            List<Slurm.Partition> partitions, Optional<String> named) {
        Optional<List<String>> names = named.map(text -> List.of(text.split(",")));
        return partitions.stream()
                .filter(
                        partition ->
                                names.map(some -> some.contains(partition.name()))
                                        .orElse(partition.isDefault()))
                .filter(partition -> partition.timeLimit().isPresent())
                .min(Comparator.comparing(partition -> partition.timeLimit().orElseThrow()));
    }

    /**
     * The tasks of each array to submit: those of an array have the same limits.
     *
     * @param costs by cell, expected
     */
    List<List<TaskPlan>> arrays(List<Cell> cells, Map<Integer, CellCost> costs) {
        Map<Long, List<Cell>> byMemory = new TreeMap<>();
        for (Cell cell : cells) {
            long mebibytes = memoryMebibytes(costs.get(cell.index()));
            byMemory.computeIfAbsent(mebibytes, size -> new ArrayList<>()).add(cell);
        }
        double all = costs.values().stream().mapToDouble(CellCost::seconds).sum();
        double seconds = Math.max(taskSeconds(all), all / mostTasks);
        Map<List<Long>, List<TaskPlan>> arrays = new LinkedHashMap<>();
        byMemory.forEach(
                (mebibytes, some) -> {
                    for (TaskPlan task : tasks(some, costs, seconds, mebibytes)) {
                        arrays.computeIfAbsent(
                                        List.of(task.minutes(), mebibytes), l -> new ArrayList<>())
                                .add(task);
                    }
                });
        return arrays.values().stream().flatMap(tasks -> split(tasks).stream()).toList();
    }

    /** What a task shall take: so much that there are many, and less where its limit is near. */
    private double taskSeconds(double all) {
        double shared =
                Math.min(LONGEST_TASK_SECONDS, Math.max(SHORTEST_TASK_SECONDS, all / MANY_TASKS));
        Optional<Duration> limit = settings.timeLimit().or(() -> longest);
        return limit.map(most -> Math.min(shared, (most.toSeconds() - START_SECONDS) / TIME_MARGIN))
                .orElse(shared);
    }

    private List<TaskPlan> tasks(
            List<Cell> cells, Map<Integer, CellCost> costs, double seconds, long mebibytes) {
        List<TaskPlan> tasks = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        double sum = 0;
        // Long ones first, so that none of them is started last; each as it stands is one task.
        List<Cell> sorted =
                cells.stream()
                        .sorted(
                                Comparator.comparingDouble(
                                                (Cell cell) -> -costs.get(cell.index()).seconds())
                                        .thenComparingInt(Cell::index))
                        .toList();
        for (Cell cell : sorted) {
            double own = costs.get(cell.index()).seconds();
            if (!numbers.isEmpty() && sum + own > seconds) {
                tasks.add(new TaskPlan(numbers, minutes(sum), mebibytes));
                numbers = new ArrayList<>();
                sum = 0;
            }
            numbers.add(cell.index());
            sum += own;
        }
        tasks.add(new TaskPlan(numbers, minutes(sum), mebibytes));
        return tasks;
    }

    /** The user's limit, or one that is rounded up so that similar tasks share an array. */
    private long minutes(double seconds) {
        if (settings.timeLimit().isPresent()) {
            return settings.timeLimit().get().toMinutes();
        }
        long minutes = roundedUp(LEAST_MINUTES, (START_SECONDS + TIME_MARGIN * seconds) / 60);
        return longest.map(most -> Math.min(minutes, most.toMinutes())).orElse(minutes);
    }

    private static long roundedUp(long least, double needed) {
        long rounded = least;
        while (rounded < needed) {
            rounded *= 2;
        }
        return rounded;
    }

    /** What a cell has to be expected to take to get this limit of time or a longer one. */
    static CellCost costOfMinutes(long minutes) {
        return new CellCost(Math.max(0, 60.0 * minutes - START_SECONDS) / TIME_MARGIN, 0);
    }

    /** What a cell has to be expected to need to get this memory or more. */
    static CellCost costOfMebibytes(long mebibytes) {
        return new CellCost(0, (long) (mebibytes * MEBIBYTE / MEMORY_MARGIN));
    }

    private long memoryMebibytes(CellCost cost) {
        if (settings.memory().isPresent()) {
            return Math.max(1, settings.memory().get().bytes() / MEBIBYTE);
        }
        return roundedUp(LEAST_MEBIBYTES, MEMORY_MARGIN * cost.memoryBytes() / MEBIBYTE);
    }

    private List<List<TaskPlan>> split(List<TaskPlan> tasks) {
        List<List<TaskPlan>> arrays = new ArrayList<>();
        for (int from = 0; from < tasks.size(); from += mostTasks) {
            arrays.add(tasks.subList(from, Math.min(tasks.size(), from + mostTasks)));
        }
        return arrays;
    }
}
