package io.losslab.configs.plan;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.HostSettings;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.experiment.Recording;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.flow.FlowPlanner;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.scheme.NamedChoice;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.GetCountersRequest;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.TrafficFlow;
import io.losslab.proto.v1.WatchCountersRequest;
import io.losslab.roce.recovery.GoBackN;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Makes the plan of a cell. Stateless; thread safe. */
public final class CellPlanner {
    public CellPlan plan(Cell cell) {
        Setup setup = cell.setup();
        Topology topology = setup.network().topology();
        Map<PortRef, List<PortControl>> controls = setup.controlsByPort();
        RoutePlanner routes = new RoutePlanner(setup, cell.seed());
        List<SwitchPlan> switches =
                topology.switches().stream()
                        .map(node -> switchPlan(cell, node, routes, controls))
                        .toList();
        FlowPlanner flowPlanner = new FlowPlanner(setup, cell.seed(), routes::members);
        List<PlannedFlow> flows = flowPlanner.flows();
        Map<Node, StartTrafficRequest> traffic = flowPlanner.traffic(flows);
        Optional<NamedScheme> recovery =
                setup.hosts().recovery().map(choice -> recovery(choice, traffic.values()));
        List<HostPlan> hosts =
                topology.hosts().stream()
                        .map(
                                node ->
                                        hostPlan(
                                                setup,
                                                node,
                                                routes,
                                                controls,
                                                recovery,
                                                traffic.get(node)))
                        .toList();
        return new CellPlan(
                cell,
                switches,
                hosts,
                flows,
                flowPlanner.programs(),
                sampling(setup, flowPlanner, flows));
    }

    private static SwitchPlan switchPlan(
            Cell cell, Node node, RoutePlanner routes, Map<PortRef, List<PortControl>> controls) {
        Setup setup = cell.setup();
        SwitchConfig.Builder config =
                SwitchConfig.newBuilder()
                        .setDeviceId(node.deviceId())
                        .setBufferBytes(setup.buffer(node).bytes())
                        .setLossyAlpha(setup.switches().lossyAlpha())
                        .setEcmp(routes.ecmp(node))
                        .setChargePauses(setup.recording().pauses());
        List<SetBifrostRequest> bifrost = new ArrayList<>();
        for (int port = 1; port <= node.ports(); port++) {
            List<PortControl> atPort = controls.getOrDefault(new PortRef(node, port), List.of());
            config.addPorts(ControlMessages.port(port, atPort));
            for (PortControl control : atPort) {
                if (control.runsOnCoprocessor()) {
                    bifrost.add(bifrostMessage(node, port, control));
                }
            }
        }
        setup.ecn().stream()
                .filter(marking -> marking.port().node().equals(node))
                .forEach(
                        marking ->
                                config.putEcn(
                                        marking.port().port(),
                                        ControlMessages.ecn(marking, cell.seed())));
        return new SwitchPlan(node, config.build(), bifrost, routes.routes(node));
    }

    private static SetBifrostRequest bifrostMessage(Node node, int port, PortControl control) {
        return SetBifrostRequest.newBuilder()
                .setPort(BifrostPort.newBuilder().setDeviceId(node.deviceId()).setPort(port))
                .setScheme(ControlMessages.named(control))
                .build();
    }

    private static HostPlan hostPlan(
            Setup setup,
            Node node,
            RoutePlanner routes,
            Map<PortRef, List<PortControl>> controls,
            Optional<NamedScheme> recovery,
            StartTrafficRequest traffic) {
        HostSettings settings = setup.hosts();
        HostConfig.Builder config =
                HostConfig.newBuilder()
                        .setHostId(node.deviceId())
                        .setMtuBytes(settings.mtuBytes())
                        .setAckEveryPackets(settings.ackEveryPackets())
                        .setRetransmitTimeoutNs(settings.retransmitTimeout().nanos())
                        .setPauseReactionNs(settings.pauseReaction().nanos())
                        .setPauseResponder(
                                ControlMessages.responder(
                                        upstreamControls(
                                                setup.network().topology(), node, controls)));
        recovery.ifPresent(config::setRecovery);
        settings.congestionControl()
                .ifPresent(choice -> config.setCongestionControl(ControlMessages.named(choice)));
        long receiveBufferBytes = 0;
        for (int port = 1; port <= node.ports(); port++) {
            List<PortControl> atPort = controls.getOrDefault(new PortRef(node, port), List.of());
            if (!atPort.isEmpty()) {
                config.addPorts(ControlMessages.port(port, atPort));
                receiveBufferBytes += atPort.stream().mapToLong(PortControl::reservedBytes).sum();
            }
        }
        routes.configure(config, node);
        if (!node.relays()) {
            config.setRelayBufferBytes(receiveBufferBytes);
        }
        return new HostPlan(node, config.build(), routes.routes(node), traffic);
    }

    /** With what follows from the traffic of all hosts: receivers do not know how far it comes. */
    private static NamedScheme recovery(
            NamedChoice choice, Collection<StartTrafficRequest> traffic) {
        long longestRttNanos =
                traffic.stream()
                        .flatMap(request -> request.getFlowsList().stream())
                        .mapToLong(TrafficFlow::getBaseRttNs)
                        .max()
                        .orElse(0);
        long renackNanos = GoBackN.renackNanos(longestRttNanos);
        return ControlMessages.named(
                new NamedChoice(
                        choice.chosen(),
                        choice.settings().resolve(GoBackN.RENACK_INTERVAL, renackNanos)));
    }

    /** The flow control of the ports that a host sends to. */
    private static List<PortControl> upstreamControls(
            Topology topology, Node host, Map<PortRef, List<PortControl>> controls) {
        List<PortControl> upstream = new ArrayList<>();
        for (int port = 1; port <= host.ports(); port++) {
            PortRef peer = topology.linkAt(host, port).peerOf(host);
            upstream.addAll(controls.getOrDefault(peer, List.of()));
        }
        return upstream;
    }

    private static Sampling sampling(Setup setup, FlowPlanner planner, List<PlannedFlow> flows) {
        Map<Node, TreeSet<Integer>> ports = new LinkedHashMap<>();
        for (Link link : setup.recording().links()) {
            for (PortRef end : List.of(link.a(), link.b())) {
                if (end.node().isSwitch()) {
                    ports.computeIfAbsent(end.node(), node -> new TreeSet<>()).add(end.port());
                }
            }
        }
        List<WatchCountersRequest> watches = new ArrayList<>();
        ports.forEach((node, numbers) -> watches.add(watch(node, numbers, setup.recording())));
        return new Sampling(watches, watches.isEmpty() ? Map.of() : planner.egressByTraffic(flows));
    }

    private static WatchCountersRequest watch(
            Node node, Collection<Integer> ports, Recording recording) {
        return WatchCountersRequest.newBuilder()
                .setSelect(
                        GetCountersRequest.newBuilder()
                                .setDeviceId(node.deviceId())
                                .addAllPorts(ports)
                                .addAllCounters(recording.counters()))
                .setIntervalNs(recording.interval().nanos())
                .build();
    }
}
