package io.losslab.softswitch.bench;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.topology.FatTree;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.FlowSpec;
import io.losslab.softswitch.fabric.HostSettings;
import io.losslab.softswitch.fabric.ShortestPaths;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * The traffic that {@link FabricBench} measures. All of it runs under PFC and must drop nothing.
 */
public final class Scenarios {
    private static final int PRIORITY = 3;
    private static final DataRate RATE = DataRate.parse("100Gbps");
    private static final int FIRST_UDP_PORT = 49_152;

    private Scenarios() {}

    /** All of them by the names they are reported under. */
    public static Map<String, Supplier<Fabric>> byName() {
        Map<String, Supplier<Fabric>> scenarios = new LinkedHashMap<>();
        scenarios.put("case-a, 128 background flows, PFC", Scenarios::caseA);
        scenarios.put("fat-tree k=8 permutation, PFC", Scenarios::fatTreePermutation);
        scenarios.put("incast 64 to 1, PFC", Scenarios::incast);
        return scenarios;
    }

    /**
     * Bifrost's Case A: 128 bandwidth flows of 1 MB messages from two hosts over two 80 km links to
     * one (Bifrost, Figure 10a), PFC with XOFF 6 MB, MTU 4096.
     */
    public static Fabric caseA() {
        TopologyBuilder builder =
                new TopologyBuilder("case-a")
                        .host("A")
                        .host("B")
                        .host("C")
                        .switchNode("M", DataSize.parse("64MB"))
                        .switchNode("N", DataSize.parse("64MB"))
                        .link("A", "M", RATE, new Nanos(10), "edge")
                        .link("B", "M", RATE, new Nanos(10), "edge")
                        .link("M", "N", RATE, Nanos.parse("400us"), "longHaul")
                        .link("M", "N", RATE, Nanos.parse("400us"), "longHaul")
                        .link("N", "C", RATE, new Nanos(10), "edge");
        Topology topology = builder.build();
        Fabric fabric = pfcFabric(topology, 4096);
        for (Link link : topology.group("longHaul")) {
            for (PortRef end : List.of(link.a(), link.b())) {
                PfcSettings settings =
                        PfcSettings.ofStatic(1 << PRIORITY, 6_000_000, 6_000_000, 10_100_000);
                fabric.setScheme(
                        end.node().id(),
                        end.port(),
                        (plane, port) -> new Pfc(plane, port, settings));
            }
        }
        for (int flow = 0; flow < 128; flow++) {
            int src = topology.node(flow % 2 == 0 ? "A" : "B").orElseThrow().id();
            int dst = topology.node("C").orElseThrow().id();
            fabric.addFlow(
                    FlowSpec.bandwidth(
                            flow, src, dst, FIRST_UDP_PORT + flow * 37, PRIORITY, 1_000_000, 128));
        }
        return fabric;
    }

    /**
     * A k=8 fat-tree of 128 hosts, each sending to one other and receiving from one other; MTU 1024
     * (1500-byte Ethernet).
     */
    public static Fabric fatTreePermutation() {
        Topology topology = FatTree.build(8, RATE, Nanos.parse("1us"), DataSize.parse("20MB"));
        Fabric fabric = pfcFabric(topology, 1024);
        List<Node> hosts = topology.hosts();
        int[] receiver = derangement(hosts.size(), new SplittableRandom(1));
        for (int i = 0; i < hosts.size(); i++) {
            fabric.addFlow(
                    FlowSpec.bandwidth(
                            i,
                            hosts.get(i).id(),
                            hosts.get(receiver[i]).id(),
                            FIRST_UDP_PORT + i * 61,
                            PRIORITY,
                            1_000_000,
                            16));
        }
        return fabric;
    }

    /** 64 hosts of a k=8 fat-tree send to one; MTU 1024. */
    public static Fabric incast() {
        Topology topology = FatTree.build(8, RATE, Nanos.parse("1us"), DataSize.parse("20MB"));
        Fabric fabric = pfcFabric(topology, 1024);
        List<Node> hosts = topology.hosts();
        int target = hosts.get(hosts.size() - 1).id();
        for (int i = 0; i < 64; i++) {
            fabric.addFlow(
                    FlowSpec.bandwidth(
                            i,
                            hosts.get(i).id(),
                            target,
                            FIRST_UDP_PORT + i * 61,
                            PRIORITY,
                            1_000_000,
                            16));
        }
        return fabric;
    }

    static long drops(Fabric fabric) {
        long drops = 0;
        for (Node node : fabric.topology().switches()) {
            for (int port = 1; port <= node.ports(); port++) {
                drops += fabric.counters(node.id(), port).droppedFrames();
            }
        }
        return drops;
    }

    /** Routes, hosts, and PFC with XOFF 75 KB on every switch port. */
    private static Fabric pfcFabric(Topology topology, int mtuBytes) {
        Fabric fabric = new Fabric(topology);
        ShortestPaths.install(fabric);
        for (Node host : topology.hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(mtuBytes));
        }
        for (Node node : topology.switches()) {
            fabric.setEcmp(node.id(), FlowHash.FNV1A, 0x5EED + node.id());
            for (int port = 1; port <= node.ports(); port++) {
                Link link = topology.linkAt(node, port);
                if (link.delay().nanos() > 10_000) {
                    continue;
                }
                LinkProfile profile =
                        new LinkProfile(
                                link.rate().bitsPerSecond(), link.delay().nanos(), mtuBytes + 78);
                PfcSettings settings =
                        PfcSettings.ofStatic(
                                1 << PRIORITY,
                                75_000,
                                50_000,
                                PfcSettings.safeHeadroomBytes(profile));
                fabric.setScheme(
                        node.id(), port, (plane, number) -> new Pfc(plane, number, settings));
            }
        }
        return fabric;
    }

    /** A permutation without fixed points. */
    private static int[] derangement(int size, SplittableRandom random) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        // Sattolo: one cycle through all.
        for (int i = size - 1; i > 0; i--) {
            int j = random.nextInt(i);
            int swap = order[i];
            order[i] = order[j];
            order[j] = swap;
        }
        return order;
    }
}
