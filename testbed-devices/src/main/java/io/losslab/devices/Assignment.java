package io.losslab.devices;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.HostPlan;
import io.losslab.configs.plan.RoutePrefix;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.Route;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Trait;
import io.losslab.proto.v1.ClassMapEntry;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostRoute;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.TrafficFlow;
import io.losslab.roce.service.SchemeChoice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * What a cell asks of one device: the nodes that stand on it, and the plan's messages to them with
 * the device's ids and ports. Switches that share a device make one message. Pure.
 */
public final class Assignment {
    /** Numbers of logical switches have eight bits, and 0 is a device that is one. */
    private static final int MOST_SWITCHES = 255;

    private final CellPlan cell;
    private final Binding binding;
    private final Device device;
    private final Optional<HostPlan> host;
    private final List<SwitchPlan> switches;

    private Assignment(
            CellPlan cell,
            Binding binding,
            Device device,
            Optional<HostPlan> host,
            List<SwitchPlan> switches) {
        this.cell = cell;
        this.binding = binding;
        this.device = device;
        this.host = host;
        this.switches = List.copyOf(switches);
    }

    /** What a cell asks of the device that is a host. */
    public static Assignment ofHost(CellPlan cell, Binding binding, HostPlan host) {
        return new Assignment(
                cell, binding, binding.device(host.node()), Optional.of(host), List.of());
    }

    /** What a cell asks of a device on which switches stand. */
    public static Assignment ofSwitches(CellPlan cell, Binding binding, Device device) {
        List<Node> nodes = binding.nodesOn(device);
        List<SwitchPlan> switches =
                cell.switches().stream().filter(each -> nodes.contains(each.node())).toList();
        return new Assignment(cell, binding, device, Optional.empty(), switches);
    }

    /** The same with changed plans of its switches. */
    public Assignment mapped(UnaryOperator<SwitchPlan> change) {
        return new Assignment(cell, binding, device, host, switches.stream().map(change).toList());
    }

    public CellPlan cell() {
        return cell;
    }

    public Binding binding() {
        return binding;
    }

    public Device device() {
        return device;
    }

    /** Switches that stand on the device, in the topology's order. */
    public List<SwitchPlan> switches() {
        return switches;
    }

    /** The link of a port that has flow control, as that sees it. */
    public LinkProfile link(PortRef port) {
        return cell.setup().controlsByPort().get(port).get(0).profile();
    }

    /** How the testbed tells traffic classes apart. */
    public ClassMap classes() {
        return binding.testbed().classes();
    }

    /** The plan of the host that stands on the device, in the topology's ids and ports. */
    public HostPlan host() {
        return host.orElseThrow();
    }

    /**
     * What the host that stands on the device is to be.
     *
     * @throws CommandFailure where its agent cannot tell classes apart as the testbed does
     */
    public HostConfig hostConfig() {
        HostPlan plan = host.orElseThrow();
        requireOwnNumbers();
        HostConfig config = binding.direct() ? plan.config() : bound(plan);
        return marked(config, classes());
    }

    private HostConfig bound(HostPlan plan) {
        Node node = plan.node();
        HostConfig.Builder config =
                plan.config().toBuilder().setHostId(device.id()).clearPorts().clearRoutes();
        plan.config().getPortsList().forEach(port -> config.addPorts(port(node, port)));
        for (HostRoute route : plan.config().getRoutesList()) {
            config.addRoutes(
                    route.toBuilder().clearPorts().addAllPorts(ports(node, route.getPortsList())));
        }
        return config.build();
    }

    /** A host's configuration by which it marks classes as a testbed does. */
    public static HostConfig marked(HostConfig plain, ClassMap classes) {
        if (classes.equals(ClassMap.STANDARD)) {
            return plain;
        }
        HostConfig.Builder config = plain.toBuilder().clearClassMap();
        for (int number = 0; number < ClassMap.CLASSES; number++) {
            config.addClassMap(
                    ClassMapEntry.newBuilder()
                            .setTrafficClass(number)
                            .setQueue(number)
                            .setDscp(classes.of(number).dscp()));
        }
        return config.build();
    }

    /** What the host sends. */
    public StartTrafficRequest traffic() {
        HostPlan plan = host.orElseThrow();
        if (binding.direct()) {
            return plan.traffic();
        }
        StartTrafficRequest.Builder request =
                plan.traffic().toBuilder().setHostId(device.id()).clearFlows();
        plan.traffic().getFlowsList().forEach(flow -> request.addFlows(flow(plan.node(), flow)));
        return request.build();
    }

    /**
     * One configuration of all switches on a device; the first one's hash counts.
     *
     * @throws CommandFailure where they run a scheme that must have a device for itself, or cannot
     *     tell classes apart as the testbed does
     */
    public SwitchConfig switchConfig() {
        requireOwnNumbers();
        if (binding.direct()) {
            return switches.get(0).config();
        }
        if (switches.size() > 1) {
            switches.forEach(this::requireSharing);
        }
        SwitchConfig.Builder config =
                switches.get(0).config().toBuilder()
                        .setDeviceId(device.id())
                        .setBufferBytes(0)
                        .clearPorts()
                        .clearEcn();
        List<PortFlowControl> ports = new ArrayList<>();
        for (SwitchPlan plan : switches) {
            SwitchConfig part = plan.config();
            config.setBufferBytes(config.getBufferBytes() + part.getBufferBytes());
            config.setChargePauses(config.getChargePauses() || part.getChargePauses());
            part.getPortsList().forEach(port -> ports.add(port(plan.node(), port)));
            part.getEcnMap()
                    .forEach(
                            (port, ecn) ->
                                    config.putEcn(binding.devicePort(plan.node(), port), ecn));
        }
        ports.sort(Comparator.comparingInt(PortFlowControl::getPort));
        return config.addAllPorts(ports).build();
    }

    /** What a coprocessor is to run at the device's ports. */
    public List<SetBifrostRequest> bifrost() {
        List<SetBifrostRequest> requests = new ArrayList<>();
        for (SwitchPlan plan : switches) {
            for (SetBifrostRequest request : plan.bifrost()) {
                SetBifrostRequest.Builder bound = request.toBuilder();
                bound.getPortBuilder()
                        .setDeviceId(device.id())
                        .setPort(binding.devicePort(plan.node(), request.getPort().getPort()));
                requests.add(bound.build());
            }
        }
        return requests;
    }

    /**
     * The logical switch of every port in use, in port order; none where the device is one switch.
     *
     * @throws CommandFailure where there are more switches than numbers for them
     */
    public Map<Integer, Integer> logicalSwitches() {
        Map<Integer, Integer> byPort = new TreeMap<>();
        if (switches.size() == 1) {
            return byPort;
        }
        if (switches.size() > MOST_SWITCHES) {
            throw CommandFailure.usage(
                    "%s is mapped to %d switches, but a device supports %d"
                            .formatted(device.name(), switches.size(), MOST_SWITCHES),
                    "map some of them to other devices");
        }
        for (SwitchPlan plan : switches) {
            for (int port = 1; port <= plan.node().ports(); port++) {
                byPort.put(binding.devicePort(plan.node(), port), number(plan));
            }
        }
        return byPort;
    }

    /** Routes of all switches on a device, each in its logical switch where there are several. */
    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (SwitchPlan plan : switches) {
            for (RoutePrefix planned : RoutePrefix.of(binding.topology().hosts(), plan.routes())) {
                routes.add(
                        new Route(
                                number(plan),
                                planned.ipv4(),
                                planned.bits(),
                                ports(plan.node(), planned.ports())));
            }
        }
        return routes;
    }

    /** What the hash of flows begins with, by logical switch; switch 0 where there is only one. */
    public Map<Integer, Integer> hashSeeds() {
        Map<Integer, Integer> seeds = new TreeMap<>();
        switches.forEach(plan -> seeds.put(number(plan), plan.config().getEcmp().getSeed()));
        return seeds;
    }

    /** Number of a switch on its device: from 1 in node order, 0 where it is the only one. */
    private int number(SwitchPlan plan) {
        return switches.size() == 1 ? 0 : switches.indexOf(plan) + 1;
    }

    /** Agents and software switches know a class by one number only, and its DSCP. */
    private void requireOwnNumbers() {
        classes()
                .renumbered()
                .ifPresent(
                        number -> {
                            throw CommandFailure.usage(
                                    "%s uses PCP, queue, and priority group %d for traffic class %d, but 'classes' of testbed %s assigns others"
                                            .formatted(
                                                    device.name(),
                                                    number,
                                                    number,
                                                    binding.testbed().name()),
                                    "set only 'dscp' of class %d".formatted(number));
                        });
    }

    private void requireSharing(SwitchPlan plan) {
        for (PortFlowControl port : plan.config().getPortsList()) {
            for (NamedScheme scheme : port.getSchemesList()) {
                if (SchemeChoice.of(scheme).type().has(Trait.NEEDS_WHOLE_DEVICE)) {
                    throw CommandFailure.usage(
                            "%s is mapped to several switches, including %s, but %s treats all ports of a device as one switch"
                                    .formatted(device.name(), plan.node().name(), scheme.getName()),
                            "map %s to a device of its own, or choose another scheme"
                                    .formatted(plan.node().name()));
                }
            }
        }
    }

    private PortFlowControl port(Node node, PortFlowControl port) {
        return port.toBuilder().setPort(binding.devicePort(node, port.getPort())).build();
    }

    private List<Integer> ports(Node node, List<Integer> ports) {
        return ports.stream().map(port -> binding.devicePort(node, port)).toList();
    }

    private TrafficFlow flow(Node from, TrafficFlow flow) {
        Topology topology = binding.topology();
        Node to = topology.nodes().get(flow.getDstHostId() - 1);
        TrafficFlow.Builder bound =
                flow.toBuilder()
                        .setDstHostId((int) binding.device(to).id())
                        .clearSourceRoute()
                        .clearWay();
        Node at = from;
        for (int port : flow.getSourceRouteList()) {
            bound.addSourceRoute(binding.devicePort(at, port));
            at = topology.peerAt(at, port);
        }
        for (long egress : flow.getWayList()) {
            Node node = topology.nodes().get((int) (egress >>> 32) - 1);
            int port = binding.devicePort(node, (int) egress);
            bound.addWay(DataPlane.root((int) binding.device(node).id(), port));
        }
        return bound.build();
    }
}
