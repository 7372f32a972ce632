package io.losslab.configs.plan.flow;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.network.Network;
import io.losslab.configs.traffic.FlowWay;
import io.losslab.configs.traffic.TrafficGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Chooses the ways of flows, and says how long messages take there at best. For one cell. */
final class FlowPaths {
    private final Network network;
    private final int mtuBytes;
    private final Function<Node, EcmpMember> members;
    private final Map<List<Link>, IdealCompletion> idealByPath = new HashMap<>();

    /**
     * Makes a chooser.
     *
     * @param members the hash of a node
     */
    FlowPaths(Network network, int mtuBytes, Function<Node, EcmpMember> members) {
        this.network = network;
        this.mtuBytes = mtuBytes;
        this.members = members;
    }

    /**
     * A UDP source port that leads a flow its way.
     *
     * @param spread how many flows of the group each switch has spread so far
     * @throws NoSourcePortException where no port does
     */
    int sourcePort(
            TrafficGroup group,
            Node from,
            Node to,
            Map<Node, Integer> spread,
            SplittableRandom random) {
        return switch (group.way().choice()) {
            case SPREAD -> spreadPort(from, to, spread, random);
            case VIA -> viaPort(group, from, to, random);
            case HASH, PATH -> EcmpSpread.FIRST_PORT + random.nextInt(EcmpSpread.PORTS);
        };
    }

    /** Egress ports along a way that names its nodes; empty for any other. */
    List<Integer> sourceRoute(FlowWay way) {
        if (way.choice() != FlowWay.Choice.PATH) {
            return List.of();
        }
        List<Integer> ports = new ArrayList<>();
        Node at = way.nodes().get(0);
        for (Link link : links(way.nodes())) {
            ports.add(link.endAt(at).port());
            at = link.peerOf(at).node();
        }
        return ports;
    }

    /** Ideal completion on a flow's way. */
    IdealCompletion ideal(FlowWay way, Node from, Node to, int udpSourcePort) {
        return switch (way.choice()) {
            case PATH -> ideal(from, links(way.nodes()));
            case VIA, HASH, SPREAD -> ideal(from, path(from, to, udpSourcePort));
        };
    }

    /** Links that a flow with a source port takes. */
    List<Link> path(Node from, Node to, int udpSourcePort) {
        List<Link> path = new ArrayList<>();
        Node at = from;
        while (!at.equals(to)) {
            List<Integer> ports = network.routing().ports(at, to);
            int member =
                    ports.size() == 1
                            ? 0
                            : members.apply(at)
                                    .member(
                                            Topology.ipv4Of(from),
                                            Topology.ipv4Of(to),
                                            udpSourcePort,
                                            FlowHash.ROCE_PORT,
                                            ports.size());
            Link link = network.topology().linkAt(at, ports.get(member));
            path.add(link);
            at = link.peerOf(at).node();
        }
        return path;
    }

    /** Ports by which a flow leaves devices, the sender's first. */
    List<PortRef> egressPorts(PlannedFlow flow) {
        List<PortRef> ports = new ArrayList<>();
        Node at = flow.from();
        for (Link link : path(flow)) {
            ports.add(link.endAt(at));
            at = link.peerOf(at).node();
        }
        return ports;
    }

    /** Round trip of a longest frame and its ACK on a flow's way while nothing waits. */
    long baseRttNanos(PlannedFlow flow) {
        List<Link> back = path(flow.to(), flow.from(), flow.udpSourcePort());
        double nanos =
                travelNanos(flow.from(), path(flow), RoceFrame.maxFrameBytes(mtuBytes))
                        + travelNanos(flow.to(), back, RoceFrame.ackFrameBytes());
        return (long) Math.ceil(nanos);
    }

    long slowestBitsPerSecond(PlannedFlow flow) {
        return path(flow).stream()
                .mapToLong(link -> link.rate().bitsPerSecond())
                .min()
                .orElseThrow();
    }

    private List<Link> path(PlannedFlow flow) {
        return flow.group().way().choice() == FlowWay.Choice.PATH
                ? links(flow.group().way().nodes())
                : path(flow.from(), flow.to(), flow.udpSourcePort());
    }

    private static double travelNanos(Node from, List<Link> path, int frameBytes) {
        double sum = 0;
        Node at = from;
        for (Link link : path) {
            at = link.peerOf(at).node();
            sum += 8e9 * RoceFrame.wireBytes(frameBytes) / link.rate().bitsPerSecond();
            sum += link.delay().nanos() + (at.isSwitch() ? at.pipeline().nanos() : 0);
        }
        return sum;
    }

    private IdealCompletion ideal(Node from, List<Link> path) {
        return idealByPath.computeIfAbsent(
                path, links -> new IdealCompletion(mtuBytes, from, links));
    }

    private int spreadPort(Node from, Node to, Map<Node, Integer> spread, SplittableRandom random) {
        Node at = from;
        for (Link link : network.routing().path(from, to)) {
            int fanout = network.routing().ports(at, to).size();
            if (fanout > 1) {
                return new EcmpSpread(members.apply(at))
                        .port(
                                random,
                                Topology.ipv4Of(from),
                                Topology.ipv4Of(to),
                                (spread.merge(at, 1, Integer::sum) - 1) % fanout,
                                fanout);
            }
            at = link.peerOf(at).node();
        }
        return EcmpSpread.FIRST_PORT + random.nextInt(EcmpSpread.PORTS);
    }

    private int viaPort(TrafficGroup group, Node from, Node to, SplittableRandom random) {
        List<Node> via = group.way().nodes();
        int start = random.nextInt(EcmpSpread.PORTS);
        for (int i = 0; i < EcmpSpread.PORTS; i++) {
            int port = EcmpSpread.FIRST_PORT + (start + i) % EcmpSpread.PORTS;
            if (passes(path(from, to, port), from, via)) {
                return port;
            }
        }
        throw new NoSourcePortException(
                "traffic group '%s': no UDP source port leads from %s to %s via %s"
                        .formatted(
                                group.name(),
                                from.name(),
                                to.name(),
                                via.stream().map(Node::name).collect(Collectors.joining(", "))));
    }

    private static boolean passes(List<Link> path, Node from, List<Node> via) {
        int passed = via.get(0).equals(from) ? 1 : 0;
        Node at = from;
        for (Link link : path) {
            at = link.peerOf(at).node();
            if (passed < via.size() && via.get(passed).equals(at)) {
                passed++;
            }
        }
        return passed == via.size();
    }

    private List<Link> links(List<Node> nodes) {
        List<Link> links = new ArrayList<>();
        for (int i = 1; i < nodes.size(); i++) {
            links.add(network.link(nodes.get(i - 1), nodes.get(i)).orElseThrow());
        }
        return links;
    }
}
