package io.losslab.api.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The graph of an experiment. Immutable; made by {@link TopologyBuilder}. */
public final class Topology {
    private final String name;
    private final List<Node> nodes;
    private final List<Node> hosts;
    private final List<Node> switches;
    private final List<Link> links;
    private final Map<String, Node> byName = new TreeMap<>();
    private final Link[][] linkByPort;

    /** Id of the node behind a port, by node id and port. */
    private final int[][] peerByPort;

    Topology(String name, List<Node> nodes, List<Link> links) {
        this.name = name;
        this.nodes = List.copyOf(nodes);
        this.hosts = nodes.stream().filter(Node::isHost).toList();
        this.switches = nodes.stream().filter(Node::isSwitch).toList();
        this.links = List.copyOf(links);
        this.linkByPort = new Link[nodes.size()][];
        this.peerByPort = new int[nodes.size()][];
        for (Node node : nodes) {
            byName.put(node.name(), node);
            linkByPort[node.id()] = new Link[node.ports() + 1];
            peerByPort[node.id()] = new int[node.ports() + 1];
            peerByPort[node.id()][0] = -1;
        }
        for (Link link : links) {
            plug(link, link.a(), link.b());
            plug(link, link.b(), link.a());
        }
    }

    private void plug(Link link, PortRef end, PortRef peer) {
        linkByPort[end.node().id()][end.port()] = link;
        peerByPort[end.node().id()][end.port()] = peer.node().id();
    }

    public String name() {
        return name;
    }

    /** The same graph under another name. */
    public Topology named(String newName) {
        return new Topology(newName, nodes, links);
    }

    public List<Node> nodes() {
        return nodes;
    }

    public List<Link> links() {
        return links;
    }

    public List<Node> hosts() {
        return hosts;
    }

    public List<Node> switches() {
        return switches;
    }

    public Optional<Node> node(String nodeName) {
        return Optional.ofNullable(byName.get(nodeName));
    }

    /** The link at a port, which must exist. */
    public Link linkAt(Node node, int port) {
        return linkByPort[node.id()][port];
    }

    /** The node behind a port, which must exist. */
    public Node peerAt(Node node, int port) {
        return nodes.get(peerByPort[node.id()][port]);
    }

    /** Links of a group, in id order; empty where none has that name. */
    public List<Link> group(String group) {
        return links.stream().filter(link -> link.group().equals(group)).toList();
    }

    /** Names of all link groups, sorted. */
    public List<String> groups() {
        return links.stream().map(Link::group).distinct().sorted().toList();
    }

    /**
     * Address of a host: the one its topology gives it, or {@code 10.x.y.1} with x.y the node id.
     *
     * @return four octets as an unsigned 32-bit number
     */
    public static int ipv4Of(Node host) {
        return host.ipv4();
    }

    /** MAC address of a port: locally administered, node id and port in its low bytes. */
    public static long macOf(int node, int port) {
        return 0x02_00_00_00_00_00L | (long) node << 16 | port;
    }

    /**
     * Ports of every node on a shortest path (in hops) to a node: the equal-cost set.
     *
     * @return indexed by node id, 1-based ports in ascending order; empty for the node itself and
     *     for nodes that cannot reach it. Switches and relaying hosts forward, other hosts do not.
     */
    public List<List<Integer>> nextHopsTo(Node to) {
        return nextHopsTo(to, Set.of());
    }

    /** As {@link #nextHopsTo(Node)}, over paths that avoid some links. */
    public List<List<Integer>> nextHopsTo(Node to, Set<Link> avoided) {
        int[] distance = distancesTo(to, avoided);
        Map<List<Integer>, List<Integer>> shared = new HashMap<>();
        List<List<Integer>> nextHops = new ArrayList<>(nodes.size());
        for (Node node : nodes) {
            List<Integer> ports = closerPorts(node, to, distance, avoided);
            nextHops.add(shared.computeIfAbsent(ports, List::copyOf));
        }
        return nextHops;
    }

    private List<Integer> closerPorts(Node node, Node to, int[] distance, Set<Link> avoided) {
        List<Integer> ports = new ArrayList<>();
        for (int port = 1; port <= node.ports(); port++) {
            int peer = peerByPort[node.id()][port];
            boolean takesFrames =
                    (peer == to.id() || nodes.get(peer).forwards())
                            && !avoided.contains(linkByPort[node.id()][port]);
            if (takesFrames && distance[peer] >= 0 && distance[peer] == distance[node.id()] - 1) {
                ports.add(port);
            }
        }
        return ports;
    }

    /** Hops from every node to one over nodes that forward; -1 where there is no way. */
    public int[] distancesTo(Node to) {
        return distancesTo(to, Set.of());
    }

    private int[] distancesTo(Node to, Set<Link> avoided) {
        int[] distance = new int[nodes.size()];
        Arrays.fill(distance, -1);
        distance[to.id()] = 0;
        int[] reached = new int[nodes.size()];
        int count = 0;
        reached[count++] = to.id();
        for (int next = 0; next < count; next++) {
            int id = reached[next];
            if (id != to.id() && !nodes.get(id).forwards()) {
                continue;
            }
            int[] peers = peerByPort[id];
            for (int port = 1; port < peers.length; port++) {
                if (distance[peers[port]] < 0 && !avoided.contains(linkByPort[id][port])) {
                    distance[peers[port]] = distance[id] + 1;
                    reached[count++] = peers[port];
                }
            }
        }
        return distance;
    }
}
