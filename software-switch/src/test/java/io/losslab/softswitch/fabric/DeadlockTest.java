package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Ndc;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** PFC's cyclic buffer dependency, over switches in a ring and over relaying hosts. */
class DeadlockTest {
    private static final int PRIORITY = 3;
    private static final DataRate RATE = DataRate.parse("100Gbps");
    private static final Nanos DELAY = new Nanos(1_000);

    @Test
    void aCycleOfPausedPortsIsFoundAndNamed() {
        Fabric fabric = ring(8);
        String cycle = runUntilStuck(fabric);
        assertNotNull(cycle, "the ring did not lock up");
        assertEquals(
                3 + 1, cycle.split(" -> ", -1).length, "three ports and the first again: " + cycle);
        for (String port : new String[] {"A:1", "B:2", "C:2"}) {
            assertTrue(cycle.contains(port), cycle);
        }
    }

    @Test
    void aCycleIsFoundWhileOtherTrafficGoesOn() {
        Fabric fabric = ring(8);
        fabric.addFlow(
                FlowSpec.bandwidth(
                        99, id(fabric, "a2"), id(fabric, "a3"), 50_000, PRIORITY, 100_000, 8));
        String cycle = runUntilStuck(fabric);
        assertNotNull(cycle, "the ring did not lock up");
        assertEquals(3 + 1, cycle.split(" -> ", -1).length, cycle);
        long before = fabric.counters().packetHops();
        fabric.run(fabric.nowNanos() + 1_000_000);
        assertTrue(fabric.counters().packetHops() > before + 1_000, "the other flow moves");
    }

    @Test
    void queuesAreNamedAlsoWhereAPortHasMoreThanAWordOfThem() {
        String cycle = runUntilStuck(ring(8, 120));
        assertNotNull(cycle, "the ring did not lock up");
        for (String port : new String[] {"A:1", "B:2", "C:2"}) {
            assertTrue(cycle.contains(port + " queue " + PRIORITY), cycle);
        }
    }

    @Test
    void aLongPauseFromOutsideIsNoDeadlock() {
        Fabric fabric = ring(0);
        int a = id(fabric, "A");
        fabric.addFlow(
                FlowSpec.bandwidth(
                        1, id(fabric, "a0"), id(fabric, "c0"), 50_000, PRIORITY, 100_000, 8));
        fabric.run(100_000);
        fabric.whole().pauses.hold(fabric.numbers.portsOf(a)[0], PRIORITY, DataPlane.NO_ROOT);
        assertNull(runUntilStuck(fabric));
    }

    /** PortFC's testbed: four flows over two nodes each, all relays on the way of one another. */
    @Test
    void aCycleOverRelayingHostsIsFoundAndNamed() {
        Fabric fabric = relayLoop();
        String cycle = runUntilStuck(fabric);
        assertNotNull(cycle, "the loop did not lock up");
        assertEquals(Set.of("n0", "s4", "n1", "s7", "n3", "s5", "n2", "s6"), devices(cycle), cycle);
    }

    @Test
    void idleAndBusyFabricsAreNotDeadlocked() {
        assertNull(runUntilStuck(ring(0)), "nothing to send is no deadlock");
        Fabric oneFlow = ring(0);
        oneFlow.addFlow(
                FlowSpec.bandwidth(
                        99, id(oneFlow, "a0"), id(oneFlow, "c0"), 50_000, 3, 100_000, 8));
        assertNull(runUntilStuck(oneFlow));
    }

    private static String runUntilStuck(Fabric fabric) {
        String cycle = null;
        for (int millis = 1; millis <= 40 && cycle == null; millis++) {
            fabric.run(millis * 1_000_000L);
            cycle = fabric.findDeadlock();
        }
        return cycle;
    }

    private static Fabric ring(int flowsEach) {
        return ring(flowsEach, 8);
    }

    /** A:1-B:1, B:2-C:1, C:2-A:2, two hosts at every switch, and two more at A. */
    private static Fabric ring(int flowsEach, int dataQueues) {
        TopologyBuilder builder = new TopologyBuilder("ring");
        DataSize buffer = DataSize.parse("5MB");
        for (String name : new String[] {"A", "B", "C"}) {
            builder.switchNode(name, buffer);
        }
        builder.link("A", "B", RATE, DELAY, "ring");
        builder.link("B", "C", RATE, DELAY, "ring");
        builder.link("C", "A", RATE, DELAY, "ring");
        for (String name : new String[] {"A", "B", "C"}) {
            for (int i = 0; i < 2; i++) {
                String host = name.toLowerCase(java.util.Locale.ROOT) + i;
                builder.host(host).link(host, name, RATE, DELAY, "host");
            }
        }
        for (String host : new String[] {"a2", "a3"}) {
            builder.host(host).link(host, "A", RATE, DELAY, "host");
        }
        Fabric fabric = new Fabric(builder.build(), dataQueues);
        route(fabric, "A", 1, 3);
        route(fabric, "B", 2, 3);
        route(fabric, "C", 2, 3);
        for (int i = 0; i < 2; i++) {
            Node host = fabric.topology().nodes().get(id(fabric, "a" + (2 + i)));
            fabric.routes().put(id(fabric, "A"), Topology.ipv4Of(host), 32, new int[] {5 + i});
        }
        PfcSettings settings = PfcSettings.ofStatic(1 << PRIORITY, 75_000, 50_000, 200_000);
        for (String name : new String[] {"A", "B", "C"}) {
            for (int port = 1; port <= 4; port++) {
                fabric.schemes()
                        .setIngress(
                                id(fabric, name),
                                port,
                                (plane, number) -> new Pfc(plane, number, settings));
            }
        }
        int flow = 0;
        for (String[] pair : new String[][] {{"a", "c"}, {"b", "a"}, {"c", "b"}}) {
            for (int i = 0; i < flowsEach; i++) {
                String to = pair[1] + i % 2;
                fabric.addFlow(
                        FlowSpec.bandwidth(
                                ++flow,
                                id(fabric, pair[0] + i % 2),
                                id(fabric, to),
                                50_000 + flow,
                                PRIORITY,
                                100_000,
                                8));
            }
        }
        return fabric;
    }

    /** Own hosts at their ports, all else clockwise. */
    private static void route(Fabric fabric, String name, int clockwise, int firstHostPort) {
        Topology topology = fabric.topology();
        int node = id(fabric, name);
        topology.hosts()
                .forEach(
                        host ->
                                fabric.routes()
                                        .put(
                                                node,
                                                Topology.ipv4Of(host),
                                                32,
                                                new int[] {clockwise}));
        for (int i = 0; i < 2; i++) {
            int own = id(fabric, name.toLowerCase(java.util.Locale.ROOT) + i);
            int ipv4 = Topology.ipv4Of(topology.nodes().get(own));
            fabric.routes().put(node, ipv4, 32, new int[] {firstHostPort + i});
        }
    }

    private static Fabric relayLoop() {
        SwitchType switches = new SwitchType(DataSize.parse("5MB"), Node.DEFAULT_PIPELINE);
        LinkType link = new LinkType(RATE, DELAY);
        DataSize relayBuffer = DataSize.parse("5MB");
        Ndc ndc = new Ndc(2, 1, List.of(link, link), switches, relayBuffer);
        Fabric fabric = new Fabric(ndc.build());
        ShortestPaths.install(fabric);
        PfcSettings settings = PfcSettings.ofStatic(1 << PRIORITY, 75_000, 50_000, 200_000);
        for (Node node : fabric.topology().nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                fabric.schemes()
                        .setIngress(
                                node.id(),
                                port,
                                (plane, number) -> new Pfc(plane, number, settings));
            }
        }
        int flow = 0;
        String[][] ways = {
            {"n0", "s4", "n1", "s7", "n3"},
            {"n1", "s7", "n3", "s5", "n2"},
            {"n3", "s5", "n2", "s6", "n0"},
            {"n2", "s6", "n0", "s4", "n1"}
        };
        for (String[] way : ways) {
            for (int i = 0; i < 8; i++) {
                fabric.addFlow(
                        FlowSpec.bandwidth(
                                        ++flow,
                                        id(fabric, way[0]),
                                        id(fabric, way[4]),
                                        50_000 + flow,
                                        PRIORITY,
                                        100_000,
                                        8)
                                .along(portsOf(fabric.topology(), way)));
            }
        }
        return fabric;
    }

    private static List<Integer> portsOf(Topology topology, String[] way) {
        List<Integer> ports = new ArrayList<>();
        for (int hop = 0; hop + 1 < way.length; hop++) {
            Node node = topology.node(way[hop]).orElseThrow();
            String next = way[hop + 1];
            for (int port = 1; port <= node.ports(); port++) {
                if (topology.peerAt(node, port).name().equals(next)) {
                    ports.add(port);
                }
            }
        }
        return ports;
    }

    private static Set<String> devices(String cycle) {
        Set<String> devices = new TreeSet<>();
        for (String place : cycle.split(" -> ", -1)) {
            devices.add(place.substring(0, place.indexOf(':')));
        }
        return devices;
    }

    private static int id(Fabric fabric, String name) {
        return fabric.topology().node(name).orElseThrow().id();
    }
}
