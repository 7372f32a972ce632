package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.Nanos;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.Irn;
import io.losslab.softswitch.fabric.parallel.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Networks of any shape on several threads, and what cannot be run so. */
class SplitNetworkTest {
    @Property(tries = 40)
    void withPfcAllIsAsOnOneThread(@ForAll long seed) {
        List<Object> onOne = trace(RandomNetwork.lossless(seed, 1), 7);
        assertEquals(onOne, trace(RandomNetwork.lossless(seed, 2), 7));
        assertEquals(onOne, trace(RandomNetwork.lossless(seed, 3), 7));
    }

    @Property(tries = 40)
    void withDropsAllIsAsOnOneThread(@ForAll long seed) {
        GoBackN goBackN = new GoBackN(200_000, 0);
        Irn irn = new Irn(110, 100_000, 320_000, 3, 0);
        assertEquals(
                trace(RandomNetwork.lossy(seed, goBackN, 1), 3),
                trace(RandomNetwork.lossy(seed, goBackN, 2), 3));
        assertEquals(
                trace(RandomNetwork.lossy(seed, irn, 1), 3),
                trace(RandomNetwork.lossy(seed, irn, 3), 3));
    }

    private static List<Object> trace(RandomNetwork network, int slices) {
        List<Object> trace = new ArrayList<>();
        try (Fabric fabric = network.fabric) {
            for (int slice = 1; slice <= slices; slice++) {
                fabric.run(1_000_000L * slice / slices);
                trace.addAll(Trace.of(fabric));
            }
        }
        return trace;
    }

    /** A ring of flows, each of which begins where the one before has ended. */
    @Test
    void flowsThatWaitForOthersAtTheirHostAreAsOnOneThread() {
        assertEquals(chainOfFlows(1), chainOfFlows(2));
    }

    private static List<Object> chainOfFlows(int threads) {
        Topology topology = twoSites();
        try (Fabric fabric = new Fabric(topology, 8, Partition.of(topology, threads))) {
            assertEquals(threads, fabric.threads());
            ShortestPaths.install(fabric);
            int[] hosts = topology.hosts().stream().mapToInt(host -> host.id()).toArray();
            for (int id = 0; id < 12; id++) {
                FlowSpec flow =
                        FlowSpec.bandwidth(id, hosts[id % 4], hosts[(id + 1) % 4], 7, 3, 50_000, 2)
                                .times(3);
                fabric.addFlow(id == 0 ? flow : flow.after(List.of(id - 1)));
            }
            fabric.run(10_000_000);
            return Trace.of(fabric);
        }
    }

    @Test
    void sitesWithoutALinkBetweenThemAreAsOnOneThread() {
        assertEquals(
                flowOfEachIsland(1),
                assertTimeoutPreemptively(Duration.ofSeconds(20), () -> flowOfEachIsland(2)));
    }

    private static List<Object> flowOfEachIsland(int threads) {
        Topology topology = islands().build();
        try (Fabric fabric = new Fabric(topology, 8, Partition.of(topology, threads))) {
            assertEquals(threads, fabric.threads());
            ShortestPaths.install(fabric);
            int[] hosts = topology.hosts().stream().mapToInt(host -> host.id()).toArray();
            for (int id = 0; id < 2; id++) {
                fabric.addFlow(
                        FlowSpec.bandwidth(id, hosts[id], hosts[id + 2], 7, 3, 50_000, 2).times(3));
            }
            fabric.run(10_000);
            fabric.run(1_000_000);
            return Trace.of(fabric);
        }
    }

    private static Topology twoSites() {
        return islands().link("M", "N", Networks.RATE, new Nanos(50_000), "long").build();
    }

    /** Hosts a, b at one site and c, d at the other. */
    private static TopologyBuilder islands() {
        Nanos near = new Nanos(100);
        return new TopologyBuilder("sites")
                .host("a")
                .host("c")
                .host("b")
                .host("d")
                .switchNode("M", Networks.BUFFER)
                .switchNode("N", Networks.BUFFER)
                .link("a", "M", Networks.RATE, near, "edge")
                .link("b", "M", Networks.RATE, near, "edge")
                .link("c", "N", Networks.RATE, near, "edge")
                .link("d", "N", Networks.RATE, near, "edge");
    }

    @Test
    void moreThreadsThanDevicesAreOneForEachAtMost() {
        Topology topology = twoSites();
        assertEquals(6, topology.nodes().size());
        for (int threads = 7; threads < 70; threads++) {
            int parts = Partition.of(topology, threads).parts();
            assertTrue(parts >= 2 && parts <= 6, threads + " threads: " + parts);
        }
    }

    @Test
    void whatSeesTheWholeFabricIsRefused() {
        Topology topology = twoSites();
        try (Fabric fabric = new Fabric(topology, 8, Partition.of(topology, 2))) {
            assertThrows(IllegalStateException.class, fabric::attributePauses);
            assertThrows(IllegalStateException.class, fabric::taps);
            assertThrows(IllegalStateException.class, () -> fabric.openEdge(null));
        }
    }

    @Test
    void aFlowThatWaitsForOneThatEndsElsewhereIsRefused() {
        Topology topology = twoSites();
        int a = Networks.id(topology, "a");
        int c = Networks.id(topology, "c");
        try (Fabric fabric = new Fabric(topology, 8, Partition.of(topology, 2))) {
            FlowSpec first = FlowSpec.bandwidth(1, a, c, 7, 3, 1_000, 1).times(1);
            FlowSpec second = FlowSpec.bandwidth(2, a, c, 7, 3, 1_000, 1).after(List.of(1));
            fabric.addFlow(first);
            assertThrows(IllegalStateException.class, () -> fabric.addFlow(second));
        }
    }
}
