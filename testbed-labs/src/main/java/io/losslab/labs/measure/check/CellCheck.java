package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import java.util.Optional;

/** Something that must hold in every cell. */
interface CellCheck {
    String NOT_GUARANTEED = "not guaranteed with these settings: ";

    /** What users know it by. */
    String name();

    /**
     * Whether it held, and where and when it first did not; empty where the cell has nothing that
     * it is about.
     */
    Optional<Check> of(EndedCell cell);
}
