package io.losslab.labs.backend.served;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.network.Network;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.flowcontrol.pfc.PfcType;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.services.control.BaseSettings;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is served.
 *
 * @param plans of the experiment whose network it is, one of each scheme, that of the served cell
 *     first; empty where there is only a network
 */
public record ServedNetwork(Network network, List<CellPlan> plans) {
    private static final int HOST_PREFIX_BITS = 32;

    public ServedNetwork {
        plans = List.copyOf(plans);
    }

    public Topology topology() {
        return network.topology();
    }

    /**
     * What a switch has that a run cannot set on most devices: memory, hash of equal-cost ports and
     * scheduler as the served cell has them, routes to all hosts.
     */
    public BaseSettings base(Node node) {
        return new BaseSettings(config(node).toBuilder().clearEcn().build(), routes(node));
    }

    /** The same with marking as the served cell has it. */
    public BaseSettings baseWithMarking(Node node) {
        return new BaseSettings(config(node), routes(node));
    }

    private SwitchConfig config(Node node) {
        return plans(node)
                .findFirst()
                .map(SwitchPlan::config)
                .orElseGet(
                        () ->
                                SwitchConfig.newBuilder()
                                        .setBufferBytes(node.buffer().bytes())
                                        .build());
    }

    private Map<RouteKey, List<Integer>> routes(Node node) {
        Map<RouteKey, List<Integer>> routes = new HashMap<>();
        for (Node host : topology().hosts()) {
            List<Integer> ports = network.routing().ports(node, host);
            if (!ports.isEmpty()) {
                routes.put(new RouteKey(0, Topology.ipv4Of(host), HOST_PREFIX_BITS), ports);
            }
        }
        return routes;
    }

    /** What the experiment asks of a switch, by scheme, the served cell's first. */
    public Stream<SwitchPlan> plans(Node node) {
        return plans.stream()
                .flatMap(plan -> plan.switches().stream())
                .filter(plan -> plan.node().equals(node));
    }

    /** PFC of a port, if the experiment asks for it there. */
    public static Optional<NamedScheme> pfc(PortFlowControl port) {
        return port.getSchemesList().stream()
                .filter(scheme -> scheme.getName().equals(PfcType.NAME))
                .findFirst();
    }
}
