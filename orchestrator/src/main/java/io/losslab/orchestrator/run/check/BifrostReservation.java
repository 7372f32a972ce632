package io.losslab.orchestrator.run.check;

import io.losslab.analysis.summary.Check;
import io.losslab.orchestrator.run.measure.CellReadings.BifrostReading;
import io.losslab.orchestrator.run.measure.PortReadings;
import io.losslab.proto.v1.Counter;
import java.util.Optional;

/** Bifrost's port never holds more than H and the allowance for leaked frames. */
final class BifrostReservation implements CellCheck {
    private static final String NAME = "queue within H and leak allowance";

    @Override
    public Optional<Check> of(EndedCell cell) {
        if (cell.readings().bifrost().isEmpty()) {
            return Optional.empty();
        }
        long highest = 0;
        for (BifrostReading reading : cell.readings().bifrost()) {
            PortReadings ports = cell.readings().switches().get(reading.node());
            if (ports == null) {
                continue; // The device has no switch control to ask.
            }
            long max = ports.get(reading.port(), Counter.MAX_INGRESS_BYTES);
            long bound =
                    reading.settings().getQueueBufferBytes()
                            + reading.settings().getExtraHeadroomBytes();
            highest = Math.max(highest, max);
            if (max > bound) {
                return Optional.of(
                        Check.failed(
                                NAME,
                                "%s port %d queue -1 held %,d B by %s, more than %,d B"
                                        .formatted(
                                                reading.node().name(),
                                                reading.port(),
                                                max,
                                                cell.end(),
                                                bound)));
            }
        }
        return Optional.of(Check.passed(NAME, "at most %,d B".formatted(highest)));
    }
}
