package io.losslab.softswitch.scheme;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.topology.LeafSpine;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.roce.host.HostTotals;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Racks under spines with a scheme of the registry on every link, and bursts to few receivers
 * across background traffic, all drawn from a seed.
 */
final class SchemeRacks {
    private static final int PRIORITY = 3;
    private static final int MTU = 1_024;
    private static final long HORIZON_NANOS = 50_000_000;

    final Fabric fabric;
    final List<EgressScheme> schemes = new ArrayList<>();

    /** What the scheme's settings cannot promise, over all ports. */
    final List<String> problems = new ArrayList<>();

    int messages;

    private final SplittableRandom random;
    private final SchemeType type;
    private final Settings settings;
    private final boolean atHosts;

    SchemeRacks(long seed, SchemeType type, Settings settings) {
        this(seed, type, settings, true);
    }

    /** With the scheme on the links of hosts too, or on those between switches alone. */
    SchemeRacks(long seed, SchemeType type, Settings settings, boolean atHosts) {
        this.random = new SplittableRandom(seed);
        this.type = type;
        this.settings = settings;
        this.atHosts = atHosts;
        LinkType link =
                new LinkType(DataRate.parse("40Gbps"), new Nanos(random.nextLong(20, 1_000)));
        SwitchType model =
                new SwitchType(DataSize.parse("12MB"), new Nanos(random.nextInt(2) * 500L));
        fabric =
                new Fabric(
                        new LeafSpine(
                                        random.nextInt(2, 5),
                                        random.nextInt(1, 3),
                                        random.nextInt(2, 5),
                                        link,
                                        link,
                                        model,
                                        List.of())
                                .build(),
                        Math.max(8, type.queues(settings, 8)));
        ShortestPaths.install(fabric);
        for (Node node : fabric.topology().switches()) {
            fabric.routes().setEcmp(node.id(), FlowHash.FNV1A, random.nextInt());
        }
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(MTU));
        }
        fabric.topology().nodes().forEach(this::control);
        load();
    }

    private void control(Node node) {
        Map<Integer, Settings> byPort = new TreeMap<>();
        for (int port = 1; port <= node.ports(); port++) {
            if (!atHosts && isOfHost(node, port)) {
                continue;
            }
            Settings resolved = type.resolve(settings, fabric.link(node.id(), port));
            byPort.put(port, resolved);
            if (node.isSwitch()) {
                type.problems(resolved, fabric.link(node.id(), port), node.buffer().bytes())
                        .forEach(problem -> problems.add(problem.message()));
                if (type.downstream(fabric.schemes().planeOf(node.id()), port, resolved) != null) {
                    fabric.schemes()
                            .setIngress(
                                    node.id(),
                                    port,
                                    (plane, at) -> type.downstream(plane, at, resolved));
                }
            }
        }
        boolean runsHere = node.isSwitch() || type.has(Trait.RUNS_ON_HOSTS);
        if (byPort.isEmpty()) {
            return;
        }
        if (runsHere && type.egress(fabric.schemes().planeOf(node.id()), byPort) != null) {
            schemes.add(
                    fabric.schemes()
                            .addEgress(
                                    node.id(),
                                    List.copyOf(byPort.keySet()),
                                    plane -> type.egress(plane, byPort)));
        }
    }

    private boolean isOfHost(Node node, int port) {
        Link link = fabric.topology().linkAt(node, port);
        return node.isHost() || link.peerOf(node).node().isHost();
    }

    private void load() {
        int hosts = fabric.topology().hosts().size();
        for (int burst = 0; burst < 6; burst++) {
            int receiver = random.nextInt(Math.min(hosts, 3));
            long start = random.nextLong(200_000);
            for (int sender = 0; sender < hosts; sender++) {
                if (sender != receiver && random.nextInt(4) > 0) {
                    message(sender, receiver, start + random.nextLong(3_000), 120_000);
                }
            }
        }
        for (int flow = 0; flow < 2 * hosts; flow++) {
            int sender = random.nextInt(hosts);
            int receiver = random.nextInt(hosts);
            if (sender != receiver) {
                message(sender, receiver, random.nextLong(300_000), 60_000);
            }
        }
    }

    private void message(int from, int to, long startNanos, int mostBytes) {
        fabric.addFlow(
                FlowSpec.scheduled(
                        ++messages,
                        host(from),
                        host(to),
                        49_152 + random.nextInt(10_000),
                        PRIORITY,
                        MessageSchedule.of(
                                new long[] {startNanos},
                                new long[] {random.nextLong(1, mostBytes)})));
    }

    private int host(int number) {
        return fabric.topology().node("h" + number).orElseThrow().id();
    }

    /** Bytes sent that were neither received nor dropped and are not under way. */
    long missingBytes() {
        long missing = -fabric.counters().inFlight().bytes();
        for (Node host : fabric.topology().hosts()) {
            HostTotals totals = fabric.counters().host(host.id());
            missing += totals.dataBytesSent() - totals.dataBytesReceived();
        }
        return missing - droppedBytes();
    }

    long droppedBytes() {
        long dropped = 0;
        for (Node node : fabric.topology().switches()) {
            for (int port = 1; port <= node.ports(); port++) {
                dropped += fabric.counters().port(node.id(), port).droppedBytes();
            }
        }
        return dropped;
    }

    long reordered() {
        return fabric.topology().hosts().stream()
                .mapToLong(host -> fabric.counters().host(host.id()).reorderedPackets())
                .sum();
    }

    /** Flow-control frames that all devices sent. */
    long controlFrames() {
        long sent = 0;
        for (Node node : fabric.topology().nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                sent += fabric.counters().port(node.id(), port).txControl();
            }
        }
        return sent;
    }

    /** Runs a while. */
    void run(long untilNanos) {
        fabric.run(untilNanos);
    }

    /** Runs until everything must have arrived. */
    void runToTheEnd() {
        fabric.run(HORIZON_NANOS);
    }
}
