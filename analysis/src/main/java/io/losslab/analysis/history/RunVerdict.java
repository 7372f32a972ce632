package io.losslab.analysis.history;

import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.Summary;
import java.util.Locale;

/** How a run ended. */
public enum RunVerdict {
    /** All cells ran, and all checks passed. */
    PASSED,
    /** All cells ran, and a check failed. */
    CHECKS_FAILED,
    /** Cells failed, or an error ended the run. */
    CELLS_FAILED,
    /** It was stopped before its last cell. */
    INTERRUPTED;

    static RunVerdict of(RunManifest manifest, Summary summary) {
        return switch (manifest.status()) {
            case COMPLETE -> summary.allChecksHeld() ? PASSED : CHECKS_FAILED;
            case FAILED -> CELLS_FAILED;
            case INTERRUPTED, RUNNING -> INTERRUPTED;
        };
    }

    /** As users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
