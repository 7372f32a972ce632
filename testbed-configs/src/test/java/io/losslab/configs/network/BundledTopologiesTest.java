package io.losslab.configs.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.BufferDependency;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Reading;
import io.losslab.configs.yaml.YamlDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bundled topologies against the numbers and figures of the papers they come from. */
class BundledTopologiesTest {
    @ParameterizedTest
    @CsvSource({
        "ndc-2-1, 4, 4, 8",
        "ndc-4-1, 16, 8, 32",
        "ndc-8-1, 64, 16, 128",
        "rail-only-4, 16, 8, 32",
        "rail-only-8, 64, 16, 128",
        "ofc-chain, 10, 3, 12",
        "dumbbell-32, 64, 2, 65",
        "fat-tree-ofc-8, 256, 80, 512",
        "fat-tree-12, 432, 180, 1296",
        "fat-tree-16, 1024, 320, 3072",
        "pyrrha-testbed, 6, 5, 12",
        "pyrrha-160, 160, 14, 200",
        "leaf-spine-cbd, 64, 6, 70",
        "ring-3, 3, 3, 6",
        "two-dc, 32, 42, 105",
        "two-dc-swing, 32, 44, 107",
        "irn-line, 2, 3, 4",
        "irn-line-long, 2, 3, 4"
    })
    void haveThePapersSizes(String name, int hosts, int switches, int links) {
        Topology topology = network(name).topology();
        assertEquals(hosts, topology.hosts().size());
        assertEquals(switches, topology.switches().size());
        assertEquals(links, topology.links().size());
    }

    @Test
    void theHandWrittenNdcIsTheGeneratedOne() {
        Topology written = network("ndc-2-1").topology();
        List<String> edges = written.links().stream().map(Link::toString).toList();
        String yaml = "{generator: {ndc: {n: 2, rates: 100Gbps, delay: 1us, buffer: 5MB}}}";
        Topology generated = inline(yaml).topology();
        assertEquals(new TreeSet<>(edges), edges(generated));
        for (Node node : generated.nodes()) {
            assertEquals(node, written.nodes().get(node.id()));
        }
    }

    @Test
    void railsAreSlowerThanTheirDomains() {
        Topology rail = network("rail-only-8").topology();
        rail.group("layer0").forEach(l -> assertEquals(DataRate.parse("160Gbps"), l.rate()));
        rail.group("layer1").forEach(l -> assertEquals(DataRate.parse("100Gbps"), l.rate()));
    }

    @Test
    void fourFlowsOfTheCbdTopologyDependOnEachOtherAlongTheirRoutes() {
        Network network = network("leaf-spine-cbd");
        assertEquals("leaf0 spine1 leaf2 spine0 leaf3", way(network, "h0", "h48"));
        assertEquals("leaf3 spine0 leaf1 spine1 leaf0", way(network, "h48", "h0"));
        assertEquals("leaf2 spine0 leaf1", way(network, "h32", "h16"));
        assertEquals("leaf1 spine1 leaf2", way(network, "h16", "h32"));
        assertEquals(
                List.of("leaf1-spine1", "leaf2-spine0", "spine0-leaf1", "spine1-leaf2"),
                cycle(network, "h0 h48", "h48 h0", "h32 h16", "h16 h32"));
    }

    @Test
    void theCircleNeedsBothFlowsThatBounce() {
        Network network = network("leaf-spine-cbd");
        assertEquals(List.of(), cycle(network, "h0 h48", "h32 h16", "h16 h32"));
        assertEquals(List.of(), cycle(network, "h48 h0", "h32 h16", "h16 h32"));
    }

    @Test
    void routesOfTheRingGoClockwiseAndTheirThreeFlowsMakeACircle() {
        Network network = network("ring-3");
        assertEquals("A B C", way(network, "hA", "hC"));
        assertEquals("B C A", way(network, "hB", "hA"));
        assertEquals("C A B", way(network, "hC", "hB"));
        assertEquals(List.of("A-B", "B-C", "C-A"), cycle(network, "hA hC", "hB hA", "hC hB"));
        assertEquals(List.of(), cycle(network, "hA hC", "hB hA"));
    }

    @Test
    void hostsOfTheIrnLinesAreAsFarApartAsThePaperSays() {
        assertEquals(14_000, delayNanos("irn-line"));
        assertEquals(402_001, delayNanos("irn-line-long"));
    }

    @Test
    void theLongLinkKeepsItsLength() {
        Network network = network("two-dc");
        Link longHaul = network.topology().group("longHaul").get(0);
        assertEquals("600km", network.lengthByLink().get(longHaul.id()));
        assertEquals(3_000_000, longHaul.delay().nanos());
        assertEquals(300_000_000, longHaul.rate().bytesIn(2 * longHaul.delay().nanos()));
    }

    @Test
    void aRouteOfASwitchAsDestinationHoldsForAllItsHosts() {
        Network network = network("leaf-spine-cbd");
        Node spine = node(network, "spine1");
        for (int host = 48; host < 64; host++) {
            assertEquals(
                    List.of("leaf2"),
                    network.routing().ports(spine, node(network, "h" + host)).stream()
                            .map(port -> peer(network, spine, port))
                            .toList());
        }
    }

    @Test
    void relaysTakeRoutesToo() {
        Network network =
                inline(
                        """
                        {hosts: {A: {}, R: {relay: true, buffer: 1MB}, B: {}},
                         switches: {M: {buffer: 1MB}, N: {buffer: 1MB}, O: {buffer: 1MB}},
                         links: [{ends: [A, M], rate: 1Gbps, delay: 1us},
                                 {ends: [M, R], rate: 1Gbps, delay: 1us},
                                 {ends: [R, N], rate: 1Gbps, delay: 1us},
                                 {ends: [R, O], rate: 1Gbps, delay: 1us},
                                 {ends: [N, B], rate: 1Gbps, delay: 1us},
                                 {ends: [O, N], rate: 1Gbps, delay: 1us}],
                         routes: {R: {B: O}, O: {B: N}}}
                        """);
        assertEquals("M R O N", way(network, "A", "B"));
        assertEquals(new DataSize(1_000_000), node(network, "R").buffer());
        assertEquals(
                Optional.empty(), network.routing().fault(node(network, "A"), node(network, "B")));
    }

    private static long delayNanos(String name) {
        Network network = network(name);
        return network.routing().path(node(network, "A"), node(network, "B")).stream()
                .mapToLong(link -> link.delay().nanos())
                .sum();
    }

    /** The nodes between two hosts; there must be one way. */
    private static String way(Network network, String from, String to) {
        List<String> way = new ArrayList<>();
        Node target = node(network, to);
        Node at = node(network, from);
        while (!at.equals(target)) {
            List<Integer> ports = network.routing().ports(at, target);
            assertEquals(1, ports.size(), at.name());
            at = network.topology().peerAt(at, ports.get(0));
            way.add(at.name());
        }
        return String.join(" ", way.subList(0, way.size() - 1));
    }

    /** Links of the circle in which flows, written {@code "from to"}, can wait; sorted. */
    private static List<String> cycle(Network network, String... flows) {
        BufferDependency dependency = new BufferDependency();
        for (String flow : flows) {
            int blank = flow.indexOf(' ');
            Node from = node(network, flow.substring(0, blank));
            Node to = node(network, flow.substring(blank + 1));
            network.routing().addTo(dependency, from, to, 3, (node, priority) -> priority);
        }
        return dependency.cycle().orElse(List.of()).stream()
                .map(channel -> channel.port())
                .map(port -> port.node().name() + "-" + peer(network, port))
                .sorted()
                .toList();
    }

    private static String peer(Network network, PortRef port) {
        return peer(network, port.node(), port.port());
    }

    private static String peer(Network network, Node node, int port) {
        return network.topology().peerAt(node, port).name();
    }

    private static Set<String> edges(Topology topology) {
        Set<String> edges = new TreeSet<>();
        topology.links().forEach(link -> edges.add(link.toString()));
        return edges;
    }

    private static Node node(Network network, String name) {
        return network.topology().node(name).orElseThrow();
    }

    private static Network network(String name) {
        Problems problems = new Problems();
        Optional<Network> network = new ExperimentLoader(new Library()).networkOf(name, problems);
        assertTrue(problems.list().isEmpty(), problems.list().toString());
        return network.orElseThrow();
    }

    private static Network inline(String yaml) {
        Problems problems = new Problems();
        Optional<Network> network =
                YamlDocument.parse("inline", yaml, problems)
                        .flatMap(
                                document ->
                                        new TopologyReader()
                                                .read(
                                                        document.root(new Reading(problems)),
                                                        "inline"));
        assertTrue(problems.list().isEmpty(), problems.list().toString());
        return network.orElseThrow();
    }
}
