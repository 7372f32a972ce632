package io.losslab.softswitch.scheme;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.PortChoice;
import io.losslab.api.topology.LeafSpine;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.pyrrha.Pyrrha;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.Irn;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.pause.PauseAttribution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Racks under spines with Pyrrha on every device, and traffic drawn from a seed. */
final class PyrrhaRacks {
    static final int PRIORITY = 3;
    static final int MTU = 1_024;
    private static final int MOST_PACKETS = 1_000;
    private static final int QUEUES = 1 + PyrrhaSettings.MAX_ISOLATION_QUEUES;

    final Fabric fabric;
    final List<Pyrrha> schemes = new ArrayList<>();
    int flows;

    private PyrrhaRacks(Topology topology) {
        fabric = new Fabric(topology, QUEUES);
        ShortestPaths.install(fabric);
        fabric.attributePauses();
        for (Node host : topology.hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(MTU));
        }
    }

    /** Racks without schemes or traffic. */
    static PyrrhaRacks of(LeafSpine racks) {
        return new PyrrhaRacks(racks.build());
    }

    /** Two to four racks under one to three spines; bursts to few receivers at random times. */
    static PyrrhaRacks random(long seed, PyrrhaSettings settings) {
        SplittableRandom random = new SplittableRandom(seed);
        DataRate fabricRate = DataRate.parse(random.nextBoolean() ? "100Gbps" : "200Gbps");
        PyrrhaRacks racks =
                new PyrrhaRacks(
                        new LeafSpine(
                                        random.nextInt(2, 5),
                                        random.nextInt(1, 4),
                                        random.nextInt(2, 5),
                                        link(DataRate.parse("100Gbps")),
                                        link(fabricRate),
                                        new SwitchType(DataSize.parse("20MB"), new Nanos(0)),
                                        List.of())
                                .build());
        for (Node node : racks.fabric.topology().switches()) {
            racks.fabric.routes().setEcmp(node.id(), FlowHash.FNV1A, random.nextInt());
        }
        racks.control(settings);
        racks.load(random);
        return racks;
    }

    /** Four racks of four hosts under two spines; nothing to send. */
    static PyrrhaRacks fourByFour() {
        return racks(4, 2, 4);
    }

    /** A rack of hosts; nothing to send. */
    static PyrrhaRacks oneRack(int hosts) {
        return racks(1, 1, hosts);
    }

    private static PyrrhaRacks racks(int leaves, int spines, int hostsPerLeaf) {
        return of(
                new LeafSpine(
                        leaves,
                        spines,
                        hostsPerLeaf,
                        link(DataRate.parse("100Gbps")),
                        link(DataRate.parse("200Gbps")),
                        new SwitchType(DataSize.parse("20MB"), new Nanos(0)),
                        List.of()));
    }

    private static LinkType link(DataRate rate) {
        return new LinkType(rate, new Nanos(600));
    }

    /** Puts Pyrrha on every port of every switch and host. */
    void control(PyrrhaSettings settings) {
        for (Node node : fabric.topology().nodes()) {
            List<Integer> ports = IntStream.rangeClosed(1, node.ports()).boxed().toList();
            Map<Integer, PyrrhaSettings> byPort = new HashMap<>();
            ports.forEach(port -> byPort.put(port, settings));
            schemes.add(
                    (Pyrrha)
                            fabric.schemes()
                                    .addEgress(
                                            node.id(), ports, plane -> new Pyrrha(plane, byPort)));
        }
    }

    /** Has switches balance packets, and hosts keep what comes ahead of a gap. */
    void balance(PortChoice choice, long seed) {
        Irn irn = new Irn(MOST_PACKETS, 1_000_000, 1_000_000, 3, MOST_PACKETS);
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(
                    host.id(), HostSettings.of(new TransportSettings(MTU, 1, irn, null)));
        }
        for (Node node : fabric.topology().switches()) {
            fabric.routes().setChoice(node.id(), choice, seed + node.id());
        }
    }

    private void load(SplittableRandom random) {
        int hosts = fabric.topology().hosts().size();
        for (int burst = 0; burst < 8; burst++) {
            int receiver = random.nextInt(Math.min(hosts, 6));
            long startNanos = random.nextLong(150_000);
            int senders = random.nextInt(2, 9);
            for (int i = 0; i < senders; i++) {
                int sender = random.nextInt(hosts);
                if (sender != receiver) {
                    message(
                            sender,
                            receiver,
                            startNanos + random.nextLong(3_000),
                            random.nextLong(1, 90_000),
                            49_152 + random.nextInt(10_000));
                }
            }
        }
    }

    /** One message between hosts, by their numbers. */
    void message(int from, int to, long startNanos, long bytes, int udpSourcePort) {
        fabric.addFlow(
                FlowSpec.scheduled(
                        ++flows,
                        host(from),
                        host(to),
                        udpSourcePort,
                        PRIORITY,
                        MessageSchedule.of(new long[] {startNanos}, new long[] {bytes})));
    }

    int host(int number) {
        return fabric.topology().node("h" + number).orElseThrow().id();
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

    /** Data bytes sent less those received and those on the way; nothing is dropped here. */
    long missingBytes() {
        long missing = -fabric.counters().inFlight().bytes();
        for (Node host : fabric.topology().hosts()) {
            missing += fabric.counters().host(host.id()).dataBytesSent();
            missing -= fabric.counters().host(host.id()).dataBytesReceived();
        }
        return missing;
    }

    long merges() {
        return schemes.stream().mapToLong(scheme -> scheme.statistics().merges()).sum();
    }

    long moves() {
        return schemes.stream().mapToLong(scheme -> scheme.statistics().moves()).sum();
    }

    int queuesInUse() {
        return schemes.stream().mapToInt(scheme -> scheme.statistics().queuesInUse()).sum();
    }

    /** Pauses that a flow suffered on account of a port it does not pass. */
    List<PauseAttribution.Charge> innocent() {
        return charges().stream().filter(charge -> !charge.crossesRoot()).toList();
    }

    /** Pauses at all devices. */
    List<PauseAttribution.Charge> charges() {
        return fabric.topology().nodes().stream()
                .flatMap(node -> fabric.pauseCharges(node.id()).stream())
                .toList();
    }
}
