package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import io.losslab.api.topology.Node;
import io.losslab.proto.v1.HostCounters;
import java.util.Map;
import java.util.Optional;

/**
 * Every host receives the packets of a flow in order. Packets behind a dropped one are ahead of a
 * gap under any scheme that may drop.
 */
final class InOrder implements CellCheck {
    private static final String NAME = "in order";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Check> of(EndedCell cell) {
        boolean dropsExplainIt = cell.readings().dropped() > 0 && !cell.setup().lossless();
        for (Map.Entry<Node, HostCounters> entry : cell.readings().hosts().entrySet()) {
            HostCounters host = entry.getValue();
            if (host.getReorderedPackets() > 0) {
                String seen =
                        "%,d packets received ahead of a gap, the first at %s at %s %s"
                                .formatted(
                                        host.getReorderedPackets(),
                                        EndedCell.time(host.getFirstReorderNs()),
                                        place(entry.getKey()),
                                        flow(cell, host.getFirstReorderFlow()));
                return Optional.of(
                        dropsExplainIt
                                ? Check.passed(
                                        NAME, "after drops, which the scheme allows: " + seen)
                                : Check.failed(NAME, seen));
            }
        }
        boolean all = cell.readings().hosts().size() == cell.plan().hosts().size();
        return Optional.of(Check.passed(NAME, all ? "" : "not known of hosts with perftest"));
    }

    /** Hosts do not tell by which of several ports a packet came in. */
    private static String place(Node host) {
        return host.ports() == 1 ? host.name() + " port 1" : host.name();
    }

    private static String flow(EndedCell cell, int flowId) {
        return flowId >= 1 && flowId <= cell.plan().flows().size()
                ? "queue %d, flow %d".formatted(cell.plan().flow(flowId).trafficClass(), flowId)
                : "flow %d, which is none of this cell".formatted(flowId);
    }
}
