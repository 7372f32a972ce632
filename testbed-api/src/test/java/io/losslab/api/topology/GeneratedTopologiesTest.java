package io.losslab.api.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class GeneratedTopologiesTest {
    private static final LinkType LONG =
            new LinkType(DataRate.parse("400Gbps"), Nanos.parse("3ms"));

    @Property(tries = 12)
    void fatTreeHasTheSizesOfItsFormulas(
            @ForAll @IntRange(min = 1, max = 4) int half,
            @ForAll @IntRange(min = 1, max = 5) int hostsPerEdge) {
        int k = 2 * half;
        Topology tree = new FatTree(k, hostsPerEdge, Graphs.LINK, Graphs.SWITCH).build();
        assertEquals(k * half * hostsPerEdge, tree.hosts().size());
        assertEquals(half * half + k * k, tree.switches().size());
        assertEquals(tree.hosts().size(), tree.group("host").size());
        assertEquals(k * half * half, tree.group("edge").size());
        assertEquals(k * half * half, tree.group("core").size());
        for (Node node : tree.switches()) {
            assertEquals(node.name().startsWith("edge") ? half + hostsPerEdge : k, node.ports());
        }
        Graphs.assertEveryPairReachableWithoutLoops(tree);
    }

    @Test
    void fatTreeSpreadsOverAllCoresToAnotherPod() {
        Topology tree = FatTree.build(8, Graphs.LINK.rate(), Graphs.LINK.delay(), size("20MB"));
        assertEquals(128, tree.hosts().size());
        assertEquals(16, Graphs.ways(tree, "h0", "h127").size());
        assertEquals(4, Graphs.ways(tree, "h0", "h4").size());
        assertEquals(1, Graphs.ways(tree, "h0", "h1").size());
    }

    @Test
    void theTreeOfTheOfcPaperHas256HostsAndIsTwoTimesOversubscribed() {
        Topology tree = new FatTree(8, 8, Graphs.LINK, Graphs.SWITCH).build();
        assertEquals(256, tree.hosts().size());
        assertEquals(80, tree.switches().size());
        assertEquals(12, Graphs.node(tree, "edge0-0").ports());
    }

    @Property(tries = 20)
    void leafSpineHasTheSizesOfItsFormulasAndFailedLinksAreGone(
            @ForAll @IntRange(min = 2, max = 6) int leaves,
            @ForAll @IntRange(min = 2, max = 5) int spines,
            @ForAll @IntRange(min = 1, max = 4) int hostsPerLeaf,
            @ForAll @IntRange(max = 5) int leaf,
            @ForAll @IntRange(max = 4) int spine) {
        LeafSpine.Failed failed = new LeafSpine.Failed(leaf % leaves, spine % spines);
        Topology topology = leafSpine(leaves, spines, hostsPerLeaf, List.of(failed));
        assertEquals(leaves * hostsPerLeaf, topology.hosts().size());
        assertEquals(leaves + spines, topology.switches().size());
        assertEquals(leaves * spines - 1, topology.group("fabric").size());
        String cut = "leaf" + failed.leaf();
        for (int port = 1; port <= Graphs.node(topology, cut).ports(); port++) {
            assertTrue(!Graphs.behind(topology, cut, port).name().equals("spine" + failed.spine()));
        }
        Graphs.assertEveryPairReachableWithoutLoops(topology);
        Topology whole = leafSpine(leaves, spines, hostsPerLeaf, List.of());
        String last = "h" + (leaves * hostsPerLeaf - 1);
        assertEquals(spines, Graphs.ways(whole, "h0", last).size());
    }

    @Property(tries = 12)
    void ringAndDumbbellHaveTheSizesOfTheirFormulas(
            @ForAll @IntRange(min = 3, max = 8) int switches,
            @ForAll @IntRange(min = 1, max = 4) int hosts) {
        Topology ring = new Ring(switches, hosts, Graphs.LINK, Graphs.SWITCH).build();
        assertEquals(switches * hosts, ring.hosts().size());
        assertEquals(switches, ring.group("ring").size());
        ring.switches().forEach(node -> assertEquals(hosts + 2, node.ports()));
        Graphs.assertEveryPairReachableWithoutLoops(ring);

        Topology dumbbell = new Dumbbell(hosts, Graphs.LINK, Graphs.LINK, Graphs.SWITCH).build();
        assertEquals(2 * hosts, dumbbell.hosts().size());
        assertEquals(1, dumbbell.group("bottleneck").size());
        assertEquals(
                List.of(List.of("l0", "left", "right", "r0")), Graphs.ways(dumbbell, "l0", "r0"));
    }

    @Test
    void eachKnowsTheNumberOfItsNodesBeforeItIsBuilt() {
        FatTree tree = new FatTree(6, 5, Graphs.LINK, Graphs.SWITCH);
        for (TopologyGenerator generator :
                List.of(
                        tree,
                        new LeafSpine(4, 3, 2, Graphs.LINK, Graphs.LINK, Graphs.SWITCH, List.of()),
                        new Ndc(
                                3,
                                2,
                                Collections.nCopies(3, Graphs.LINK),
                                Graphs.SWITCH,
                                size("1MB")),
                        new Ring(5, 3, Graphs.LINK, Graphs.SWITCH),
                        new Dumbbell(3, Graphs.LINK, Graphs.LINK, Graphs.SWITCH),
                        new Line(3, Graphs.LINK, LONG, Graphs.LINK, Graphs.SWITCH),
                        new TwoDataCentres(tree, LONG, Graphs.SWITCH, size("0B")),
                        new TwoDataCentres(tree, LONG, Graphs.SWITCH, size("1MB")))) {
            assertEquals(generator.build().nodes().size(), generator.nodes());
        }
    }

    @Test
    void lineHasItsLongLinkBehindTheFirstSwitchAndItsLastBeforeB() {
        LinkType last = new LinkType(DataRate.parse("50Gbps"), Nanos.parse("1us"));
        Topology line = new Line(3, Graphs.LINK, LONG, last, Graphs.SWITCH).build();
        assertEquals(List.of(List.of("A", "sw1", "sw2", "sw3", "B")), Graphs.ways(line, "A", "B"));
        assertEquals(
                List.of("edge", "longHaul", "middle", "last"),
                line.links().stream().map(Link::group).toList());
        assertEquals(Nanos.parse("3ms"), line.group("longHaul").get(0).delay());
        assertEquals(DataRate.parse("50Gbps"), line.group("last").get(0).rate());
    }

    @Test
    void twoDataCentresAreFigure12OfTheBifrostPaper() {
        Topology two = twoDataCentres("0B");
        assertEquals(32, two.hosts().size());
        assertEquals(2 * (4 + 8 + 8 + 1), two.switches().size());
        assertEquals(8, two.group("dci").size());
        assertEquals("a-dci:5-b-dci:5", two.group("longHaul").get(0).toString());
        Graphs.assertEveryPairReachableWithoutLoops(two);
        // Up by any of four cores, over the long link, down by any of four.
        assertEquals(16, Graphs.ways(two, "a-h0", "b-h15").size());
        assertEquals(9, two.distancesTo(Graphs.node(two, "b-h15"))[0]);
        assertEquals(6, two.distancesTo(Graphs.node(two, "a-h15"))[0]);
    }

    @Test
    void swingPutsARelayBoxAtEachEndOfTheLongLink() {
        Topology two = twoDataCentres("300MB");
        assertEquals("a-relay:2-b-relay:2", two.group("longHaul").get(0).toString());
        assertEquals(2, two.group("relay").size());
        assertEquals(size("300MB"), Graphs.node(two, "a-relay").buffer());
        assertEquals(2, Graphs.node(two, "b-relay").ports());
        Graphs.assertEveryPairReachableWithoutLoops(two);
    }

    @Test
    void refusesSizesOutOfRange() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new FatTree(3, 1, Graphs.LINK, Graphs.SWITCH));
        assertThrows(
                IllegalArgumentException.class, () -> new Ring(2, 1, Graphs.LINK, Graphs.SWITCH));
        assertThrows(
                IllegalArgumentException.class,
                () -> leafSpine(2, 2, 1, List.of(new LeafSpine.Failed(2, 0))));
    }

    private static Topology leafSpine(
            int leaves, int spines, int hostsPerLeaf, List<LeafSpine.Failed> failed) {
        return new LeafSpine(
                        leaves,
                        spines,
                        hostsPerLeaf,
                        Graphs.LINK,
                        Graphs.LINK,
                        Graphs.SWITCH,
                        failed)
                .build();
    }

    private static Topology twoDataCentres(String relayBuffer) {
        FatTree tree = new FatTree(4, 2, Graphs.LINK, Graphs.SWITCH);
        return new TwoDataCentres(tree, LONG, Graphs.SWITCH, size(relayBuffer)).build();
    }

    private static DataSize size(String text) {
        return DataSize.parse(text);
    }
}
