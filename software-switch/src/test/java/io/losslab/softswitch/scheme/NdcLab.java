package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Ndc;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.host.HostTotals;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.PortCounters;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.observe.EventLog;
import io.losslab.softswitch.fabric.observe.InFlight;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * NDC(n, 1), or with another k, in the fabric with links of 1 us, every device under one scheme.
 */
final class NdcLab {
    static final int PRIORITY = 3;
    static final int MTU_BYTES = 1024;

    final int n;
    final int k;
    final Fabric fabric;
    final Holds holds;
    private int flows;

    private NdcLab(int n, String... layerRates) {
        this(n, Node.DEFAULT_PIPELINE, Stream.of(layerRates).map(NdcLab::link).toList());
    }

    /** With these links in the layers. */
    NdcLab(int n, Nanos pipeline, List<LinkType> layers) {
        this.n = n;
        this.k = layers.size() - 1;
        fabric =
                new Fabric(
                        new Ndc(
                                        n,
                                        k,
                                        layers,
                                        new SwitchType(DataSize.parse("5MB"), pipeline),
                                        DataSize.parse("16MB"))
                                .build(),
                        32);
        holds = new Holds(n);
        ShortestPaths.install(fabric);
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(MTU_BYTES));
        }
    }

    /** All links at 100 Gb/s. */
    static NdcLab of(int n) {
        return new NdcLab(n, "100Gbps", "100Gbps");
    }

    /** NDC(n, 2), all links at 100 Gb/s. */
    static NdcLab ofThreeLayers(int n) {
        return new NdcLab(n, "100Gbps", "100Gbps", "100Gbps");
    }

    /** The Rail-only network of the paper. */
    static NdcLab railOnly(int n) {
        return new NdcLab(n, "160Gbps", "100Gbps");
    }

    NdcLab portFc() {
        return under(
                "portfc", new Settings(Map.of("n", Integer.toString(n), "k", Integer.toString(k))));
    }

    NdcLab pfcStar(int tags, String cutover) {
        return under(
                "pfcStar",
                new Settings(Map.of("tags", Integer.toString(tags), "cutover", cutover)));
    }

    NdcLab cbfc(String update) {
        return under("cbfc", new Settings(Map.of("priorities", "8", "update", update)));
    }

    NdcLab ate(String update) {
        return under("ate", new Settings(Map.of("update", update)));
    }

    /** One data queue a port, at relaying nodes too. */
    NdcLab pfc() {
        for (Node node : fabric.topology().nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                PfcSettings settings =
                        PfcSettings.ofStatic(
                                1 << PRIORITY,
                                75_000,
                                50_000,
                                PfcSettings.safeHeadroomBytes(fabric.link(node.id(), port)));
                fabric.schemes()
                        .setIngress(node.id(), port, (plane, at) -> new Pfc(plane, at, settings));
            }
        }
        return this;
    }

    private NdcLab under(String scheme, Settings given) {
        SchemeType type = SchemeTypes.find(scheme).orElseThrow();
        Settings settings =
                SettingDefaults.complete(scheme, type.settings(), given)
                        .resolve(Setting.PRIORITIES, 1 << 3);
        for (Node node : fabric.topology().nodes()) {
            DeviceScheme.install(
                    fabric, type, settings, node, plane -> k == 1 ? holds.watch(plane) : plane);
        }
        return this;
    }

    /** Messages of 100 KB without an end; a four-hop flow leaves by {@code firstLayer}. */
    void longLived(int source, int destination, int firstLayer) {
        along(source, destination, route(source, destination, firstLayer));
    }

    /** Messages of 100 KB without an end by these egress ports, the source's first. */
    void along(int source, int destination, List<Integer> route) {
        fabric.addFlow(
                FlowSpec.bandwidth(
                                ++flows, source, destination, 49_152 + flows, PRIORITY, 100_000, 8)
                        .along(route));
    }

    /** One message, its way left to the hash or to ATE. */
    void message(int source, int destination, long atNanos, long bytes) {
        MessageSchedule once = MessageSchedule.of(new long[] {atNanos}, new long[] {bytes});
        int port = 49_152 + ++flows % 16_384;
        fabric.addFlow(
                FlowSpec.scheduled(flows, source, destination, port, PRIORITY, once)
                        .between(atNanos, Long.MAX_VALUE));
    }

    /** Messages at random times of the first 200 us, to a few receivers. */
    void randomMessages(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int receivers = random.nextInt(1, 4);
        int messages = random.nextInt(10, 150);
        for (int i = 0; i < messages; i++) {
            int destination = random.nextInt(receivers);
            int nodes = fabric.topology().hosts().size();
            int source = (destination + random.nextInt(1, nodes)) % nodes;
            message(source, destination, random.nextLong(200_000), random.nextLong(1, 100_000));
        }
    }

    /** Runs until every message has arrived and what resumes its senders too. */
    void runToTheEnd() {
        while (outstanding() > 0 || fabric.nowNanos() < 300_000) {
            assertTrue(fabric.nowNanos() < 500_000_000L, "stuck");
            fabric.run(fabric.nowNanos() + 50_000);
            assertConserved();
        }
        fabric.run(fabric.nowNanos() + 100_000);
        assertNull(fabric.findDeadlock());
    }

    /** Nothing lost, nothing out of order, no promise broken, nothing left. */
    void assertClean() {
        assertEquals(0, fabric.events().count(EventLog.Kind.VIOLATION));
        assertEquals(new InFlight(0, 0), fabric.counters().inFlight());
        for (Node node : fabric.topology().nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                PortCounters counters = fabric.counters().port(node.id(), port);
                assertEquals(0, counters.droppedFrames());
                assertEquals(0, counters.ingressBytes());
            }
        }
        for (Node host : fabric.topology().hosts()) {
            assertEquals(0, fabric.counters().host(host.id()).reorderedPackets());
            assertEquals(0, fabric.counters().host(host.id()).retransmittedPackets());
        }
    }

    /** Sent = received + on the way + dropped. */
    private void assertConserved() {
        long packets = 0;
        long bytes = 0;
        for (Node host : fabric.topology().hosts()) {
            HostTotals totals = fabric.counters().host(host.id());
            packets += totals.dataPacketsSent() - totals.dataPacketsReceived();
            bytes += totals.dataBytesSent() - totals.dataBytesReceived();
        }
        for (Node node : fabric.topology().nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                packets -= fabric.counters().port(node.id(), port).droppedFrames();
                bytes -= fabric.counters().port(node.id(), port).droppedBytes();
            }
        }
        assertEquals(new InFlight(packets, bytes), fabric.counters().inFlight());
    }

    private long outstanding() {
        return fabric.topology().hosts().stream()
                .mapToLong(host -> fabric.counters().outstandingMessages(host.id()))
                .sum();
    }

    /** Egress ports of all devices on the way, the source's first. */
    private List<Integer> route(int source, int destination, int firstLayer) {
        int first = firstLayer == 0 ? destination % n : destination / n;
        int second = firstLayer == 0 ? destination / n : destination % n;
        boolean twoHop =
                firstLayer == 0 ? source / n == destination / n : source % n == destination % n;
        return twoHop
                ? List.of(firstLayer + 1, first + 1)
                : List.of(firstLayer + 1, first + 1, 2 - firstLayer, second + 1);
    }

    private static LinkType link(String rate) {
        return new LinkType(DataRate.parse(rate), new Nanos(1_000));
    }
}
