package io.losslab.orchestrator.run;

import io.losslab.analysis.summary.Check;
import io.losslab.configs.experiment.Setup;
import java.util.Locale;

/**
 * The criterion of no head-of-line blocking (Pyrrha, Definition 7) on recorded pauses: every flow
 * that stood paused on account of a port crosses that port. It fails only where a scheme promises
 * it.
 */
final class HolBlocking {
    static final String NAME = "no head-of-line blocking (Pyrrha, Definition 7)";

    private HolBlocking() {}

    static Check check(Setup setup, PausedFlows paused) {
        String innocent = micros(paused.innocentNanos());
        String all = micros(paused.pausedNanos());
        if (paused.innocentNanos() == 0) {
            return new Check(NAME, true, "pause time %s, no victim pause time".formatted(all));
        }
        String seen =
                "pause time %s, of which victim pause time %s; main root-cause port: %4$s (%3$s)"
                        .formatted(
                                all,
                                innocent,
                                micros(paused.worst().orElseThrow().getValue()),
                                paused.worst().orElseThrow().getKey());
        return setup.freeOfHolBlocking()
                ? new Check(NAME, false, seen)
                : new Check(NAME, true, "not guaranteed by this scheme: " + seen);
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%,.1f us", nanos / 1e3);
    }
}
