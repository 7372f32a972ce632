package io.losslab.orchestrator.provision;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.testbed.Device;
import io.losslab.driver.p4runtime.Route;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.orchestrator.binding.Binding;
import io.losslab.orchestrator.plan.HostPlan;
import io.losslab.orchestrator.plan.SwitchPlan;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostRoute;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.TrafficFlow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A plan's messages with the ids and ports of the devices they go to. Switches that share a device
 * make one message. Pure.
 */
final class BoundMessages {
    /** Numbers of logical switches have eight bits, and 0 is a device that is one. */
    private static final int MOST_SWITCHES = 255;

    private final Binding binding;

    BoundMessages(Binding binding) {
        this.binding = binding;
    }

    HostConfig host(HostPlan plan) {
        Node node = plan.node();
        if (binding.direct()) {
            return plan.config();
        }
        HostConfig.Builder config =
                plan.config().toBuilder()
                        .setHostId(binding.device(node).id())
                        .clearPorts()
                        .clearRoutes();
        plan.config().getPortsList().forEach(port -> config.addPorts(port(node, port)));
        for (HostRoute route : plan.config().getRoutesList()) {
            config.addRoutes(
                    route.toBuilder().clearPorts().addAllPorts(ports(node, route.getPortsList())));
        }
        return config.build();
    }

    StartTrafficRequest traffic(HostPlan plan) {
        if (binding.direct()) {
            return plan.traffic();
        }
        StartTrafficRequest.Builder request =
                StartTrafficRequest.newBuilder().setHostId(binding.device(plan.node()).id());
        plan.traffic().getFlowsList().forEach(flow -> request.addFlows(flow(plan.node(), flow)));
        return request.build();
    }

    /**
     * One configuration of all switches on a device; the first one's hash counts.
     *
     * @throws CommandFailure where they run a scheme that must have a device for itself
     */
    SwitchConfig switchConfig(Device device, List<SwitchPlan> plans) {
        if (binding.direct()) {
            return plans.get(0).config();
        }
        if (plans.size() > 1) {
            plans.forEach(plan -> requireSharing(device, plan));
        }
        SwitchConfig.Builder config =
                plans.get(0).config().toBuilder()
                        .setDeviceId(device.id())
                        .setBufferBytes(0)
                        .clearPorts()
                        .clearEcn();
        List<PortFlowControl> ports = new ArrayList<>();
        for (SwitchPlan plan : plans) {
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

    List<SetBifrostRequest> bifrost(Device device, List<SwitchPlan> plans) {
        List<SetBifrostRequest> requests = new ArrayList<>();
        for (SwitchPlan plan : plans) {
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
    Map<Integer, Integer> logicalSwitches(Device device, List<SwitchPlan> plans) {
        Map<Integer, Integer> byPort = new TreeMap<>();
        if (plans.size() == 1) {
            return byPort;
        }
        if (plans.size() > MOST_SWITCHES) {
            throw CommandFailure.usage(
                    "%s is to be %d switches, and a device can be %d"
                            .formatted(device.name(), plans.size(), MOST_SWITCHES),
                    "place some of them on other devices");
        }
        for (SwitchPlan plan : plans) {
            for (int port = 1; port <= plan.node().ports(); port++) {
                byPort.put(binding.devicePort(plan.node(), port), number(plans, plan));
            }
        }
        return byPort;
    }

    /** Routes of all switches on a device, each in its logical switch where there are several. */
    List<Route> routes(List<SwitchPlan> plans) {
        List<Route> routes = new ArrayList<>();
        for (SwitchPlan plan : plans) {
            for (io.losslab.orchestrator.plan.Route planned : plan.routes()) {
                routes.add(
                        Route.toHost(planned.ipv4(), ports(plan.node(), planned.ports()))
                                .in(number(plans, plan)));
            }
        }
        return routes;
    }

    /** Number of a switch on its device: from 1 in node order, 0 where it is the only one. */
    private static int number(List<SwitchPlan> plans, SwitchPlan plan) {
        return plans.size() == 1 ? 0 : plans.indexOf(plan) + 1;
    }

    private static void requireSharing(Device device, SwitchPlan plan) {
        for (PortFlowControl port : plan.config().getPortsList()) {
            for (NamedScheme scheme : port.getNamedList()) {
                if (!SchemeTypes.find(scheme.getName())
                        .map(SchemeType::sharesDevice)
                        .orElse(true)) {
                    throw CommandFailure.usage(
                            "%s is several switches, %s among them, and %s takes all ports of a device for one switch"
                                    .formatted(device.name(), plan.node().name(), scheme.getName()),
                            "place %s on a device of its own, or choose another scheme"
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
            PortRef next = topology.linkAt(at, port).peerOf(at);
            at = next.node();
        }
        for (long egress : flow.getWayList()) {
            Node node = topology.nodes().get((int) (egress >>> 32) - 1);
            int port = binding.devicePort(node, (int) egress);
            bound.addWay(DataPlane.root((int) binding.device(node).id(), port));
        }
        return bound.build();
    }
}
