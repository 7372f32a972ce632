package io.losslab.orchestrator.session;

import io.losslab.analysis.run.RowFiles;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Refuses results whose Parquet files are missing or damaged. */
public final class WholeRows {
    private WholeRows() {}

    /**
     * Refuses them.
     *
     * @param what cannot be done without them
     * @throws IOException where they, or the outcomes of cells, cannot be read
     */
    public static void require(Path results, String what) throws IOException {
        if (CellOutcome.readAll(results).isEmpty()) {
            return;
        }
        Optional<String> defect = RowFiles.defect(results);
        if (defect.isPresent()) {
            throw CommandFailure.usage(
                    "%s: %s".formatted(what, results.resolve(defect.get())),
                    "restore the file, or repeat the run");
        }
    }
}
