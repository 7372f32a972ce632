package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import org.junit.jupiter.api.Test;

/** Three switches in a ring, every flow two links clockwise: PFC's cyclic buffer dependency. */
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

    /** A:1-B:1, B:2-C:1, C:2-A:2, and two hosts at every switch. */
    private static Fabric ring(int flowsEach) {
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
        Fabric fabric = new Fabric(builder.build());
        route(fabric, "A", 1, 3);
        route(fabric, "B", 2, 3);
        route(fabric, "C", 2, 3);
        PfcSettings settings = PfcSettings.ofStatic(1 << PRIORITY, 75_000, 50_000, 200_000);
        for (String name : new String[] {"A", "B", "C"}) {
            for (int port = 1; port <= 4; port++) {
                fabric.setScheme(
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
                                fabric.putRoute(
                                        node, Topology.ipv4Of(host), 32, new int[] {clockwise}));
        for (int i = 0; i < 2; i++) {
            int own = id(fabric, name.toLowerCase(java.util.Locale.ROOT) + i);
            int ipv4 = Topology.ipv4Of(topology.nodes().get(own));
            fabric.putRoute(node, ipv4, 32, new int[] {firstHostPort + i});
        }
    }

    private static int id(Fabric fabric, String name) {
        return fabric.topology().node(name).orElseThrow().id();
    }
}
