package io.losslab.api.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The graph of an experiment. Immutable; made by {@link TopologyBuilder}. */
public final class Topology {
    private final String name;
    private final List<Node> nodes;
    private final List<Link> links;
    private final Map<String, Node> byName = new TreeMap<>();
    private final Link[][] linkByPort;

    Topology(String name, List<Node> nodes, List<Link> links) {
        this.name = name;
        this.nodes = List.copyOf(nodes);
        this.links = List.copyOf(links);
        this.linkByPort = new Link[nodes.size()][];
        for (Node node : nodes) {
            byName.put(node.name(), node);
            linkByPort[node.id()] = new Link[node.ports() + 1];
        }
        for (Link link : links) {
            linkByPort[link.a().node().id()][link.a().port()] = link;
            linkByPort[link.b().node().id()][link.b().port()] = link;
        }
    }

    public String name() {
        return name;
    }

    public List<Node> nodes() {
        return nodes;
    }

    public List<Link> links() {
        return links;
    }

    public List<Node> hosts() {
        return nodes.stream().filter(Node::isHost).toList();
    }

    public List<Node> switches() {
        return nodes.stream().filter(Node::isSwitch).toList();
    }

    public Optional<Node> node(String nodeName) {
        return Optional.ofNullable(byName.get(nodeName));
    }

    /** The link at a port, which must exist. */
    public Link linkAt(Node node, int port) {
        return linkByPort[node.id()][port];
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
     * Address of a host: {@code 10.x.y.1} with x.y the node id, so that every topology has the same
     * plan.
     *
     * @return four octets as an unsigned 32-bit number
     */
    public static int ipv4Of(Node host) {
        return 10 << 24 | host.id() << 8 | 1;
    }

    /**
     * Ports of every switch on a shortest path (in hops) to a host: the equal-cost set.
     *
     * @return for the host, indexed by node id, 1-based ports in ascending order; empty for the
     *     host itself and for nodes that cannot reach it. Hosts do not forward.
     */
    public List<List<Integer>> nextHopsTo(Node host) {
        int[] distance = distancesTo(host);
        List<List<Integer>> nextHops = new ArrayList<>(nodes.size());
        for (Node node : nodes) {
            List<Integer> ports = new ArrayList<>();
            for (int port = 1; port <= node.ports(); port++) {
                Node peer = linkAt(node, port).peerOf(node).node();
                boolean forwards = peer.isSwitch() || peer.equals(host);
                if (forwards
                        && distance[peer.id()] >= 0
                        && distance[peer.id()] == distance[node.id()] - 1) {
                    ports.add(port);
                }
            }
            nextHops.add(List.copyOf(ports));
        }
        return nextHops;
    }

    /** Hops from every node to a host over switches only; -1 where there is no way. */
    public int[] distancesTo(Node host) {
        int[] distance = new int[nodes.size()];
        java.util.Arrays.fill(distance, -1);
        distance[host.id()] = 0;
        List<Node> frontier = List.of(host);
        while (!frontier.isEmpty()) {
            List<Node> next = new ArrayList<>();
            for (Node node : frontier) {
                for (int port = 1; port <= node.ports(); port++) {
                    Node peer = linkAt(node, port).peerOf(node).node();
                    if (distance[peer.id()] < 0) {
                        distance[peer.id()] = distance[node.id()] + 1;
                        if (peer.isSwitch()) {
                            next.add(peer);
                        }
                    }
                }
            }
            frontier = next;
        }
        return distance;
    }
}
