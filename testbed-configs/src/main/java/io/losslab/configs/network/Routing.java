package io.losslab.configs.network;

import io.losslab.api.topology.BufferDependency;
import io.losslab.api.topology.BufferDependency.Channel;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntBiFunction;

/**
 * The equal-cost ports of every node to every host: shortest paths, unless the topology file says
 * otherwise. Immutable.
 */
public final class Routing {
    private final Topology topology;
    private final Map<Integer, Map<Integer, List<Integer>>> overrides;
    private final Set<Link> failed;

    /** By id of the host, then by that of the node; empty for what is no host. */
    private final List<List<List<Integer>>> portsByHost;

    /**
     * Computes routes.
     *
     * @param overrides ports by node id and host id that replace the shortest paths
     */
    public Routing(Topology topology, Map<Integer, Map<Integer, List<Integer>>> overrides) {
        this(topology, overrides, Set.of());
    }

    private Routing(
            Topology topology,
            Map<Integer, Map<Integer, List<Integer>>> overrides,
            Set<Link> failed) {
        this.topology = topology;
        this.overrides = overrides;
        this.failed = Set.copyOf(failed);
        this.portsByHost = new ArrayList<>(Collections.nCopies(topology.nodes().size(), List.of()));
        Map<Node, List<List<Integer>>> toSwitches = new HashMap<>();
        Map<List<Integer>, List<Integer>> shared = new HashMap<>();
        for (Node host : topology.hosts()) {
            List<List<Integer>> ports = nextHopsTo(host, failed, toSwitches, shared);
            overrides.forEach(
                    (nodeId, byHost) -> {
                        Node at = topology.nodes().get(nodeId);
                        List<Integer> left =
                                byHost.getOrDefault(host.id(), List.of()).stream()
                                        .filter(port -> !failed.contains(topology.linkAt(at, port)))
                                        .toList();
                        if (!left.isEmpty()) {
                            ports.set(nodeId, left);
                        }
                    });
            portsByHost.set(host.id(), Collections.unmodifiableList(ports));
        }
    }

    /**
     * The next hops to a host, by node id. Hosts with one port share what leads to their switch.
     *
     * @param toSwitches the next hops to switches that were asked for before
     * @param shared maps each list of ports to the one instance that is used for it
     */
    private List<List<Integer>> nextHopsTo(
            Node host,
            Set<Link> failed,
            Map<Node, List<List<Integer>>> toSwitches,
            Map<List<Integer>, List<Integer>> shared) {
        if (host.ports() != 1
                || !topology.peerAt(host, 1).isSwitch()
                || failed.contains(topology.linkAt(host, 1))) {
            return new ArrayList<>(topology.nextHopsTo(host, failed));
        }
        PortRef behind = topology.linkAt(host, 1).peerOf(host);
        List<List<Integer>> ports =
                new ArrayList<>(
                        toSwitches.computeIfAbsent(
                                behind.node(),
                                node ->
                                        topology.nextHopsTo(node, failed).stream()
                                                .map(list -> shared.computeIfAbsent(list, l -> l))
                                                .toList()));
        ports.set(behind.node().id(), shared.computeIfAbsent(List.of(behind.port()), l -> l));
        ports.set(host.id(), List.of());
        return ports;
    }

    /**
     * The routes that are left when links fail: ports of failed links are in no set, and shortest
     * paths avoid them. Where the topology file names only such ports, the shortest paths hold.
     */
    public Routing without(Set<Link> failed) {
        return new Routing(topology, overrides, failed);
    }

    /** Whether no frame can cross a link. */
    public boolean isDown(Link link) {
        return failed.contains(link);
    }

    /** Ports towards a host in ascending order; empty where there is no way. */
    public List<Integer> ports(Node at, Node host) {
        return portsByHost.get(host.id()).get(at.id());
    }

    /** The first {@link #fault} on the ways of several hosts to one; itself does not count. */
    public Optional<String> fault(List<Node> senders, Node to) {
        boolean[] cleared = new boolean[topology.nodes().size()];
        Deque<Node> way = new ArrayDeque<>();
        for (Node from : senders) {
            Optional<String> fault = walk(from, to, way, cleared);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    /**
     * Links of one of the paths between two hosts, the one that takes the first port everywhere.
     *
     * @throws IllegalStateException where {@link #fault} finds one
     */
    public List<Link> path(Node from, Node to) {
        List<Link> path = new ArrayList<>();
        Node at = from;
        while (!at.equals(to)) {
            List<Integer> ports = ports(at, to);
            if (ports.isEmpty() || path.size() > topology.nodes().size()) {
                throw new IllegalStateException("no path from " + from.name() + " to " + to.name());
            }
            Link link = topology.linkAt(at, ports.get(0));
            path.add(link);
            at = link.peerOf(at).node();
        }
        return path;
    }

    /**
     * Hosts that pass a frame on along {@link #path}.
     *
     * @throws IllegalStateException where {@link #fault} finds one
     */
    public int relays(Node from, Node to) {
        int hosts = 0;
        Node at = from;
        for (Link link : path(from, to)) {
            at = link.peerOf(at).node();
            hosts += at.isHost() ? 1 : 0;
        }
        return hosts - 1;
    }

    /**
     * What keeps frames of {@code from} from reaching a host by some equal-cost choice: a loop, a
     * dead end, a host on the way that does not relay. Empty where every choice gets there.
     */
    public Optional<String> fault(Node from, Node to) {
        return walk(from, to, new ArrayDeque<>(), new boolean[topology.nodes().size()]);
    }

    /**
     * Adds which links frames between two hosts take one after the other, over every equal-cost
     * choice; there must be no {@link #fault}.
     *
     * @param priority that {@code from} sends with
     * @param behind priority of a frame behind a device, by the device and its priority before
     */
    public void addTo(
            BufferDependency dependency,
            Node from,
            Node to,
            int priority,
            ToIntBiFunction<Node, Integer> behind) {
        Set<Channel> seen = new HashSet<>();
        Deque<Channel> open = new ArrayDeque<>();
        for (int port : ports(from, to)) {
            open.add(new Channel(new PortRef(from, port), priority));
        }
        while (!open.isEmpty()) {
            Channel channel = open.remove();
            Node sender = channel.port().node();
            Node at = topology.peerAt(sender, channel.port().port());
            if (!seen.add(channel) || at.equals(to)) {
                continue;
            }
            int onwards = behind.applyAsInt(at, channel.priority());
            for (int port : ports(at, to)) {
                Channel next = new Channel(new PortRef(at, port), onwards);
                dependency.add(channel, next);
                open.add(next);
            }
        }
    }

    /** Depth first; {@code cleared} marks nodes from which every choice is known to arrive. */
    private Optional<String> walk(Node at, Node to, Deque<Node> way, boolean[] cleared) {
        if (at.id() == to.id() || cleared[at.id()]) {
            return Optional.empty();
        }
        if (way.contains(at)) {
            return Optional.of("routing loop: " + print(way, at));
        }
        way.addLast(at);
        List<Integer> ports = ports(at, to);
        if (ports.isEmpty()) {
            String fault =
                    way.size() == 1
                            ? "there is no path from " + at.name() + " to " + to.name()
                            : "the routes have a dead end at " + at.name() + ": " + print(way, to);
            return Optional.of(fault);
        }
        for (int port : ports) {
            Node next = topology.peerAt(at, port);
            if (!next.forwards() && next.id() != to.id()) {
                return Optional.of(
                        "the routes lead through host " + next.name() + ", which does not forward");
            }
            Optional<String> fault = walk(next, to, way, cleared);
            if (fault.isPresent()) {
                return fault;
            }
        }
        way.removeLast();
        cleared[at.id()] = true;
        return Optional.empty();
    }

    private static String print(Deque<Node> way, Node last) {
        StringBuilder text = new StringBuilder();
        way.forEach(node -> text.append(node.name()).append(" -> "));
        return text.append(last.name()).toString();
    }
}
