package io.losslab.api.topology;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.ArrayList;
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

    public TopologyBuilder host(String hostName) {
        return add(new PendingNode(hostName, Node.Kind.HOST, new DataSize(0), new Nanos(0)));
    }

    /** Adds a switch with {@link Node#DEFAULT_PIPELINE}. */
    public TopologyBuilder switchNode(String switchName, DataSize buffer) {
        return switchNode(switchName, buffer, Node.DEFAULT_PIPELINE);
    }

    /** Adds a switch with a pipeline latency of its own. */
    public TopologyBuilder switchNode(String switchName, DataSize buffer, Nanos pipeline) {
        return add(new PendingNode(switchName, Node.Kind.SWITCH, buffer, pipeline));
    }

    /** Adds a link between two nodes that were added before. */
    public TopologyBuilder link(String a, String b, DataRate rate, Nanos delay, String group) {
        PendingNode endA = known(a);
        PendingNode endB = known(b);
        if (endA == endB) {
            throw new IllegalArgumentException("a link needs two nodes, got " + a + " twice");
        }
        links.add(new PendingLink(endA, ++endA.ports, endB, ++endB.ports, rate, delay, group));
        return this;
    }

    public Topology build() {
        Map<PendingNode, Node> built = new LinkedHashMap<>();
        for (PendingNode node : nodes.values()) {
            built.put(
                    node,
                    new Node(
                            built.size(),
                            node.name,
                            node.kind,
                            node.buffer,
                            node.pipeline,
                            node.ports));
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
        int ports;

        PendingNode(String name, Node.Kind kind, DataSize buffer, Nanos pipeline) {
            this.name = name;
            this.kind = kind;
            this.buffer = buffer;
            this.pipeline = pipeline;
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
