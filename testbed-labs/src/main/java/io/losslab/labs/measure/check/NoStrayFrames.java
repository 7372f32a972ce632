package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import io.losslab.labs.measure.StrayFrames;
import java.util.Optional;

/**
 * Frames that are damaged, or of no flow of the cell, were dropped and counted. They fail no cell:
 * no result includes them, and what was lost with a damaged frame shows in the other checks.
 */
final class NoStrayFrames implements CellCheck {
    private static final String NAME = "stray frames";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        StrayFrames strays = cell.readings().strays();
        if (!strays.counted() && strays.rows().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Check.passed(
                        NAME,
                        strays.rows().isEmpty()
                                ? "none"
                                : "dropped and counted: " + strays.text()));
    }
}
