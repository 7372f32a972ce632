package io.losslab.orchestrator.session;

import io.losslab.analysis.run.RowFiles;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
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
            throw refusal(results, what, defect.get());
        }
    }

    /**
     * Says why something could not be done with results: for a file whose rows cannot be read, or
     * else for what failed.
     *
     * @param what could not be done with them
     */
    public static CommandFailure failure(Path results, String what, IOException failure) {
        if (failure.getCause() instanceof SQLException) {
            try {
                Optional<String> unreadable = RowFiles.unreadable(results);
                if (unreadable.isPresent()) {
                    return refusal(results, what, unreadable.get());
                }
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
        return FileFailure.of(what, "expected a results directory of 'losslab run'", failure);
    }

    private static CommandFailure refusal(Path results, String what, String defect) {
        return CommandFailure.usage(
                "%s: %s".formatted(what, results.resolve(defect)),
                "restore the file, or repeat the run");
    }
}
