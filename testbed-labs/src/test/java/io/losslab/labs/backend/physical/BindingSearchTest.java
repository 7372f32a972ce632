package io.losslab.labs.backend.physical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.binding.BindingSearch;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.DeviceKinds;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindingSearchTest {
    @Property(tries = 150)
    void aShuffledTopologyIsFoundAgain(@ForAll @IntRange(max = 3) int which, @ForAll long seed) {
        Topology topology = topology(SHAPES.get(which));
        Binding binding =
                BindingSearch.find(topology, ShuffledTestbed.of(topology, new Random(seed)));
        assertSound(binding);
    }

    @Property(tries = 60)
    void severalSwitchesShareADeviceJoinedByLoopBackCables(
            @ForAll @IntRange(max = 2) int which, @ForAll long seed) {
        Topology topology = topology(List.of("ndc-2-1", "ofc-chain", "ring-3").get(which));
        Binding binding =
                BindingSearch.find(
                        topology, ShuffledTestbed.ofOneSwitch(topology, new Random(seed)));
        assertSound(binding);
        assertEquals(1, topology.switches().stream().map(binding::device).distinct().count());
    }

    @Property(tries = 100)
    void aMissingCableIsNamedWhereNodesArePlacedByHand(
            @ForAll @IntRange(max = 3) int which, @ForAll long seed) {
        Topology topology = topology(SHAPES.get(which));
        Random random = new Random(seed);
        Link missing = topology.links().get(random.nextInt(topology.links().size()));
        Testbed testbed = ShuffledTestbed.placedWithout(topology, missing, random);
        CommandFailure failure =
                assertThrows(CommandFailure.class, () -> PhysicalLabs.bind(topology, testbed));
        assertEquals(2, failure.exitCode());
        String ends = "link %s (%s".formatted(missing, missing.rate());
        boolean parallel =
                topology.links().stream()
                        .anyMatch(
                                other ->
                                        !other.equals(missing)
                                                && other.a().node().equals(missing.a().node())
                                                && other.b().node().equals(missing.b().node()));
        assertTrue(parallel || failure.getMessage().contains(ends), failure.getMessage());
        assertTrue(failure.getMessage().contains("no free cable"), failure.getMessage());
    }

    @Property(tries = 20)
    void aMissingCableIsNamedByTheSearchToo(
            @ForAll @IntRange(max = 3) int which, @ForAll long seed) {
        Topology topology = topology(SHAPES.get(which));
        Random random = new Random(seed);
        Link missing = topology.links().get(random.nextInt(topology.links().size()));
        Testbed testbed = ShuffledTestbed.without(topology, missing, random);
        CommandFailure failure =
                assertThrows(CommandFailure.class, () -> PhysicalLabs.bind(topology, testbed));
        assertTrue(failure.getMessage().contains(": link "), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ndc21-two-tofino2 ndc-2-1",
                "ofc-one-tofino2 ofc-chain",
                "bifrost-case-a-commodity bifrost-case-a"
            })
    void bundledTestbedsFitTheTopologiesTheyAreMadeFor(String pair) {
        String[] names = pair.split(" ", -1);
        assertSound(BindingSearch.find(topology(names[1]), testbed(names[0])));
    }

    @Test
    void theHalvesOfTwoSwitchesAreFourSwitches() {
        Topology ndc = topology("ndc-2-1");
        Binding binding = BindingSearch.find(ndc, testbed("ndc21-two-tofino2"));
        List<String> devices =
                ndc.switches().stream().map(node -> binding.device(node).name()).toList();
        assertEquals(List.of("tor1", "tor1", "tor2", "tor2"), devices);
        Node second = ndc.node("s5").orElseThrow();
        PortRef first = new PortRef(second, 1);
        CableEnd end = binding.end(first);
        assertEquals(first, binding.logical(end.device(), end.port().number()).orElseThrow());
        assertEquals(end.port().number(), binding.devicePort(second, 1));
    }

    @Test
    void aHostTooManyIsNamed() {
        CommandFailure failure =
                assertThrows(
                        CommandFailure.class,
                        () ->
                                PhysicalLabs.bind(
                                        topology("ofc-chain"), testbed("ndc21-two-tofino2")));
        assertEquals(
                "topology ofc-chain cannot be mapped to testbed ndc21-two-tofino2: no device for"
                        + " host S4: ofc-chain has 10 hosts, but the testbed has only 4 devices of"
                        + " kind host",
                failure.getMessage());
    }

    @Test
    void aNodeTheTopologyDoesNotHaveIsNamed() {
        CommandFailure failure =
                assertThrows(
                        CommandFailure.class,
                        () -> PhysicalLabs.bind(line(), testbed("ndc21-two-tofino2")));
        assertEquals(
                "ndc21-two-tofino2: 'nodes' maps 's4', which is not a node of topology line",
                failure.getMessage());
    }

    @Test
    void aCableOfAnotherLengthIsNoPlaceForALongLink() {
        Topology topology = topology("bifrost-case-a");
        Testbed testbed = ShuffledTestbed.shortened(topology, new Random(1));
        CommandFailure failure =
                assertThrows(CommandFailure.class, () -> PhysicalLabs.bind(topology, testbed));
        assertTrue(
                failure.getMessage().contains("link M:3-N:1 (100Gbps, 400us): no free cable"),
                failure.getMessage());
    }

    private static final List<String> SHAPES =
            List.of("ndc-2-1", "ofc-chain", "bifrost-case-a", "fat-tree-ofc-8");

    /** Holds a binding against the topology and the cables, by nothing but their definitions. */
    private static void assertSound(Binding binding) {
        Set<Object> cables = new HashSet<>();
        Set<String> ports = new HashSet<>();
        for (Link link : binding.topology().links()) {
            assertTrue(cables.add(binding.cable(link).id()), "one link a cable: " + link);
            assertEquals(link.rate(), binding.cable(link).speed());
            Set<String> plugged = new HashSet<>();
            for (PortRef port : List.of(link.a(), link.b())) {
                CableEnd end = binding.end(port);
                assertEquals(binding.device(port.node()), end.device());
                assertTrue(ports.add(end.toString()), "one port a port: " + end);
                plugged.add(end.toString());
            }
            assertEquals(
                    Set.of(
                            binding.cable(link).from().toString(),
                            binding.cable(link).to().toString()),
                    plugged);
        }
        List<Node> hosts = binding.topology().hosts();
        assertEquals(hosts.size(), hosts.stream().map(binding::device).distinct().count());
    }

    private static Topology line() {
        return new TopologyBuilder("line")
                .host("a")
                .switchNode("s", new DataSize(1_000_000))
                .host("b")
                .link("a", "s", new DataRate(1_000_000_000), new Nanos(10), "links")
                .link("s", "b", new DataRate(1_000_000_000), new Nanos(10), "links")
                .build();
    }

    private static Topology topology(String name) {
        return new ExperimentLoader(new Library())
                .networkOf(name, new Problems())
                .orElseThrow()
                .topology();
    }

    private static Testbed testbed(String name) {
        return new TestbedLoader(new Library(), DeviceKinds.catalog())
                .load(name, new Problems())
                .orElseThrow();
    }
}
