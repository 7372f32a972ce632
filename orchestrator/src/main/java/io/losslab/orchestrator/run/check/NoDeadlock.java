package io.losslab.orchestrator.run.check;

import io.losslab.analysis.summary.Check;
import java.util.Optional;

/** No cycle of ports waits for itself; fails where the experiment does not expect one. */
final class NoDeadlock implements CellCheck {
    private static final String NAME = "no deadlock";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        String cycle = cell.readings().time().deadlock();
        if (cycle == null) {
            return Optional.of(Check.passed(NAME, ""));
        }
        String seen = "at %s: %s".formatted(cell.end(), cycle);
        return Optional.of(
                cell.setup().mayDeadlock()
                        ? Check.passed(NAME, "expected by the experiment: " + seen)
                        : Check.failed(NAME, seen));
    }
}
