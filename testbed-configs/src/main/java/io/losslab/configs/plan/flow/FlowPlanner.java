package io.losslab.configs.plan.flow;

import io.losslab.api.address.Ipv4Address;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.ProgramMessages;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.traffic.GroupEndpoints;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.Trait;
import io.losslab.proto.v1.BandwidthPattern;
import io.losslab.proto.v1.IncomingFlows;
import io.losslab.proto.v1.LatencyPattern;
import io.losslab.proto.v1.ScheduledPattern;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.TrafficFlow;
import io.losslab.traffic.program.Matching;
import io.losslab.traffic.schedule.Endpoints;
import io.losslab.traffic.schedule.ScheduledFlow;
import io.losslab.traffic.schedule.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Makes a cell's queue pairs and the messages that start them. For one cell. Schedules, source
 * ports and classes of a group have a source of randomness each, so that none changes the others.
 */
public final class FlowPlanner {
    private final Setup setup;
    private final Topology topology;
    private final long seed;
    private final FlowPaths paths;

    /** Hosts whose flow control asks for the ways of their flows. */
    private final Set<Node> asksForWays;

    private final List<PlannedFlow> flows = new ArrayList<>();

    private final List<PlannedProgram> programs = new ArrayList<>();

    /**
     * Makes a planner.
     *
     * @param members the hash of a node
     */
    public FlowPlanner(Setup setup, long seed, Function<Node, EcmpMember> members) {
        this.setup = setup;
        this.topology = setup.network().topology();
        this.seed = seed;
        this.paths = new FlowPaths(setup.network(), setup.hosts().mtuBytes(), members);
        this.asksForWays = askers(setup);
    }

    public List<PlannedFlow> flows() {
        flows.clear();
        programs.clear();
        for (TrafficGroup group : setup.traffic()) {
            if (group.pattern() instanceof TrafficPattern.Scheduled scheduled) {
                addSchedule(group, scheduled);
            } else if (group.pattern() instanceof TrafficPattern.Bandwidth bandwidth) {
                addQueuePairs(group, bandwidth.flows());
            } else if (group.pattern() instanceof TrafficPattern.Latency latency) {
                addQueuePairs(group, latency.flows());
            } else if (group.pattern() instanceof TrafficPattern.Programmed programmed) {
                addProgram(group, programmed);
            }
        }
        return List.copyOf(flows);
    }

    /** What each host sends, and the flows that end there. */
    public Map<Node, StartTrafficRequest> traffic(List<PlannedFlow> planned) {
        Map<Node, StartTrafficRequest.Builder> requests = new LinkedHashMap<>();
        Map<Node, IncomingFlows.Builder> incoming = new LinkedHashMap<>();
        for (Node host : topology.hosts()) {
            requests.put(host, StartTrafficRequest.newBuilder().setHostId(host.deviceId()));
            incoming.put(host, IncomingFlows.newBuilder());
        }
        for (PlannedProgram program : programs) {
            requests.get(program.host()).addPrograms(ProgramMessages.write(program.steps()));
        }
        for (PlannedFlow flow : planned) {
            requests.get(flow.from()).addFlows(message(flow));
            incoming.get(flow.to())
                    .addFlowId(flow.flowId())
                    .addSrcIpv4(Topology.ipv4Of(flow.from()))
                    .addUdpSourcePort(flow.udpSourcePort());
        }
        Map<Node, StartTrafficRequest> traffic = new LinkedHashMap<>();
        requests.forEach(
                (host, request) ->
                        traffic.put(host, request.setIncoming(incoming.get(host)).build()));
        return traffic;
    }

    /** What hosts compute, post and await, of the flows that were planned last. */
    public List<PlannedProgram> programs() {
        return List.copyOf(programs);
    }

    /** Switch ports by which the flows of each traffic group leave. */
    public Map<String, Set<PortRef>> egressByTraffic(List<PlannedFlow> planned) {
        Map<String, Set<PortRef>> ports = new LinkedHashMap<>();
        for (PlannedFlow flow : planned) {
            Set<PortRef> ofGroup =
                    ports.computeIfAbsent(flow.group().name(), name -> new HashSet<>());
            paths.egressPorts(flow).stream()
                    .filter(port -> port.node().isSwitch())
                    .forEach(ofGroup::add);
        }
        return ports;
    }

    private static Set<Node> askers(Setup setup) {
        Set<Node> askers = new HashSet<>();
        setup.controlsByPort()
                .forEach(
                        (port, controls) -> {
                            if (port.node().isHost()
                                    && controls.stream()
                                            .anyMatch(c -> c.has(Trait.ASKS_FOR_PATHS))) {
                                askers.add(port.node());
                            }
                        });
        return askers;
    }

    private void addQueuePairs(TrafficGroup group, int count) {
        SplittableRandom random = CellRandom.of(seed, "traffic " + group.name());
        SplittableRandom classes = CellRandom.of(seed, "classes " + group.name());
        Map<Node, Integer> spread = new HashMap<>();
        for (int i = 0; i < count; i++) {
            Node from = group.from().get(i % group.from().size());
            Node to = receiver(group.to(), i, from);
            int port = paths.sourcePort(group, from, to, spread, random);
            flows.add(
                    new PlannedFlow(
                            flows.size() + 1,
                            group,
                            group.name(),
                            from,
                            to,
                            group.classes().draw(classes),
                            port,
                            paths.sourceRoute(group.way()),
                            group.start().nanos(),
                            0,
                            List.of(),
                            List.of(),
                            paths.ideal(group.way(), from, to, port)));
        }
    }

    /** The receiver whose turn it is, passing over the sender. */
    private static Node receiver(List<Node> receivers, int turn, Node from) {
        Node receiver = receivers.get(turn % receivers.size());
        return receiver.equals(from) ? receivers.get((turn + 1) % receivers.size()) : receiver;
    }

    private void addSchedule(TrafficGroup group, TrafficPattern.Scheduled pattern) {
        Endpoints ends = GroupEndpoints.of(topology, group.from(), group.to(), pattern.sites());
        Span span = new Span(group.start().nanos(), group.stop().nanos());
        SplittableRandom times = CellRandom.of(seed, "schedule " + group.name());
        SplittableRandom ports = CellRandom.of(seed, "traffic " + group.name());
        SplittableRandom classes = CellRandom.of(seed, "classes " + group.name());
        List<Integer> route = paths.sourceRoute(group.way());
        Map<Node, Integer> spread = new HashMap<>();
        int firstId = flows.size() + 1;
        for (ScheduledFlow flow : pattern.workload().schedule(ends, span, times)) {
            Node from = topology.nodes().get(flow.source());
            Node to = topology.nodes().get(flow.destination());
            int port = paths.sourcePort(group, from, to, spread, ports);
            flows.add(
                    new PlannedFlow(
                            flows.size() + 1,
                            group,
                            group.reportedAs(flow.stage()),
                            from,
                            to,
                            group.classes().draw(classes),
                            port,
                            route,
                            flow.startNanos(),
                            flow.bytes(),
                            List.of(),
                            flow.after().stream().map(position -> firstId + position).toList(),
                            paths.ideal(group.way(), from, to, port)));
        }
    }

    private void addProgram(TrafficGroup group, TrafficPattern.Programmed pattern) {
        SplittableRandom ports = CellRandom.of(seed, "traffic " + group.name());
        SplittableRandom classes = CellRandom.of(seed, "classes " + group.name());
        Matching matching = Matching.of(pattern.source().program(group.from().size()));
        int firstId = flows.size() + 1;
        Map<Node, Integer> spread = new HashMap<>();
        for (Matching.Connection connection : matching.connections()) {
            Node from = group.from().get(connection.from());
            Node to = group.from().get(connection.to());
            int port = paths.sourcePort(group, from, to, spread, ports);
            flows.add(
                    new PlannedFlow(
                            flows.size() + 1,
                            group,
                            group.name(),
                            from,
                            to,
                            group.classes().draw(classes),
                            port,
                            List.of(),
                            group.start().nanos(),
                            0,
                            connection.sends().stream().map(matching.program()::bytes).toList(),
                            List.of(),
                            paths.ideal(group.way(), from, to, port)));
        }
        programs.addAll(PlannedProgram.all(group, pattern, matching, firstId, programs.size() + 1));
    }

    private TrafficFlow message(PlannedFlow flow) {
        TrafficFlow.Builder message =
                TrafficFlow.newBuilder()
                        .setFlowId(flow.flowId())
                        .setGroup(flow.reportedAs())
                        .setDstIpv4(Ipv4Address.octets(Topology.ipv4Of(flow.to())))
                        .setDstHostId(flow.to().deviceId())
                        .setUdpSourcePort(flow.udpSourcePort())
                        .setTrafficClass(flow.trafficClass())
                        .setStartNs(flow.startNanos())
                        .setStopNs(flow.group().stop().nanos())
                        .setBaseRttNs(paths.baseRttNanos(flow))
                        .setSlowestBitsPerSecond(paths.slowestBitsPerSecond(flow))
                        .addAllSourceRoute(flow.sourceRoute())
                        .addAllAfterFlowIds(flow.after());
        if (asksForWays.contains(flow.from())) {
            for (PortRef port : paths.egressPorts(flow)) {
                message.addWay(DataPlane.root(port.node().deviceId(), port.port()));
            }
        }
        setPattern(message, flow);
        return message.build();
    }

    private static void setPattern(TrafficFlow.Builder message, PlannedFlow flow) {
        TrafficPattern pattern = flow.group().pattern();
        if (pattern instanceof TrafficPattern.Latency latency) {
            message.setLatency(
                    LatencyPattern.newBuilder()
                            .setMessageBytes(latency.size().bytes())
                            .setIterations(latency.iterations())
                            .setGapNs(latency.gap().nanos()));
        } else if (pattern instanceof TrafficPattern.Bandwidth bandwidth) {
            message.setBandwidth(
                    BandwidthPattern.newBuilder()
                            .setMessageBytes(bandwidth.size().bytes())
                            .setTxDepth(bandwidth.txDepth())
                            .setIterations(bandwidth.iterations()));
        } else if (pattern instanceof TrafficPattern.Programmed programmed) {
            ScheduledPattern.Builder messages = ScheduledPattern.newBuilder().setByProgram(true);
            for (long iteration = 0; iteration < programmed.iterations(); iteration++) {
                messages.addAllMessageBytes(flow.programmed());
            }
            message.setScheduled(messages);
        } else {
            // Posted as soon as the flow starts.
            message.setScheduled(
                    ScheduledPattern.newBuilder().addPostNs(0).addMessageBytes(flow.bytes()));
        }
    }
}
