package io.losslab.api.topology;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects nodes and links and numbers their ports in the order the links come. Not thread safe.
 *
 * <p>Callers that read files check names first, to blame a line; what reaches this class wrongly is
 * a programming error and is thrown at once.
 */
public final class TopologyBuilder {
    private final String name;
    private final Map<String, PendingNode> nodes = new LinkedHashMap<>();
    private final List<PendingLink> links = new ArrayList<>();

    public TopologyBuilder(String name) {
        this.name = name;
    }

    /** Adds a host that does not forward. */
    public TopologyBuilder host(String hostName) {
        return add(new PendingNode(hostName, Node.Kind.HOST, new DataSize(0), new Nanos(0), false));
    }

    /** Adds a host that forwards for others, with memory for what it forwards. */
    public TopologyBuilder relayingHost(String hostName, DataSize relayBuffer) {
        return add(new PendingNode(hostName, Node.Kind.HOST, relayBuffer, new Nanos(0), true));
    }

    /** Gives a host that was added before an address instead of {@link Node#defaultIpv4}. */
    public TopologyBuilder address(String hostName, int ipv4) {
        PendingNode host = known(hostName);
        host.hasIpv4 = true;
        host.ipv4 = ipv4;
        return this;
    }

    /** Adds a switch with {@link Node#DEFAULT_PIPELINE}. */
    public TopologyBuilder switchNode(String switchName, DataSize buffer) {
        return switchNode(switchName, buffer, Node.DEFAULT_PIPELINE);
    }

    /** Adds a switch with a pipeline latency of its own. */
    public TopologyBuilder switchNode(String switchName, DataSize buffer, Nanos pipeline) {
        return add(new PendingNode(switchName, Node.Kind.SWITCH, buffer, pipeline, false));
    }

    /** Adds a switch of a kind. */
    public TopologyBuilder switchNode(String switchName, SwitchType type) {
        return switchNode(switchName, type.buffer(), type.pipeline());
    }

    /** Adds a link of a kind between two nodes that were added before. */
    public TopologyBuilder link(String a, String b, LinkType type, String group) {
        return link(a, b, type.rate(), type.delay(), group);
    }

    /**
     * Adds a link between two nodes that were added before, or between two ports of a switch: a
     * loop-back cable.
     */
    public TopologyBuilder link(String a, String b, DataRate rate, Nanos delay, String group) {
        PendingNode endA = known(a);
        PendingNode endB = known(b);
        if (endA == endB && endA.kind == Node.Kind.HOST) {
            throw new IllegalArgumentException("a link joins host " + a + " to itself");
        }
        links.add(new PendingLink(endA, ++endA.ports, endB, ++endB.ports, rate, delay, group));
        return this;
    }

    /**
     * The topology; ids in the order the nodes came.
     *
     * @throws IllegalArgumentException where two hosts have one address
     */
    public Topology build() {
        Map<PendingNode, Node> built = new LinkedHashMap<>();
        Map<Integer, Node> byAddress = new HashMap<>();
        for (PendingNode pending : nodes.values()) {
            Node node = pending.node(built.size());
            built.put(pending, node);
            Node other = node.isHost() ? byAddress.putIfAbsent(node.ipv4(), node) : null;
            if (other != null) {
                throw new IllegalArgumentException(
                        "hosts %s and %s have the same address"
                                .formatted(other.name(), node.name()));
            }
        }
        List<Link> builtLinks = new ArrayList<>();
        for (PendingLink link : links) {
            builtLinks.add(
                    new Link(
                            builtLinks.size(),
                            new PortRef(built.get(link.a), link.portA),
                            new PortRef(built.get(link.b), link.portB),
                            link.rate,
                            link.delay,
                            link.group));
        }
        return new Topology(name, List.copyOf(built.values()), builtLinks);
    }

    private TopologyBuilder add(PendingNode node) {
        if (nodes.putIfAbsent(node.name, node) != null) {
            throw new IllegalArgumentException("two nodes are named " + node.name);
        }
        return this;
    }

    private PendingNode known(String nodeName) {
        PendingNode node = nodes.get(nodeName);
        if (node == null) {
            throw new IllegalArgumentException("no node is named " + nodeName);
        }
        return node;
    }

    private static final class PendingNode {
        final String name;
        final Node.Kind kind;
        final DataSize buffer;
        final Nanos pipeline;
        final boolean relays;
        boolean hasIpv4;
        int ipv4;
        int ports;

        PendingNode(String name, Node.Kind kind, DataSize buffer, Nanos pipeline, boolean relays) {
            this.name = name;
            this.kind = kind;
            this.buffer = buffer;
            this.pipeline = pipeline;
            this.relays = relays;
        }

        Node node(int id) {
            int address = hasIpv4 ? ipv4 : Node.defaultIpv4(id);
            return new Node(id, name, kind, buffer, pipeline, ports, relays, address);
        }
    }

    private record PendingLink(
            PendingNode a,
            int portA,
            PendingNode b,
            int portB,
            DataRate rate,
            Nanos delay,
            String group) {}
}
