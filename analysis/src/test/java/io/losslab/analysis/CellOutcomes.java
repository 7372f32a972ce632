package io.losslab.analysis;

import io.losslab.analysis.summary.CellOutcome;
import java.util.List;
import java.util.Map;

/** Outcomes of cells of which nothing but their time is known. */
public final class CellOutcomes {
    private CellOutcomes() {}

    /** An outcome without warm-up, counters, and checks. */
    public static CellOutcome of(
            int cell,
            Map<String, Object> params,
            long endNanos,
            double simulatedSeconds,
            boolean pausesRecorded) {
        return new CellOutcome(
                cell,
                params,
                0,
                endNanos,
                0L,
                0,
                0L,
                null,
                0L,
                0,
                0L,
                0L,
                0,
                simulatedSeconds,
                1,
                1,
                pausesRecorded,
                List.of(),
                null,
                null);
    }
}
