package io.losslab.orchestrator.session;

import io.losslab.analysis.run.RowFiles;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Whether results have all their Parquet files, whole. */
public final class WholeRows {
    private WholeRows() {}

    /**
     * What is wrong with one of them.
     *
     * @return its name and what is wrong; empty, too, for results without cells
     */
    public static Optional<String> defect(Path results) throws IOException {
        return CellOutcome.readAll(results).isEmpty() ? Optional.empty() : RowFiles.defect(results);
    }

    /**
     * Refuses results with a defect.
     *
     * @param what cannot be done with them
     */
    public static void require(Path results, String what) throws IOException {
        Optional<String> defect = defect(results);
        if (defect.isPresent()) {
            throw CommandFailure.usage(
                    "%s: %s".formatted(what, results.resolve(defect.get())),
                    "restore the file, or repeat the run");
        }
    }
}
