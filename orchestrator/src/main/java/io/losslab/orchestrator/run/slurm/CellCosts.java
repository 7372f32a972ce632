package io.losslab.orchestrator.run.slurm;

import io.losslab.configs.experiment.Cell;
import io.losslab.orchestrator.cost.CellCost;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What cells of a run cost: measured where one that differs only in its seed has finished,
 * estimated otherwise; more than that for cells that a limit has ended.
 */
final class CellCosts {
    private static final double MORE = 2;

    private final Function<Cell, CellCost> estimate;
    private final Map<List<Object>, DoubleSummaryStatistics> measured = new HashMap<>();
    private final Map<Integer, Double> timeFactors = new HashMap<>();
    private final Map<Integer, Double> memoryFactors = new HashMap<>();

    CellCosts(Function<Cell, CellCost> estimate) {
        this.estimate = estimate;
    }

    /** A cell has taken so long. */
    void measured(Cell cell, double seconds) {
        measured.computeIfAbsent(point(cell), p -> new DoubleSummaryStatistics()).accept(seconds);
    }

    /** A cell was ended for its time. */
    void needsMoreTime(int cell) {
        timeFactors.merge(cell, MORE, (before, more) -> before * more);
    }

    /** A cell was ended for its memory. */
    void needsMoreMemory(int cell) {
        memoryFactors.merge(cell, MORE, (before, more) -> before * more);
    }

    Map<Integer, CellCost> of(List<Cell> cells) {
        Map<Integer, CellCost> costs = new HashMap<>();
        cells.forEach(cell -> costs.put(cell.index(), of(cell)));
        return costs;
    }

    private CellCost of(Cell cell) {
        CellCost estimated = estimate.apply(cell);
        DoubleSummaryStatistics known = measured.get(point(cell));
        double seconds = known == null ? estimated.seconds() : known.getAverage();
        return new CellCost(
                seconds * timeFactors.getOrDefault(cell.index(), 1.0),
                (long) (estimated.memoryBytes() * memoryFactors.getOrDefault(cell.index(), 1.0)));
    }

    private static List<Object> point(Cell cell) {
        return List.of(cell.sweep(), cell.scheme(), cell.parameters());
    }
}
