package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import io.losslab.labs.measure.PausedFlows;
import java.util.Locale;
import java.util.Optional;

/**
 * The criterion of no head-of-line blocking (Pyrrha, Definition 7) on recorded pauses: every flow
 * that is paused because of a port crosses that port. It fails only where a scheme promises it.
 */
final class NoHolBlocking implements CellCheck {
    private static final String NAME = "no head-of-line blocking (Pyrrha, Definition 7)";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        return cell.readings().paused().map(paused -> check(cell, paused));
    }

    private static Check check(EndedCell cell, PausedFlows paused) {
        String all = micros(paused.pausedNanos());
        if (paused.victimNanos() == 0) {
            return Check.passed(NAME, "pause time %s, no victim pause time".formatted(all));
        }
        var worst = paused.worst().orElseThrow();
        String seen =
                "pause time %s, of which victim pause time %s; root-cause port of most of it: %s (%s)"
                        .formatted(
                                all,
                                micros(paused.victimNanos()),
                                worst.getKey(),
                                micros(worst.getValue()));
        return cell.setup().freeOfHolBlocking()
                ? Check.failed(NAME, seen)
                : Check.passed(NAME, "not guaranteed by this scheme: " + seen);
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%,.1f us", nanos / 1e3);
    }
}
