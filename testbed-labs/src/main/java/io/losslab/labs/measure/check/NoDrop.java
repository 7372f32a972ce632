package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import io.losslab.proto.v1.QueueEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** No packet is dropped; fails where the experiment is lossless. */
final class NoDrop implements CellCheck {
    private static final String NAME = "no drop";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        long drops = cell.readings().dropped();
        if (drops == 0) {
            return Optional.of(Check.passed(NAME, uncounted(cell)));
        }
        String seen =
                "%,d packets dropped%s, %s"
                        .formatted(drops, ofNics(cell), cell.first(QueueEvent.Kind.DROP));
        return Optional.of(
                cell.setup().lossless()
                        ? Check.failed(NAME, seen)
                        : Check.passed(NAME, NOT_GUARANTEED + seen));
    }

    private static String uncounted(EndedCell cell) {
        List<String> hosts = new ArrayList<>();
        cell.readings()
                .nics()
                .forEach(
                        (host, nic) -> {
                            if (nic.droppedPackets().isEmpty()) {
                                hosts.add(host.name());
                            }
                        });
        return hosts.isEmpty()
                ? ""
                : "not counted by the NICs of %s".formatted(String.join(", ", hosts));
    }

    private static String ofNics(EndedCell cell) {
        List<String> hosts = new ArrayList<>();
        cell.readings()
                .nics()
                .forEach(
                        (host, nic) -> {
                            if (nic.droppedPackets().orElse(0) > 0) {
                                hosts.add(
                                        "%s %,d"
                                                .formatted(
                                                        host.name(),
                                                        nic.droppedPackets().getAsLong()));
                            }
                        });
        return hosts.isEmpty() ? "" : " (NICs: %s)".formatted(String.join(", ", hosts));
    }
}
