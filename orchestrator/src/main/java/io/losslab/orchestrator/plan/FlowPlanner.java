package io.losslab.orchestrator.plan;

import com.google.protobuf.ByteString;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.orchestrator.experiment.Setup;
import io.losslab.orchestrator.experiment.TrafficGroup;
import io.losslab.orchestrator.experiment.TrafficGroup.Ecmp;
import io.losslab.orchestrator.experiment.TrafficGroup.Kind;
import io.losslab.orchestrator.network.Routing;
import io.losslab.proto.v1.BandwidthPattern;
import io.losslab.proto.v1.LatencyPattern;
import io.losslab.proto.v1.TrafficFlow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Makes a cell's queue pairs and the messages that start them. For one cell. */
final class FlowPlanner {
    private final Setup setup;
    private final long seed;
    private final Function<Node, EcmpMember> members;
    private final Map<List<Node>, IdealCompletion> ideals = new HashMap<>();

    /**
     * Makes a planner.
     *
     * @param members the hash of a switch
     */
    FlowPlanner(Setup setup, long seed, Function<Node, EcmpMember> members) {
        this.setup = setup;
        this.seed = seed;
        this.members = members;
    }

    List<PlannedFlow> flows() {
        List<PlannedFlow> flows = new ArrayList<>();
        for (TrafficGroup group : setup.traffic()) {
            SplittableRandom random = CellRandom.of(seed, "traffic " + group.name());
            for (int i = 0; i < group.flows(); i++) {
                Node from = group.from().get(i % group.from().size());
                int port = sourcePort(group, from, i, random);
                flows.add(
                        new PlannedFlow(
                                flows.size() + 1,
                                group,
                                from,
                                group.to(),
                                port,
                                ideal(from, group)));
            }
        }
        return flows;
    }

    /** Messages by sender. */
    Map<Node, List<TrafficFlow>> messages(List<PlannedFlow> flows) {
        Map<Node, List<TrafficFlow>> messages = new LinkedHashMap<>();
        for (PlannedFlow flow : flows) {
            messages.computeIfAbsent(flow.from(), node -> new ArrayList<>()).add(message(flow));
        }
        return messages;
    }

    private int sourcePort(TrafficGroup group, Node from, int index, SplittableRandom random) {
        if (group.ecmp() == Ecmp.SPREAD) {
            Routing routing = setup.network().routing();
            Node at = from;
            for (Link link : routing.path(from, group.to())) {
                int fanout = routing.ports(at, group.to()).size();
                if (fanout > 1) {
                    return new EcmpSpread(members.apply(at))
                            .port(
                                    random,
                                    Topology.ipv4Of(from),
                                    Topology.ipv4Of(group.to()),
                                    index % fanout,
                                    fanout);
                }
                at = link.peerOf(at).node();
            }
        }
        return EcmpSpread.FIRST_PORT + random.nextInt(EcmpSpread.PORTS);
    }

    private IdealCompletion ideal(Node from, TrafficGroup group) {
        return ideals.computeIfAbsent(
                List.of(from, group.to()),
                ends ->
                        new IdealCompletion(
                                setup.hosts().mtuBytes(),
                                from,
                                setup.network().routing().path(from, group.to())));
    }

    private static TrafficFlow message(PlannedFlow flow) {
        TrafficGroup group = flow.group();
        TrafficFlow.Builder message =
                TrafficFlow.newBuilder()
                        .setFlowId(flow.flowId())
                        .setGroup(group.name())
                        .setDstIpv4(octets(Topology.ipv4Of(flow.to())))
                        .setDstHostId(flow.to().deviceId())
                        .setUdpSourcePort(flow.udpSourcePort())
                        .setTrafficClass(group.trafficClass())
                        .setStartNs(group.start().nanos())
                        .setStopNs(group.stop().nanos());
        if (group.kind() == Kind.LATENCY) {
            message.setLatency(
                    LatencyPattern.newBuilder()
                            .setMessageBytes(group.size().bytes())
                            .setIterations(group.iterations())
                            .setGapNs(group.gap().nanos()));
        } else {
            message.setBandwidth(
                    BandwidthPattern.newBuilder()
                            .setMessageBytes(group.size().bytes())
                            .setTxDepth(group.txDepth())
                            .setIterations(group.iterations()));
        }
        return message.build();
    }

    private static ByteString octets(int ipv4) {
        byte[] octets = new byte[4];
        for (int i = 0; i < 4; i++) {
            octets[i] = (byte) (ipv4 >>> 24 - 8 * i);
        }
        return ByteString.copyFrom(octets);
    }
}
