package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import io.losslab.api.topology.PortRef;
import io.losslab.labs.measure.CellReadings.BifrostReading;
import io.losslab.labs.measure.PortReadings;
import io.losslab.proto.v1.Counter;
import java.util.Optional;

/**
 * Bifrost's port never holds more than H and the allowance for leaked frames. Ports whose switch
 * does not count what they hold are left out.
 */
final class BifrostReservation implements CellCheck {
    private static final String NAME = "queue within H and leak allowance";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        boolean counted = false;
        long highest = 0;
        for (BifrostReading reading : cell.readings().bifrost()) {
            PortRef port = reading.control().port();
            PortReadings ports = cell.readings().switches().get(port.node());
            if (ports == null || !ports.has(port.port(), Counter.MAX_INGRESS_BYTES)) {
                continue;
            }
            counted = true;
            long max = ports.get(port.port(), Counter.MAX_INGRESS_BYTES);
            long bound = reading.control().reservedBytes();
            highest = Math.max(highest, max);
            if (max > bound) {
                return Optional.of(
                        Check.failed(
                                NAME,
                                "%s port %d queue -1 held %,d B by %s, more than %,d B"
                                        .formatted(
                                                port.node().name(),
                                                port.port(),
                                                max,
                                                cell.end(),
                                                bound)));
            }
        }
        return counted
                ? Optional.of(Check.passed(NAME, "at most %,d B".formatted(highest)))
                : Optional.empty();
    }
}
