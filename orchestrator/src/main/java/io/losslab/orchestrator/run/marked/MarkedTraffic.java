package io.losslab.orchestrator.run.marked;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.traffic.ClassShares;
import io.losslab.configs.traffic.FlowWay;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficKind;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.flowcontrol.registry.SchemeTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Packets of every traffic class to every host behind a switch, one class after another: in an
 * experiment's network and under its PFC, but instead of its traffic. Pure.
 */
final class MarkedTraffic {
    /** Data packets of a class to a host. */
    static final int PACKETS = 64;

    /** Least time of a class; agents and their counters need some of it on a busy host. */
    static final long CLASS_NANOS = 400_000_000L;

    /** From the beginning of a class's time until its packets are sent. */
    private static final long MARGIN_NANOS = 100_000_000L;

    private MarkedTraffic() {}

    /**
     * The plan of the first cell in which queues are those of classes.
     *
     * @param classNanos from the beginning of a class's time to that of the next one
     * @throws CommandFailure where there is none, or only one host
     */
    static CellPlan plan(Experiment experiment, long classNanos) {
        Cell cell =
                experiment.cells().stream()
                        .filter(MarkedTraffic::hasQueuesOfClasses)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        CommandFailure.usage(
                                                "no cell of %s runs with PFC alone or without flow control"
                                                        .formatted(experiment.name()),
                                                "name an experiment that has 'pfc', such as"
                                                        + " bifrost/case-a"));
        Topology topology = cell.setup().network().topology();
        Map<Node, PortRef> receivers = receivers(topology);
        List<Node> senders = topology.hosts();
        if (senders.size() < 2 || receivers.isEmpty()) {
            throw CommandFailure.usage(
                    "topology %s has fewer than two hosts behind switches"
                            .formatted(topology.name()),
                    "name an experiment with more hosts");
        }
        List<TrafficGroup> groups = new ArrayList<>();
        for (int trafficClass = 0; trafficClass < ClassMap.CLASSES; trafficClass++) {
            for (Node to : receivers.keySet()) {
                Node from = senders.get((senders.indexOf(to) + 1) % senders.size());
                long begin = trafficClass * classNanos;
                groups.add(group(cell.setup(), trafficClass, begin, from, to));
            }
        }
        Setup setup = cell.setup().with(new Nanos(ClassMap.CLASSES * classNanos), groups);
        return new CellPlanner().plan(cell.with(setup));
    }

    /** The last switch port on the way to each host that has one. */
    static Map<Node, PortRef> receivers(Topology topology) {
        Map<Node, PortRef> receivers = new LinkedHashMap<>();
        for (Node host : topology.hosts()) {
            PortRef last = topology.linkAt(host, 1).peerOf(host);
            if (host.ports() == 1 && last.node().isSwitch()) {
                receivers.put(host, last);
            }
        }
        return receivers;
    }

    private static boolean hasQueuesOfClasses(Cell cell) {
        return cell.setup().controls().stream()
                .allMatch(control -> control.type().name().equals(SchemeTypes.IN_HARDWARE.name()));
    }

    private static TrafficGroup group(
            Setup setup, int trafficClass, long begin, Node from, Node to) {
        return new TrafficGroup(
                "class %d to %s".formatted(trafficClass, to.name()),
                TrafficKind.BANDWIDTH,
                new TrafficPattern.Bandwidth(
                        new DataSize(setup.hosts().mtuBytes()), 1, PACKETS, PACKETS),
                List.of(from),
                List.of(to),
                FlowWay.HASH,
                ClassShares.of(trafficClass),
                new Nanos(begin + MARGIN_NANOS),
                new Nanos(begin + CLASS_NANOS - MARGIN_NANOS),
                List.of(),
                Optional.empty());
    }
}
