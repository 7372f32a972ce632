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
    private final Function<Cell, CellCost> estimate;
    private final Map<List<Object>, DoubleSummaryStatistics> measured = new HashMap<>();
    private final Map<Integer, CellCost> least = new HashMap<>();

    CellCosts(Function<Cell, CellCost> estimate) {
        this.estimate = estimate;
    }

    /** A cell has taken so long. */
    void measured(Cell cell, double seconds) {
        measured.computeIfAbsent(point(cell), p -> new DoubleSummaryStatistics()).accept(seconds);
    }

    /** A cell costs more than was expected: so much at least, of time or of memory. */
    void needs(int cell, CellCost more) {
        least.merge(cell, more, CellCosts::larger);
    }

    private static CellCost larger(CellCost one, CellCost other) {
        return new CellCost(
                Math.max(one.seconds(), other.seconds()),
                Math.max(one.memoryBytes(), other.memoryBytes()));
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
        CellCost expected = new CellCost(seconds, estimated.memoryBytes());
        return larger(expected, least.getOrDefault(cell.index(), expected));
    }

    private static List<Object> point(Cell cell) {
        return List.of(cell.sweep(), cell.scheme(), cell.parameters());
    }
}
