package io.losslab.orchestrator.run.check;

import io.losslab.analysis.summary.Check;
import io.losslab.proto.v1.QueueEvent;
import java.util.Optional;

/** No packet is dropped; fails where the experiment is lossless. */
final class NoDrop implements CellCheck {
    private static final String NAME = "no drop";

    @Override
    public Optional<Check> of(EndedCell cell) {
        long drops = cell.readings().dropped();
        if (drops == 0) {
            return Optional.of(Check.passed(NAME, ""));
        }
        String seen = "%,d packets dropped, %s".formatted(drops, cell.first(QueueEvent.Kind.DROP));
        return Optional.of(
                cell.setup().lossless()
                        ? Check.failed(NAME, seen)
                        : Check.passed(NAME, NOT_GUARANTEED + seen));
    }
}
