package io.losslab.orchestrator.run.check;

import io.losslab.analysis.summary.Check;
import java.util.Optional;

/** Something that must hold in every cell. */
@FunctionalInterface
interface CellCheck {
    String NOT_GUARANTEED = "not guaranteed with these settings: ";

    /**
     * Whether it held, and where and when it first did not; empty where the cell has nothing that
     * it is about.
     */
    Optional<Check> of(EndedCell cell);
}
