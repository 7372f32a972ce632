package io.losslab.orchestrator.run.cell;

import io.losslab.configs.experiment.Cell;
import java.util.List;
import java.util.Optional;

/** Has the cells of a run worked on: by this machine, or by others. */
public interface CellExecutor {
    /**
     * Runs cells to their end, and returns when nothing works on them any more, or says what may
     * still do so; to be called once. Reports the outcome of each as soon as it is known. A cell
     * that fails leaves the others alone.
     *
     * @return what ended the run before every cell had its turn
     */
    Optional<Exception> run(List<Cell> cells);

    /** Lets no cell begin, and ends those that run. For any thread. */
    void stop();
}
