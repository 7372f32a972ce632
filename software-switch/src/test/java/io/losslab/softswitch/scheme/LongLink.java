package io.losslab.softswitch.scheme;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.host.HostTotals;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Hosts at both ends of a long link between switches M and N, three priorities, and a load drawn
 * from a seed. The scheme under test holds both directions of the long link, PFC the hosts.
 */
final class LongLink {
    static final int PRIORITIES = 0b11_1000;
    private static final int SIDE = 3;
    private static final int LONG_PORT = SIDE + 1;
    private static final long HORIZON_NANOS = 200_000_000;

    final Fabric fabric;
    final IngressScheme atN;
    final int m;
    final int n;
    private final SplittableRandom random;
    private int flows;

    LongLink(long seed, String schemeName, Map<String, String> given) {
        random = new SplittableRandom(seed);
        TopologyBuilder builder =
                new TopologyBuilder("long-link")
                        .switchNode("M", DataSize.parse("64MB"))
                        .switchNode("N", DataSize.parse("64MB"));
        DataRate rate = DataRate.parse("100Gbps");
        for (int i = 0; i < SIDE; i++) {
            builder.host("m" + i).link("m" + i, "M", rate, new Nanos(10), "edge");
        }
        for (int i = 0; i < SIDE; i++) {
            builder.host("n" + i).link("n" + i, "N", rate, new Nanos(10), "edge");
        }
        builder.link("M", "N", rate, new Nanos(random.nextLong(15_000, 60_000)), "longHaul");
        fabric = new Fabric(builder.build());
        ShortestPaths.install(fabric);
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(1_024));
        }
        m = id("M");
        n = id("N");
        guardHosts(m);
        guardHosts(n);
        SchemeType type = SchemeTypes.find(schemeName).orElseThrow();
        control(type, m, given);
        atN = control(type, n, given);
    }

    /** Bursts of every priority across the link, to few receivers. */
    void load(long fromNanos) {
        for (int flow = 0; flow < 60; flow++) {
            boolean toN = random.nextInt(4) > 0;
            String from = (toN ? "m" : "n") + random.nextInt(SIDE);
            String to = (toN ? "n" : "m") + random.nextInt(2);
            long start = fromNanos + random.nextLong(400_000);
            message(from, to, 3 + random.nextInt(3), start, random.nextLong(1, 400_000));
        }
    }

    void message(String from, String to, int priority, long startNanos, long bytes) {
        fabric.addFlow(
                FlowSpec.scheduled(
                        ++flows,
                        id(from),
                        id(to),
                        49_152 + random.nextInt(10_000),
                        priority,
                        MessageSchedule.of(new long[] {startNanos}, new long[] {bytes})));
    }

    /** Runs until every message is there; returns how many and when they came. */
    FlowLog runToTheEnd() {
        fabric.run(fabric.nowNanos() + 500_000); // all are posted by then
        while (outstanding() > 0) {
            if (fabric.nowNanos() > HORIZON_NANOS) {
                throw new AssertionError(outstanding() + " messages are stuck");
            }
            fabric.run(fabric.nowNanos() + 500_000);
        }
        fabric.run(fabric.nowNanos() + 1_000_000);
        return fabric.drainFlows();
    }

    int messages() {
        return flows;
    }

    long dropped() {
        long dropped = 0;
        for (Node node : fabric.topology().switches()) {
            for (int port = 1; port <= node.ports(); port++) {
                dropped += fabric.counters().port(node.id(), port).droppedFrames();
            }
        }
        return dropped;
    }

    long reordered() {
        return fabric.topology().hosts().stream()
                .mapToLong(host -> fabric.counters().host(host.id()).reorderedPackets())
                .sum();
    }

    /** Bytes sent that were neither received nor dropped and are not under way. */
    long missingBytes() {
        long bytes = -fabric.counters().inFlight().bytes();
        for (Node host : fabric.topology().hosts()) {
            HostTotals totals = fabric.counters().host(host.id());
            bytes += totals.dataBytesSent() - totals.dataBytesReceived();
        }
        return bytes;
    }

    long mostHeldBytes(int device) {
        return fabric.counters().port(device, LONG_PORT).maxIngressBytes();
    }

    long reservedBytes(int device) {
        return fabric.counters().port(device, LONG_PORT).reservedBytes();
    }

    private long outstanding() {
        return fabric.topology().hosts().stream()
                .mapToLong(host -> fabric.counters().outstandingMessages(host.id()))
                .sum();
    }

    private void guardHosts(int device) {
        for (int port = 1; port <= SIDE; port++) {
            PfcSettings settings =
                    PfcSettings.ofStatic(
                            PRIORITIES,
                            100_000,
                            100_000,
                            PfcSettings.safeHeadroomBytes(fabric.link(device, port)));
            fabric.schemes().setIngress(device, port, (plane, at) -> new Pfc(plane, at, settings));
        }
    }

    private IngressScheme control(SchemeType type, int device, Map<String, String> given) {
        LinkProfile link = fabric.link(device, LONG_PORT);
        Settings settings =
                type.resolve(
                        SettingDefaults.complete(type.name(), type.settings(), new Settings(given))
                                .resolve(Setting.PRIORITIES, 1 << 3),
                        link);
        if (!type.problems(settings, link, 64_000_000).isEmpty()) {
            throw new IllegalStateException(
                    type.problems(settings, link, 64_000_000).get(0).message());
        }
        fabric.schemes()
                .addEgress(
                        device,
                        List.of(LONG_PORT),
                        plane -> type.egress(plane, Map.of(LONG_PORT, settings)));
        return fabric.schemes()
                .setIngress(
                        device, LONG_PORT, (plane, port) -> type.downstream(plane, port, settings));
    }

    private int id(String name) {
        return fabric.topology().node(name).orElseThrow().id();
    }
}
