package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import io.losslab.flowcontrol.Promise;
import io.losslab.labs.measure.CellReadings.BifrostReading;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.QueueEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Bifrost's Theorem 1 in every slot of every port that runs it. */
final class BifrostBound implements CellCheck {
    private static final String NAME = "Theorem 1: Delta + Rs T <= L + F <= H";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        List<BifrostReading> ports = cell.readings().bifrost();
        if (ports.isEmpty()) {
            return Optional.empty();
        }
        List<String> notGuaranteed = new ArrayList<>();
        for (BifrostReading port : ports) {
            BifrostCounters counters = port.counters();
            if (counters.getBoundViolations() == 0) {
                continue;
            }
            String seen =
                    "%,d of %,d slots violate the bound, %s"
                            .formatted(
                                    counters.getBoundViolations(),
                                    counters.getSlots(),
                                    cell.first(QueueEvent.Kind.VIOLATION));
            if (port.control().promises(Promise.BOUNDED_QUEUE)) {
                return Optional.of(Check.failed(NAME, seen));
            }
            notGuaranteed.add(seen);
        }
        return Optional.of(
                Check.passed(
                        NAME,
                        notGuaranteed.isEmpty()
                                ? range(ports)
                                : NOT_GUARANTEED + String.join("; ", notGuaranteed)));
    }

    private static String range(List<BifrostReading> ports) {
        long allowance = ports.get(0).counters().getLeakAllowanceBytes();
        return "L + F within %,d..%,d B in every slot; H = %,d B, leak allowance %,d B"
                .formatted(
                        ports.stream()
                                .mapToLong(port -> port.counters().getMinSumBytes())
                                .min()
                                .orElseThrow(),
                        ports.stream()
                                .mapToLong(port -> port.counters().getMaxSumBytes())
                                .max()
                                .orElseThrow(),
                        ports.get(0).control().reservedBytes() - allowance,
                        allowance);
    }
}
