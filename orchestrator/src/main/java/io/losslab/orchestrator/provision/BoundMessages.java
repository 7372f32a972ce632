package io.losslab.orchestrator.provision;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.driver.p4runtime.Route;
import io.losslab.orchestrator.binding.Binding;
import io.losslab.orchestrator.plan.HostPlan;
import io.losslab.orchestrator.plan.PlanJson;
import io.losslab.orchestrator.plan.SwitchPlan;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.orchestrator.testbed.Device;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostRoute;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.TrafficFlow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan's messages with the ids and ports of the devices they go to. Switches that share a device
 * make one message. Pure.
 */
final class BoundMessages {
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

    /** One configuration of all switches on a device; the first one's hash counts. */
    SwitchConfig switchConfig(Device device, List<SwitchPlan> plans) {
        if (binding.direct()) {
            return plans.get(0).config();
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
     * Routes of all switches on a device.
     *
     * @throws CommandFailure where two of them send one host different ways: a table that knows the
     *     destination only cannot hold that
     */
    List<Route> routes(Device device, List<SwitchPlan> plans) {
        Map<Integer, Route> byAddress = new LinkedHashMap<>();
        Map<Integer, Node> ownerOf = new LinkedHashMap<>();
        for (SwitchPlan plan : plans) {
            for (io.losslab.orchestrator.plan.Route planned : plan.routes()) {
                Route route = Route.toHost(planned.ipv4(), ports(plan.node(), planned.ports()));
                Route other = byAddress.putIfAbsent(planned.ipv4(), route);
                if (other != null && !other.equals(route)) {
                    throw new CommandFailure(
                            "%s holds %s and %s, which send %s (%s) different ways: %s and %s"
                                    .formatted(
                                            device.name(),
                                            ownerOf.get(planned.ipv4()).name(),
                                            plan.node().name(),
                                            planned.host().name(),
                                            PlanJson.ipv4(planned.ipv4()),
                                            other,
                                            route),
                            "the forwarding program matches the destination only: give each switch"
                                    + " a device, or use a program that matches the ingress port",
                            2,
                            null);
                }
                ownerOf.putIfAbsent(planned.ipv4(), plan.node());
            }
        }
        return List.copyOf(byAddress.values());
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
                flow.toBuilder().setDstHostId((int) binding.device(to).id()).clearSourceRoute();
        Node at = from;
        for (int port : flow.getSourceRouteList()) {
            bound.addSourceRoute(binding.devicePort(at, port));
            PortRef next = topology.linkAt(at, port).peerOf(at);
            at = next.node();
        }
        return bound.build();
    }
}
