package io.losslab.orchestrator.run;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.collectors.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Outcomes of the cells that have finished, on disk after each, so that a crash loses none. Thread
 * safe.
 */
final class OutcomeLog {
    private final RunDirectory directory;
    private final List<CellOutcome> outcomes = new ArrayList<>();

    /** An empty log, on disk too. */
    OutcomeLog(RunDirectory directory) throws IOException {
        this.directory = directory;
        CellOutcome.writeAll(directory.path(), outcomes);
    }

    synchronized void add(CellOutcome outcome) throws IOException {
        outcomes.add(outcome);
        CellOutcome.writeAll(directory.path(), outcomes);
    }
}
