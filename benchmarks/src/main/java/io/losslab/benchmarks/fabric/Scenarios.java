package io.losslab.benchmarks.fabric;

import static io.losslab.benchmarks.fabric.BenchNetwork.PRIORITY;

import io.losslab.api.topology.FatTree;
import io.losslab.api.topology.LeafSpine;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Ndc;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.topology.TwoDataCentres;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.congestion.CongestionControls;
import io.losslab.roce.congestion.CongestionSettings;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.named.NamedType;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.traffic.size.BundledWorkloads;
import io.losslab.traffic.size.MessageSizes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The traffic that {@link FabricBench} measures; none of it may drop. */
public final class Scenarios {
    private static final DataRate RATE = DataRate.parse("100Gbps");
    private static final int FIRST_UDP_PORT = 49_152;

    /** Virtual time that the mixes of workloads last; some ten CPU-seconds and more. */
    private static final long MIX_END_NANOS = 20_000_000;

    /**
     * The same of Pyrrha's: what waits at a spine grows with time, and after 1.9 ms its 20 MB are
     * full; Pyrrha does not rule that out (IV-D, "Handling rare packet loss").
     */
    private static final long PYRRHA_END_NANOS = 1_800_000;

    /** The same of the long link, with its 6 ms a round trip. */
    private static final long LONG_HAUL_END_NANOS = 100_000_000;

    private Scenarios() {}

    /** All of them, in the order they are reported. */
    public static List<Scenario> all() {
        return List.of(
                Scenario.endless("case-a, 128 background flows, PFC", Scenarios::caseA),
                Scenario.endless("fat-tree k=8 permutation, PFC", Scenarios::fatTreePermutation),
                Scenario.endless("incast 64 to 1, PFC", Scenarios::incast),
                new Scenario(
                        "600 km link FB_Hadoop, Bifrost and DCQCN",
                        Scenarios::longHaul,
                        LONG_HAUL_END_NANOS),
                mix("NDC(8,1) WebSearch and incast, PortFC", Scenarios::ndc),
                mix("fat-tree k=8 EDU1, OFC", Scenarios::ofc),
                new Scenario(
                        "160 hosts WebServer and incast, Pyrrha",
                        Scenarios::pyrrha,
                        PYRRHA_END_NANOS));
    }

    /**
     * Bifrost's Case A: 128 bandwidth flows of 1 MB messages from two hosts over two 80 km links to
     * one (Bifrost, Figure 10a), PFC with XOFF 6 MB, MTU 4096.
     */
    public static Fabric caseA() {
        Topology topology =
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
                        .link("N", "C", RATE, new Nanos(10), "edge")
                        .build();
        Fabric fabric =
                new BenchNetwork(topology, 4096)
                        .withPfc(Set.of("edge"))
                        .withPfc(
                                Set.of("longHaul"),
                                Map.of("xoff", "6000000", "headroom", "10100000"))
                        .fabric();
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
        Fabric fabric = fatTree();
        new BenchTraffic(fabric).permutation();
        return fabric;
    }

    /** 64 hosts of a k=8 fat-tree send to one; MTU 1024. */
    public static Fabric incast() {
        Fabric fabric = fatTree();
        new BenchTraffic(fabric).incast(64);
        return fabric;
    }

    /** Bifrost's two datacenters 600 km apart (Figure 14): 3 ms of packets in flight each way. */
    private static Fabric longHaul() {
        Topology topology =
                new TwoDataCentres(
                                new FatTree(
                                        4,
                                        2,
                                        new LinkType(RATE, Nanos.parse("1us")),
                                        new SwitchType(
                                                DataSize.parse("11MB"), Node.DEFAULT_PIPELINE)),
                                new LinkType(DataRate.parse("400Gbps"), Nanos.parse("3ms")),
                                new SwitchType(DataSize.parse("1100MB"), Node.DEFAULT_PIPELINE),
                                new DataSize(0))
                        .build();
        TransportSettings transport =
                new TransportSettings(4096, 4, new GoBackN(100_000_000, 0), dcqcn());
        Set<String> inside = Set.of("host", "edge", "core", "dci");
        Fabric fabric =
                new BenchNetwork(topology, HostSettings.of(transport), 8)
                        .withPfc(inside, Map.of("xoff", "288000"))
                        .withScheme(
                                SchemeTypes.find("bifrost").orElseThrow(),
                                Map.of(
                                        "slot",
                                        "10000",
                                        "priorities",
                                        Integer.toString(1 << PRIORITY)),
                                Set.of("longHaul"))
                        .withEcn(inside, 100_000, 400_000, 0.2)
                        .withEcn(Set.of("longHaul"), 400_000, 1_600_000, 0.2)
                        .fabric();
        new BenchTraffic(fabric)
                .poissonAcross(
                        sizes("FB_Hadoop"), 0.7, RATE.bitsPerSecond(), LONG_HAUL_END_NANOS, 1);
        return fabric;
    }

    /** PortFC's NDC(8,1) under WebSearch at half load and incasts of 32 to 1 of 100 KB. */
    private static Fabric ndc() {
        LinkType link = new LinkType(RATE, Nanos.parse("1us"));
        SwitchType switches = new SwitchType(DataSize.parse("5MB"), Node.DEFAULT_PIPELINE);
        Topology topology =
                new Ndc(8, 1, List.of(link, link), switches, DataSize.parse("5MB")).build();
        Fabric fabric =
                under("portfc", Map.of("n", "8"), topology, 1024, Set.of("layer0", "layer1"));
        new BenchTraffic(fabric)
                .poisson(sizes("WebSearch"), 0.5, 2 * RATE.bitsPerSecond(), MIX_END_NANOS, 1)
                .periodicIncast(32, 100_000, 500_000, MIX_END_NANOS, 2);
        return fabric;
    }

    /** OFC's fat-tree of 256 hosts at 40 Gb/s, oversubscribed 2 to 1 (Figures 6 to 8), EDU1. */
    private static Fabric ofc() {
        DataRate rate = DataRate.parse("40Gbps");
        Topology topology =
                new FatTree(
                                8,
                                8,
                                new LinkType(rate, new Nanos(20)),
                                new SwitchType(DataSize.parse("12MB"), Node.DEFAULT_PIPELINE))
                        .build();
        Fabric fabric = under("ofc", Map.of(), topology, 1024, Set.of("host", "edge", "core"));
        new BenchTraffic(fabric)
                .poisson(sizes("EDU1"), 0.4, rate.bitsPerSecond(), MIX_END_NANOS, 1);
        return fabric;
    }

    /** Pyrrha's 160 hosts (Figure 14): WebServer at 0.8 and incasts of 60 to 1 of 64 KB. */
    private static Fabric pyrrha() {
        Nanos delay = new Nanos(600);
        Topology topology =
                new LeafSpine(
                                10,
                                4,
                                16,
                                new LinkType(RATE, delay),
                                new LinkType(DataRate.parse("400Gbps"), delay),
                                new SwitchType(DataSize.parse("20MB"), new Nanos(0)),
                                List.of())
                        .build();
        Fabric fabric = under("pyrrha", Map.of(), topology, 1024, Set.of("host", "fabric"));
        new BenchTraffic(fabric)
                .poisson(sizes("WebServer"), 0.8, RATE.bitsPerSecond(), PYRRHA_END_NANOS, 1)
                .periodicIncast(60, 64_000, 500_000, PYRRHA_END_NANOS, 2);
        return fabric;
    }

    private static CongestionSettings dcqcn() {
        return NamedType.find(CongestionControls.ALL, "dcqcn")
                .orElseThrow()
                .make(new Settings(Map.of()));
    }

    private static MessageSizes sizes(String workload) {
        return BundledWorkloads.find(workload).orElseThrow();
    }

    private static Fabric fatTree() {
        return new BenchNetwork(
                        FatTree.build(8, RATE, Nanos.parse("1us"), DataSize.parse("20MB")), 1024)
                .withPfc(Set.of("host", "edge", "core"))
                .fabric();
    }

    private static Fabric under(
            String scheme,
            Map<String, String> settings,
            Topology topology,
            int mtuBytes,
            Set<String> groups) {
        SchemeType type = SchemeTypes.find(scheme).orElseThrow();
        int queues = BenchNetwork.queuesFor(type, settings, topology);
        return new BenchNetwork(topology, mtuBytes, queues)
                .withScheme(type, settings, groups)
                .fabric();
    }

    private static Scenario mix(String name, Supplier<Fabric> fabric) {
        return new Scenario(name, fabric, MIX_END_NANOS);
    }

    static long drops(Fabric fabric) {
        long drops = 0;
        for (Node node : fabric.topology().switches()) {
            for (int port = 1; port <= node.ports(); port++) {
                drops += fabric.counters().port(node.id(), port).droppedFrames();
            }
        }
        return drops;
    }
}
