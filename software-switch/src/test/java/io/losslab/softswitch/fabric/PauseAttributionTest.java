package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.Networks.BUFFER;
import static io.losslab.softswitch.fabric.Networks.PRIORITY;
import static io.losslab.softswitch.fabric.Networks.RATE;
import static io.losslab.softswitch.fabric.Networks.id;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.pyrrha.PyrrhaType;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.pause.PauseAttribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Paused time is charged to the congested port that caused it, to the nanosecond. */
class PauseAttributionTest {
    private static final int MTU = 1_024;
    private static final long ROOT = DataPlane.root(1, 1);
    private static final long OTHER_ROOT = DataPlane.root(1, 2);

    // ---- one port, pauses by hand

    private final Fabric star = Networks.fabric(Networks.star(4, RATE, 1_000), MTU);
    private final int s = id(star.topology(), "S");
    private final int h0 = id(star.topology(), "h0");
    private final int h3 = id(star.topology(), "h3");
    private final int toH0 = star.numbers.portsOf(s)[0];
    private final int fromH3 = star.numbers.portsOf(h3)[0];

    @Test
    void everyFlowInAPausedQueueIsChargedForThePauseAndALaterOneFromItsArrival() {
        congestH0();
        star.addFlow(postedAt(9, h3, 250_000));
        star.run(200_000);
        star.whole().pauses.hold(toH0, PRIORITY, ROOT);
        star.run(300_000);
        star.whole().pauses.release(toH0, PRIORITY);
        long wirePicos = RoceFrame.wireBytes(RoceFrame.dataFrameBytes(1_000, true)) * 80L;
        long arrival = 250_000_000 + wirePicos + 1_000_000 + Networks.PIPELINE_PICOS;
        assertEquals(
                Map.of(1, 100_000L, 2, 100_000L, 9, (300_000_000 - arrival) / 1000),
                nanosByFlow(star.pauseCharges(s)));
    }

    @Test
    void aPauseThatStandsIsChargedUpToNowAndOnce() {
        congestH0();
        star.run(200_000);
        star.whole().pauses.hold(toH0, PRIORITY, ROOT);
        star.run(230_000);
        assertEquals(Map.of(1, 30_000L, 2, 30_000L), nanosByFlow(star.pauseCharges(s)));
        assertEquals(Map.of(1, 30_000L, 2, 30_000L), nanosByFlow(star.pauseCharges(s)));
        star.run(250_000);
        star.whole().pauses.release(toH0, PRIORITY);
        star.run(300_000);
        assertEquals(Map.of(1, 50_000L, 2, 50_000L), nanosByFlow(star.pauseCharges(s)));
        assertEquals(50_000, star.counters().port(s, 1).pausedNanos());
    }

    @Test
    void whenAnotherPortIsTheRootThePauseIsSplit() {
        congestH0();
        star.run(200_000);
        star.whole().pauses.hold(toH0, PRIORITY, ROOT);
        star.run(240_000);
        star.whole().pauses.hold(toH0, PRIORITY, OTHER_ROOT);
        star.run(300_000);
        star.whole().pauses.release(toH0, PRIORITY);
        List<PauseAttribution.Charge> charges = star.pauseCharges(s);
        assertEquals(4, charges.size());
        for (PauseAttribution.Charge charge : charges) {
            boolean first = charge.rootPort() == 1;
            assertEquals(first ? 40_000 : 60_000, charge.pausedNanos());
            assertEquals(first, charge.crossesRoot(), "the flows leave S by port 1");
        }
    }

    @Test
    void aQueueThatWaitsForItsTurnIsChargedToNobody() {
        congestH0();
        star.run(200_000);
        star.whole().pauses.hold(toH0, PRIORITY, DataPlane.NO_ROOT);
        star.run(300_000);
        star.whole().pauses.release(toH0, PRIORITY);
        assertEquals(List.of(), star.pauseCharges(s));
    }

    @Test
    void aHostsFlowIsChargedFromItsPost() {
        star.attributePauses();
        star.addFlow(postedAt(9, h3, 250_000));
        star.run(200_000);
        star.whole().pauses.hold(fromH3, PRIORITY, ROOT);
        star.run(300_000);
        star.whole().pauses.release(fromH3, PRIORITY);
        assertEquals(Map.of(9, 50_000L), nanosByFlow(star.pauseCharges(h3)));
    }

    @Test
    void aParkedFlowIsChargedUntilItMaySendAgain() {
        star.attributePauses();
        star.addFlow(Networks.message(1, h3, h0, 1_000_000));
        star.run(10_000);
        DataPlane plane = star.schemes().planeOf(h3);
        plane.parkedFor(1, ROOT);
        star.whole().hosts.park(1);
        star.run(40_000);
        assertEquals(Map.of(1, 30_000L), nanosByFlow(star.pauseCharges(h3)));
        star.run(50_000);
        plane.unpark(1);
        star.run(90_000);
        assertEquals(Map.of(1, 40_000L), nanosByFlow(star.pauseCharges(h3)));
    }

    // ---- an incast and a victim: the congested port is R's to c0, which the victim does not take

    @Test
    void underPfcAVictimIsChargedToACongestedPortThatItDoesNotCross() {
        Fabric fabric = twoSwitches();
        Networks.pfcEverywhere(fabric, 1 << PRIORITY, 75_000, 50_000);
        List<PauseAttribution.Charge> charges = incast(fabric);
        String congested = portTo(fabric, "R", "c0");
        assertEquals(new TreeSet<>(List.of(congested)), roots(fabric, charges));
        for (PauseAttribution.Charge charge : charges) {
            assertEquals(charge.flow() != VICTIM, charge.crossesRoot(), charge.toString());
        }
        List<String> stood = new ArrayList<>();
        charges.stream()
                .filter(charge -> charge.flow() == VICTIM)
                .forEach(charge -> stood.add(nodeName(fabric, charge.node())));
        assertEquals(
                Set.of("v", "L"), Set.copyOf(stood), "a chain of pauses leads back to its root");
    }

    @Test
    void aFlowAloneInAPausedQueueIsChargedForAllOfItsPause() {
        Fabric fabric = twoSwitches();
        Networks.pfcEverywhere(fabric, 1 << PRIORITY, 75_000, 50_000);
        List<PauseAttribution.Charge> charges = incast(fabric);
        int b0 = id(fabric.topology(), "b0");
        long paused = fabric.counters().port(b0, 1).pausedNanos();
        assertTrue(paused > 100_000, "b0 was paused for " + paused + " ns");
        List<PauseAttribution.Charge> atB0 =
                charges.stream().filter(charge -> charge.node() == b0).toList();
        assertEquals(Map.of(10, paused), nanosByFlow(atB0));
    }

    @Test
    void underPyrrhaNobodyIsChargedInnocently() {
        Fabric fabric = pyrrha(twoSwitches(PYRRHA_QUEUES));
        List<PauseAttribution.Charge> charges = incast(fabric);
        assertTrue(
                charges.stream().anyMatch(PauseAttribution.Charge::crossesRoot),
                "somebody was paused");
        for (PauseAttribution.Charge charge : charges) {
            assertTrue(charge.crossesRoot(), charge.toString());
            assertFalse(charge.flow() == VICTIM, charge.toString());
        }
    }

    @Test
    void nothingIsChargedUnlessAskedFor() {
        Fabric fabric = twoSwitches();
        Networks.pfcEverywhere(fabric, 1 << PRIORITY, 75_000, 50_000);
        addIncast(fabric);
        fabric.run(1_000_000);
        assertEquals(List.of(), allCharges(fabric));
    }

    private static final int VICTIM = 7;
    private static final int PYRRHA_QUEUES = new PyrrhaType().queues(Settings.NONE, 4);

    private static Fabric twoSwitches() {
        return twoSwitches(8);
    }

    /** Senders a0 and v at L; at R the senders b0, b1 and the receivers c0, c1. */
    private static Fabric twoSwitches(int dataQueues) {
        Nanos delay = new Nanos(1_000);
        TopologyBuilder builder =
                new TopologyBuilder("two").switchNode("L", BUFFER).switchNode("R", BUFFER);
        for (String host : List.of("a0", "v", "b0", "b1", "c0", "c1")) {
            String at = host.equals("a0") || host.equals("v") ? "L" : "R";
            builder.host(host).link(host, at, RATE, delay, "edge");
        }
        Fabric fabric =
                new Fabric(
                        builder.link("L", "R", DataRate.parse("400Gbps"), delay, "core").build(),
                        dataQueues);
        ShortestPaths.install(fabric);
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(MTU));
        }
        return fabric;
    }

    private static Fabric pyrrha(Fabric fabric) {
        PyrrhaType type = new PyrrhaType();
        for (Node node : fabric.topology().nodes()) {
            Map<Integer, Settings> byPort = new LinkedHashMap<>();
            for (int port = 1; port <= node.ports(); port++) {
                LinkProfile link = fabric.link(node.id(), port);
                byPort.put(
                        port,
                        type.resolve(
                                SettingDefaults.complete(
                                        "pyrrha", type.settings(), new Settings(Map.of())),
                                link));
            }
            List<Integer> ports = List.copyOf(byPort.keySet());
            fabric.schemes().addEgress(node.id(), ports, plane -> type.egress(plane, byPort));
        }
        return fabric;
    }

    private static List<PauseAttribution.Charge> incast(Fabric fabric) {
        fabric.attributePauses();
        addIncast(fabric);
        fabric.run(2_000_000);
        return allCharges(fabric);
    }

    private static List<PauseAttribution.Charge> allCharges(Fabric fabric) {
        return fabric.topology().nodes().stream()
                .flatMap(node -> fabric.pauseCharges(node.id()).stream())
                .toList();
    }

    private static void addIncast(Fabric fabric) {
        Topology topology = fabric.topology();
        int c0 = id(topology, "c0");
        fabric.addFlow(Networks.message(1, id(topology, "a0"), c0, 3_000_000));
        fabric.addFlow(Networks.message(10, id(topology, "b0"), c0, 3_000_000));
        fabric.addFlow(Networks.message(11, id(topology, "b1"), c0, 3_000_000));
        fabric.addFlow(Networks.message(VICTIM, id(topology, "v"), id(topology, "c1"), 3_000_000));
    }

    private void congestH0() {
        star.attributePauses();
        for (int sender = 1; sender <= 2; sender++) {
            int from = id(star.topology(), "h" + sender);
            star.addFlow(FlowSpec.bandwidth(sender, from, h0, sender, PRIORITY, 1_000_000, 8));
        }
    }

    private FlowSpec postedAt(int flow, int from, long nanos) {
        MessageSchedule schedule = MessageSchedule.of(new long[] {nanos}, new long[] {1_000});
        return FlowSpec.scheduled(flow, from, h0, 49_152 + flow, PRIORITY, schedule);
    }

    private static Map<Integer, Long> nanosByFlow(List<PauseAttribution.Charge> charges) {
        Map<Integer, Long> nanos = new LinkedHashMap<>();
        charges.forEach(charge -> nanos.merge(charge.flow(), charge.pausedNanos(), Long::sum));
        return nanos;
    }

    private static Set<String> roots(Fabric fabric, List<PauseAttribution.Charge> charges) {
        Set<String> roots = new TreeSet<>();
        charges.forEach(
                charge -> roots.add(nodeName(fabric, charge.rootNode()) + ":" + charge.rootPort()));
        return roots;
    }

    private static String nodeName(Fabric fabric, int node) {
        return fabric.topology().nodes().get(node).name();
    }

    private static String portTo(Fabric fabric, String from, String to) {
        Node node = fabric.topology().node(from).orElseThrow();
        for (int port = 1; port <= node.ports(); port++) {
            if (fabric.topology().peerAt(node, port).name().equals(to)) {
                return from + ":" + port;
            }
        }
        throw new IllegalArgumentException(from + " has no link to " + to);
    }
}
