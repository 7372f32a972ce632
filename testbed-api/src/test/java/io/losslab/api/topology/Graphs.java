package io.losslab.api.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.ArrayList;
import java.util.List;

/** What the tests of this package build and look up. */
final class Graphs {
    static final LinkType LINK = new LinkType(DataRate.parse("100Gbps"), Nanos.parse("1us"));
    static final SwitchType SWITCH = new SwitchType(DataSize.parse("5MB"), Node.DEFAULT_PIPELINE);

    private Graphs() {}

    static Topology ndc(int n, int k) {
        List<LinkType> layers = new ArrayList<>();
        for (int layer = 0; layer <= k; layer++) {
            layers.add(LINK);
        }
        return new Ndc(n, k, layers, SWITCH, Node.DEFAULT_RELAY_BUFFER).build();
    }

    static Node node(Topology topology, String name) {
        return topology.node(name).orElseThrow();
    }

    /** The node behind a port. */
    static Node behind(Topology topology, String name, int port) {
        Node node = node(topology, name);
        return topology.peerAt(node, port);
    }

    /** Every shortest way, as names from the sender to the receiver. */
    static List<List<String>> ways(Topology topology, String from, String to) {
        Node target = node(topology, to);
        List<List<String>> ways = new ArrayList<>();
        extend(topology, topology.nextHopsTo(target), List.of(from), target, ways);
        return ways;
    }

    private static void extend(
            Topology topology,
            List<List<Integer>> nextHops,
            List<String> way,
            Node to,
            List<List<String>> ways) {
        String last = way.get(way.size() - 1);
        if (last.equals(to.name())) {
            ways.add(way);
            return;
        }
        for (int port : nextHops.get(node(topology, last).id())) {
            List<String> longer = new ArrayList<>(way);
            longer.add(behind(topology, last, port).name());
            extend(topology, nextHops, longer, to, ways);
        }
    }

    /**
     * Every host reaches every other, and every equal-cost choice comes one hop nearer over a node
     * that forwards, so that no way loops.
     */
    static void assertEveryPairReachableWithoutLoops(Topology topology) {
        for (Node host : topology.hosts()) {
            int[] distance = topology.distancesTo(host);
            List<List<Integer>> nextHops = topology.nextHopsTo(host);
            assertTrue(nextHops.get(host.id()).isEmpty());
            for (Node node : topology.nodes()) {
                if (node.equals(host)) {
                    continue;
                }
                assertFalse(nextHops.get(node.id()).isEmpty(), node + " to " + host);
                for (int port : nextHops.get(node.id())) {
                    Node next = topology.peerAt(node, port);
                    assertEquals(distance[node.id()] - 1, distance[next.id()]);
                    assertTrue(next.forwards() || next.equals(host));
                }
            }
        }
    }
}
