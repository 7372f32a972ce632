package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Check;
import io.losslab.labs.backend.LabTime;
import java.util.Optional;

/**
 * No cycle of ports waits for itself; fails where the experiment does not expect one. Hardware does
 * not tell.
 */
final class NoDeadlock implements CellCheck {
    @Override
    public String name() {
        return CellSummary.NO_DEADLOCK;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        LabTime time = cell.readings().time();
        if (time.deadlock() == null) {
            return Optional.empty();
        }
        if (!time.isDeadlocked()) {
            return Optional.of(Check.passed(name(), ""));
        }
        String seen = "at %s: %s".formatted(cell.end(), time.deadlock());
        return Optional.of(
                cell.setup().mayDeadlock()
                        ? Check.passed(name(), "expected by the experiment: " + seen)
                        : Check.failed(name(), seen));
    }
}
