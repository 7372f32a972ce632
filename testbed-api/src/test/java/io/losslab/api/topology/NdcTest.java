package io.losslab.api.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.Nanos;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NdcTest {
    @Test
    void ndc41IsFigure6OfThePaper() {
        Topology ndc = Graphs.ndc(4, 1);
        assertEquals(16, ndc.hosts().size());
        assertEquals(8, ndc.switches().size());
        assertEquals(32, ndc.links().size());
        assertEquals(List.of("n12", "n13", "n14", "n15"), nodesOf(ndc, "s19"));
        assertEquals(List.of("n3", "n7", "n11", "n15"), nodesOf(ndc, "s23"));
        assertEquals(List.of("n0", "n4", "n8", "n12"), nodesOf(ndc, "s20"));
        assertEquals(List.of("layer0", "layer1"), ndc.groups());
    }

    @Test
    void flowsOfFigure6TakeShortestWays() {
        Topology ndc = Graphs.ndc(4, 1);
        for (String flow :
                List.of(
                        "n11-s23-n15", // F11
                        "n7-s23-n15", // F16
                        "n11-s23-n15-s19-n12", // F12
                        "n11-s23-n15-s19-n13", // F13
                        "n11-s23-n15-s19-n14", // F14
                        "n3-s23-n15-s19-n14", // F15
                        "n15-s19-n12-s20-n0", // F1
                        "n15-s19-n12-s20-n4", // F4
                        "n15-s19-n13-s21-n1", // F2
                        "n15-s19-n14-s22-n2", // F3
                        "n15-s19-n12", // F6
                        "n15-s19-n13", // F7
                        "n15-s19-n14")) { // F8
            List<String> way = List.of(flow.split("-"));
            List<List<String>> ways = Graphs.ways(ndc, way.get(0), way.get(way.size() - 1));
            assertTrue(ways.contains(way), flow + " among " + ways);
        }
    }

    @Test
    void bothFourHopWaysAreEqualCostPortsOfTheSender() {
        Topology ndc = Graphs.ndc(4, 1);
        Node n11 = Graphs.node(ndc, "n11");
        List<List<Integer>> toN12 = ndc.nextHopsTo(Graphs.node(ndc, "n12"));
        assertEquals(List.of(1, 2), toN12.get(n11.id()));
        assertEquals(
                List.of(
                        List.of("n11", "s18", "n8", "s20", "n12"),
                        List.of("n11", "s23", "n15", "s19", "n12")),
                Graphs.ways(ndc, "n11", "n12"));
    }

    @Test
    void addressesAreTheDigits() {
        Topology ndc = Graphs.ndc(4, 1);
        assertEquals(0x0A_03_02_01, Topology.ipv4Of(Graphs.node(ndc, "n14")));
        assertEquals(0x0A_00_00_01, Topology.ipv4Of(Graphs.node(ndc, "n0")));
    }

    @Test
    void ndc81Has64NodesAnd16Switches() {
        Topology ndc = Graphs.ndc(8, 1);
        assertEquals(64, ndc.hosts().size());
        assertEquals(16, ndc.switches().size());
        assertEquals(128, ndc.links().size());
    }

    @Test
    void layersOfARailOnlyNetworkDifferInRate() {
        LinkType domain = new LinkType(DataRate.parse("160Gbps"), Nanos.parse("1us"));
        Topology rail =
                new Ndc(
                                4,
                                1,
                                List.of(domain, Graphs.LINK),
                                Graphs.SWITCH,
                                Node.DEFAULT_RELAY_BUFFER)
                        .build();
        Node node = Graphs.node(rail, "n5");
        assertEquals(DataRate.parse("160Gbps"), rail.linkAt(node, 1).rate());
        assertEquals(DataRate.parse("100Gbps"), rail.linkAt(node, 2).rate());
    }

    @Property(tries = 30)
    void countsAndWaysFollowTheFormulas(
            @ForAll @IntRange(min = 2, max = 5) int n, @ForAll @IntRange(max = 3) int k) {
        int most = k == 3 ? Math.min(n, 3) : n;
        Topology ndc = Graphs.ndc(most, k);
        int perLayer = (int) Math.pow(most, k);
        assertEquals(perLayer * most, ndc.hosts().size());
        assertEquals(perLayer * (k + 1), ndc.switches().size());
        assertEquals(perLayer * most * (k + 1), ndc.links().size());
        for (Node node : ndc.nodes()) {
            assertEquals(node.isHost() ? k + 1 : most, node.ports());
            assertEquals(node.isHost() && k > 0, node.relays());
            assertEquals(node.name(), (node.isHost() ? "n" : "s") + node.id());
        }
        Graphs.assertEveryPairReachableWithoutLoops(ndc);
        for (Node to : ndc.hosts()) {
            int[] distance = ndc.distancesTo(to);
            for (Node from : ndc.hosts()) {
                assertEquals(2 * differingDigits(from.id(), to.id(), most), distance[from.id()]);
            }
        }
    }

    @Property(tries = 20)
    void aSwitchJoinsNodesThatDifferInItsLayersDigitByPort(
            @ForAll @IntRange(min = 2, max = 4) int n, @ForAll @IntRange(max = 2) int k) {
        Topology ndc = Graphs.ndc(n, k);
        int perLayer = ndc.switches().size() / (k + 1);
        for (Node sw : ndc.switches()) {
            int layer = (sw.id() - ndc.hosts().size()) / perLayer;
            for (int port = 1; port <= n; port++) {
                Link link = ndc.linkAt(sw, port);
                int node = link.peerOf(sw).node().id();
                int weight = (int) Math.pow(n, layer);
                assertEquals(port - 1, node / weight % n);
                int others = node / (weight * n) * weight + node % weight;
                assertEquals((sw.id() - ndc.hosts().size()) % perLayer, others);
                assertEquals(layer + 1, link.peerOf(sw).port());
                assertEquals("layer" + layer, link.group());
            }
        }
    }

    @Property(tries = 20)
    void theTwoFourHopWaysAreDisjoint(
            @ForAll @IntRange(min = 2, max = 6) int n,
            @ForAll @IntRange(max = 35) int a,
            @ForAll @IntRange(max = 35) int b) {
        Topology ndc = Graphs.ndc(n, 1);
        int from = a % (n * n);
        int to = b % (n * n);
        if (differingDigits(from, to, n) < 2) {
            return;
        }
        List<List<String>> ways = Graphs.ways(ndc, "n" + from, "n" + to);
        assertEquals(2, ways.size());
        Set<String> first = new TreeSet<>(ways.get(0).subList(1, 4));
        assertTrue(Collections.disjoint(first, ways.get(1).subList(1, 4)), ways.toString());
    }

    @Test
    void refusesSizesOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> Graphs.ndc(1, 1));
        assertThrows(IllegalArgumentException.class, () -> Graphs.ndc(2, 4));
        assertThrows(IllegalArgumentException.class, () -> Graphs.ndc(17, 2));
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        new Ndc(
                                4,
                                1,
                                List.of(Graphs.LINK),
                                Graphs.SWITCH,
                                Node.DEFAULT_RELAY_BUFFER));
    }

    private static List<String> nodesOf(Topology topology, String switchName) {
        List<String> names = new ArrayList<>();
        for (int port = 1; port <= Graphs.node(topology, switchName).ports(); port++) {
            names.add(Graphs.behind(topology, switchName, port).name());
        }
        return names;
    }

    private static int differingDigits(int a, int b, int n) {
        int count = 0;
        for (int x = a, y = b; x > 0 || y > 0; x /= n, y /= n) {
            count += x % n == y % n ? 0 : 1;
        }
        return count;
    }
}
