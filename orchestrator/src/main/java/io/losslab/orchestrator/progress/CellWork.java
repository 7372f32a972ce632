package io.losslab.orchestrator.progress;

import io.losslab.configs.experiment.Cell;
import java.util.List;

/**
 * A cell as work to be done.
 *
 * @param cell its number
 * @param point equal for cells that cost about the same: they differ only in their seed
 * @param nanos simulated time of its traffic
 */
public record CellWork(int cell, Object point, long nanos) {
    static CellWork of(Cell cell) {
        return new CellWork(
                cell.index(),
                List.of(cell.sweep(), cell.scheme(), cell.parameters()),
                cell.setup().duration().nanos());
    }
}
