package io.losslab.configs.plan;

import com.google.protobuf.ByteString;
import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.PortChoice;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.flow.CellRandom;
import io.losslab.configs.plan.flow.EcmpMember;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostRoute;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Routes and hash seeds of the devices that choose ports: switches, and hosts with several. */
final class RoutePlanner {
    private final Setup setup;
    private final Map<Node, Integer> ecmpSeeds = new HashMap<>();

    /**
     * Makes a planner.
     *
     * @param seed of the cell
     */
    RoutePlanner(Setup setup, long seed) {
        this.setup = setup;
        for (Node node : setup.network().topology().nodes()) {
            if (choosesPorts(node)) {
                ecmpSeeds.put(node, CellRandom.of(seed, "ecmp " + node.name()).nextInt());
            }
        }
    }

    /** Routes to all hosts that can be reached; none for a host with one port. */
    List<Route> routes(Node node) {
        List<Route> routes = new ArrayList<>();
        if (choosesPorts(node)) {
            for (Node host : setup.network().topology().hosts()) {
                List<Integer> ports = setup.network().routing().ports(node, host);
                if (!ports.isEmpty()) {
                    routes.add(new Route(host, Topology.ipv4Of(host), ports));
                }
            }
        }
        return routes;
    }

    /** The hash of a device that chooses ports. */
    EcmpMember members(Node node) {
        FlowHash hash = setup.ecmpHash();
        int seed = ecmpSeeds.get(node);
        return (srcIp, dstIp, srcPort, dstPort, fanout) ->
                hash.member(seed, srcIp, dstIp, srcPort, dstPort, fanout);
    }

    /** The hash of a device that chooses ports, for the device; only switches balance packets. */
    EcmpConfig ecmp(Node node) {
        PortChoice choice = node.isSwitch() ? setup.portChoice() : PortChoice.BY_FLOW;
        return EcmpConfig.newBuilder()
                .setChoice(EcmpConfig.Choice.valueOf(choice.kind().name()))
                .setSamples(choice.samples())
                .setMemory(choice.memory())
                .setHash(
                        setup.ecmpHash() == FlowHash.CRC32
                                ? EcmpConfig.Hash.CRC32
                                : EcmpConfig.Hash.FNV1A)
                .setSeed(ecmpSeeds.get(node))
                .build();
    }

    /** Tells a host with several ports where to send, and a relaying one how much it may hold. */
    void configure(HostConfig.Builder config, Node host) {
        if (choosesPorts(host)) {
            config.setRelayBufferBytes(host.relays() ? host.buffer().bytes() : 0);
            config.setEcmp(ecmp(host));
            routes(host).forEach(route -> config.addRoutes(message(route)));
        }
    }

    private static boolean choosesPorts(Node node) {
        return node.isSwitch() || node.ports() > 1;
    }

    private static HostRoute message(Route route) {
        byte[] address = ByteBuffer.allocate(Integer.BYTES).putInt(route.ipv4()).array();
        return HostRoute.newBuilder()
                .setDstIpv4(ByteString.copyFrom(address))
                .addAllPorts(route.ports())
                .build();
    }
}
