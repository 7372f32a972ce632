package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import io.losslab.labs.backend.LabTime;
import io.losslab.labs.measure.CellReadings;
import io.losslab.proto.v1.HostCounters;
import java.util.Optional;

/**
 * Every byte that was sent is delivered, in flight, or dropped. Where devices count drops in
 * packets alone, as chips do, these packets may account for no more than their number allows.
 */
final class ByteConservation implements CellCheck {
    private static final String NAME = "byte conservation";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        CellReadings readings = cell.readings();
        if (readings.hosts().size() < cell.plan().hosts().size()) {
            return Optional.of(
                    Check.passed(
                            NAME, "not available: hosts with perftest do not report byte counts"));
        }
        long sent = readings.sentBytes();
        long received =
                readings.hosts().values().stream().mapToLong(HostCounters::getDataRxBytes).sum();
        long queued = readings.time().inFlightBytes();
        long dropped = readings.droppedBytes();
        long missing = sent - received - queued - dropped;
        String sum =
                "sent %,d B = delivered %,d + in flight %,d + dropped %,d"
                        .formatted(sent, received, queued, dropped);
        if (missing == 0) {
            return Optional.of(Check.passed(NAME, sum));
        }
        long damaged = readings.strays().damagedBytes();
        if (missing > 0 && missing <= damaged) {
            return Optional.of(
                    Check.passed(NAME, sum + " + damaged frames %,d".formatted(missing)));
        }
        long packets = readings.droppedWithoutBytes();
        if (missing > 0 && missing <= packets * cell.setup().hosts().mtuBytes()) {
            return Optional.of(
                    Check.passed(
                            NAME,
                            sum
                                    + " + %,d in %,d packets that devices dropped and counted without their bytes"
                                            .formatted(missing, packets)));
        }
        boolean inFlightUncounted = readings.time().inFlightPackets() == LabTime.UNKNOWN;
        return Optional.of(
                missing > 0 && inFlightUncounted
                        ? Check.passed(
                                NAME,
                                sum
                                        + "; the remaining %,d B are in flight, which these devices do not count"
                                                .formatted(missing))
                        : Check.failed(
                                NAME,
                                sum
                                        + ": off by %,d B at %s, all devices and ports"
                                                .formatted(missing, cell.end())));
    }
}
