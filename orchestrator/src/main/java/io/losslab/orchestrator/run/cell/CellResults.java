package io.losslab.orchestrator.run.cell;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.configs.experiment.Cell;
import java.io.IOException;

/** Takes what became of cells. Thread safe. */
public interface CellResults {
    /** A cell is done; its rows are part of the results. */
    void finished(CellOutcome outcome) throws IOException;

    /** A cell failed, after so many attempts. */
    void failed(Cell cell, int attempts, Exception cause) throws IOException;
}
