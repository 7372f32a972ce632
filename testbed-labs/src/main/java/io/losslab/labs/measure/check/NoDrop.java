package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import io.losslab.api.topology.Node;
import io.losslab.devices.NicCounters;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.QueueEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * No packet is dropped; fails where the experiment is lossless. What a device does not count is
 * named.
 */
final class NoDrop implements CellCheck {
    private static final String NAME = "no drop";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        if (!cell.readings().countsDrops()) {
            return Optional.empty();
        }
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
        List<String> who = new ArrayList<>();
        List<Node> switches = cell.readings().withoutCounter(Counter.DROPPED_PACKETS);
        if (!switches.isEmpty()) {
            who.add("the switches " + names(switches));
        }
        Map<Node, NicCounters.Reading> nics = cell.readings().nics();
        List<Node> hosts =
                nics.keySet().stream()
                        .filter(host -> nics.get(host).droppedPackets().isEmpty())
                        .toList();
        if (!hosts.isEmpty()) {
            who.add("the NICs of " + names(hosts));
        }
        return who.isEmpty() ? "" : "not counted by " + String.join(" and ", who);
    }

    private static String names(List<Node> nodes) {
        return nodes.stream().map(Node::name).collect(Collectors.joining(", "));
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
