package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.PortChoice;
import io.losslab.api.topology.LeafSpine;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Ndc;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.congestion.CongestionControls;
import io.losslab.roce.congestion.CongestionSettings;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.Irn;
import io.losslab.roce.recovery.Recovery;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.Trace;
import io.losslab.softswitch.fabric.buffer.RedMarking;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.parallel.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A fabric gives the same on several threads as on one, whatever runs on it. */
class SplitFabricTest {
    private static final long END_NANOS = 400_000;

    /** Settings that have no default, or not one for short links. */
    private static final Map<String, Map<String, String>> SETTINGS =
            Map.of(
                    "bifrost", Map.of("priorities", "8", "slot", "10000"),
                    "pfc", Map.of("priorities", "8", "xoff", "96000", "xon", "64000"),
                    "bifrostX", Map.of("priorities", "24"),
                    "pfcStar", Map.of("firstPriority", "3"),
                    "portfc", Map.of("n", "3"));

    private static final List<String> FOR_NDC = List.of("ate", "pfcStar", "portfc", "swing");

    @Provide
    Arbitrary<String> schemes() {
        return Arbitraries.of(SchemeTypes.all().stream().map(SchemeType::name).toList());
    }

    @Property(tries = 80)
    void countersFlowsAndEventsAreThoseOfOneThread(
            @ForAll long seed, @ForAll("schemes") String scheme) {
        List<Object> onOne = run(seed, scheme, 1);
        assertEquals(onOne, run(seed, scheme, 2), "on 2 threads");
        assertEquals(onOne, run(seed, scheme, 3), "on 3 threads");
    }

    private static List<Object> run(long seed, String scheme, int threads) {
        SplittableRandom random = new SplittableRandom(seed);
        SchemeType type = SchemeTypes.find(scheme).orElseThrow();
        Settings given = new Settings(SETTINGS.getOrDefault(scheme, Map.of()));
        Settings settings =
                SettingDefaults.complete(type.name(), type.settings(), given)
                        .resolve(Setting.PRIORITIES, 1 << 3);
        boolean ndc = random.nextBoolean() || FOR_NDC.contains(scheme);
        Topology topology = ndc ? ndc(random) : leafSpine(random);
        Partition partition = Partition.of(topology, threads);
        assertEquals(threads, partition.parts(), "parts");
        try (Fabric fabric =
                new Fabric(topology, Math.max(8, type.queues(settings, 8)), partition)) {
            ShortestPaths.install(fabric);
            configure(fabric, random);
            topology.nodes().forEach(node -> install(fabric, type, settings, node));
            load(fabric, random);
            return pass(fabric);
        }
    }

    private static void install(Fabric fabric, SchemeType type, Settings settings, Node node) {
        if (type.name().equals("swing") && node.isSwitch()) {
            return;
        }
        if (node.isSwitch() || node.buffer().bytes() > 0) {
            DeviceScheme.install(fabric, type, settings, node, plane -> plane);
            return;
        }
        Map<Integer, Settings> byPort =
                Map.of(1, type.resolve(settings, fabric.link(node.id(), 1)));
        if (type.has(Trait.RUNS_ON_HOSTS)
                && type.egress(fabric.schemes().planeOf(node.id()), byPort) != null) {
            fabric.schemes().addEgress(node.id(), List.of(1), plane -> type.egress(plane, byPort));
        }
    }

    private static List<Object> pass(Fabric fabric) {
        List<Object> seen = new ArrayList<>();
        Node any = fabric.topology().hosts().get(0);
        fabric.samplers().add(7_001, () -> seen.add(fabric.counters().port(any.id(), 1).txBytes()));
        fabric.run(END_NANOS / 3);
        seen.addAll(Trace.of(fabric));
        assertTrue(fabric.counters().packetHops() > 0);
        fabric.stopFlows(any.id());
        fabric.run(END_NANOS);
        seen.addAll(Trace.of(fabric));
        return seen;
    }

    private static void configure(Fabric fabric, SplittableRandom random) {
        Recovery recovery =
                random.nextBoolean()
                        ? new GoBackN(50_000, random.nextInt(2) * 10_000L)
                        : new Irn(64, 20_000, 60_000, 3, random.nextInt(2) * 8);
        int ackEvery = random.nextInt(1, 4);
        CongestionSettings congestion = congestion(random);
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(
                    host.id(),
                    HostSettings.of(new TransportSettings(1_024, ackEvery, recovery, congestion)));
        }
        int choice = random.nextInt(4);
        boolean marks = random.nextBoolean();
        for (Node node : fabric.topology().switches()) {
            fabric.routes().setEcmp(node.id(), FlowHash.FNV1A, random.nextInt());
            if (choice < 2) {
                PortChoice by = choice == 0 ? PortChoice.spray() : PortChoice.drill(2, 1);
                fabric.routes().setChoice(node.id(), by, random.nextInt());
            }
            for (int port = 1; marks && port <= node.ports(); port++) {
                RedMarking marking =
                        new RedMarking(5_000, 80_000, 0.4, random.nextBoolean(), random.nextInt());
                fabric.setEcn(node.id(), port, marking);
            }
        }
    }

    private static CongestionSettings congestion(SplittableRandom random) {
        int which = random.nextInt(CongestionControls.ALL.size() + 1);
        return which == CongestionControls.ALL.size()
                ? null
                : CongestionControls.ALL.get(which).make(new Settings(Map.of()));
    }

    private static Topology ndc(SplittableRandom random) {
        LinkType link = link(random);
        SwitchType model = model(random);
        return new Ndc(3, 1, List.of(link, link), model, DataSize.parse("4MB")).build();
    }

    private static Topology leafSpine(SplittableRandom random) {
        return new LeafSpine(
                        random.nextInt(2, 5),
                        random.nextInt(1, 3),
                        random.nextInt(2, 4),
                        link(random),
                        link(random),
                        model(random),
                        List.of())
                .build();
    }

    private static LinkType link(SplittableRandom random) {
        String[] rates = {"10Gbps", "40Gbps", "100Gbps"};
        return new LinkType(
                DataRate.parse(rates[random.nextInt(rates.length)]),
                new Nanos(random.nextLong(10, 2_000)));
    }

    private static SwitchType model(SplittableRandom random) {
        String[] buffers = {"4MB", "12MB"};
        return new SwitchType(
                DataSize.parse(buffers[random.nextInt(buffers.length)]),
                new Nanos(random.nextInt(3) * 300L));
    }

    private static void load(Fabric fabric, SplittableRandom random) {
        List<Node> hosts = fabric.topology().hosts();
        for (int id = 1; id <= 3 * hosts.size(); id++) {
            int from = random.nextInt(hosts.size());
            // Few receivers, so that much is paused.
            int to = random.nextInt(Math.min(3, hosts.size()));
            if (from != to) {
                fabric.addFlow(flow(id, hosts.get(from).id(), hosts.get(to).id(), random));
            }
        }
    }

    private static FlowSpec flow(int id, int from, int to, SplittableRandom random) {
        int port = 49_152 + random.nextInt(10_000);
        long bytes = random.nextLong(1, 60_000);
        long start = random.nextLong(END_NANOS / 2);
        return switch (random.nextInt(3)) {
            case 0 ->
                    FlowSpec.bandwidth(id, from, to, port, 3, bytes, random.nextInt(1, 8))
                            .between(start, start + random.nextLong(END_NANOS));
            case 1 ->
                    FlowSpec.latency(id, from, to, port, 3, bytes)
                            .between(start, Long.MAX_VALUE)
                            .withGap(random.nextLong(5_000));
            default ->
                    FlowSpec.scheduled(
                            id,
                            from,
                            to,
                            port,
                            3,
                            MessageSchedule.of(
                                    new long[] {start, start + 100},
                                    new long[] {bytes, bytes + 1}));
        };
    }
}
