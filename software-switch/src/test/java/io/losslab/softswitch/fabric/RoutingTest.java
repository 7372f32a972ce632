package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.Networks.BUFFER;
import static io.losslab.softswitch.fabric.Networks.RATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.Nanos;
import io.losslab.softswitch.fabric.observe.EventLog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoutingTest {
    private static final long BYTES = 10_000;
    private static final int LINKS = 3;

    private final Topology topology = parallelLinks();
    private final Fabric fabric = Networks.fabric(topology, 4096);
    private final int a = Networks.id(topology, "A");
    private final int c = Networks.id(topology, "C");
    private final int m = Networks.id(topology, "M");
    private final int n = Networks.id(topology, "N");
    private final int ofC = Topology.ipv4Of(topology.node("C").orElseThrow());

    /** Whoever knows hash and seed can say which way a flow goes. */
    @ParameterizedTest
    @EnumSource(FlowHash.class)
    void flowsGoTheWayTheHashSays(FlowHash hash) {
        int seed = 77;
        fabric.routes().setEcmp(m, hash, seed);
        long[] expected = new long[LINKS];
        int ofA = Topology.ipv4Of(topology.node("A").orElseThrow());
        for (int flow = 0; flow < 60; flow++) {
            fabric.addFlow(Networks.message(flow, a, c, BYTES));
            int member = hash.member(seed, ofA, ofC, 49_152 + flow, FlowHash.ROCE_PORT, LINKS);
            expected[member] += Networks.frameBytes(BYTES, 4096);
        }
        fabric.run(1_000_000);
        assertEquals(60, fabric.drainFlows().size());
        for (int link = 0; link < LINKS; link++) {
            assertTrue(expected[link] > 0);
            assertEquals(expected[link], fabric.counters().port(n, link + 1).rxBytes());
        }
    }

    /** Chi-square of the shares stays below its 99.9th percentile, for every fan-out and seed. */
    @ParameterizedTest
    @EnumSource(FlowHash.class)
    void theHashSpreadsConsecutivePortsEvenly(FlowHash hash) {
        double[] limits = {0, 0, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32};
        int exceeded = 0;
        for (int fanout = 2; fanout <= 8; fanout++) {
            for (int seed = 0; seed < 20; seed++) {
                int flows = 2_000;
                int[] counts = new int[fanout];
                for (int port = 0; port < flows; port++) {
                    counts[
                            hash.member(
                                    seed, 0x0A000001, 0x0A000101, 49_152 + port, 4791, fanout)]++;
                }
                double mean = (double) flows / fanout;
                double chiSquare = 0;
                for (int count : counts) {
                    chiSquare += (count - mean) * (count - mean) / mean;
                }
                exceeded += chiSquare > limits[fanout] ? 1 : 0;
            }
        }
        assertTrue(exceeded <= 2, exceeded + " of 140 spreads are uneven");
    }

    @Test
    void theLongestPrefixWins() {
        fabric.routes().clear(m);
        fabric.routes().put(m, 0, 0, new int[] {1});
        fabric.routes().put(m, ofC & 0xFFFF_FF00, 24, new int[] {2});
        fabric.routes().put(m, ofC, 32, new int[] {3});
        assertArrivesBy(3);
        fabric.routes().remove(m, 0, ofC, 32);
        assertArrivesBy(2);
        fabric.routes().remove(m, 0, ofC & 0xFFFF_FF00, 24);
        assertArrivesBy(1);
    }

    @Test
    void withoutARoutePacketsAreDroppedAndTheDropNamesItsCause() {
        fabric.routes().clear(m);
        fabric.addFlow(Networks.message(1, a, c, 4096));
        fabric.run(1_000_000);
        assertEquals(1, fabric.counters().port(m, LINKS + 1).droppedFrames());
        List<EventLog.Event> events = fabric.events().drain();
        assertEquals(EventLog.Kind.DROP, events.get(0).kind());
        assertEquals(m, events.get(0).node());
        assertEquals("no route", events.get(0).cause());
    }

    /**
     * One device, three switches in a row: a packet meets it three times, by other routes each
     * time.
     */
    @Test
    void eachLogicalSwitchHasRoutesOfItsOwn() {
        Topology one =
                new TopologyBuilder("one device")
                        .host("A")
                        .host("C")
                        .switchNode("M", BUFFER, new Nanos(0))
                        .link("A", "M", RATE, new Nanos(1_000), "edge")
                        .link("M", "M", RATE, new Nanos(1_000), "loopBack")
                        .link("M", "M", RATE, new Nanos(1_000), "loopBack")
                        .link("M", "C", RATE, new Nanos(1_000), "edge")
                        .build();
        Fabric carved = new Fabric(one);
        int device = Networks.id(one, "M");
        int from = Networks.id(one, "A");
        int to = Networks.id(one, "C");
        int ofTo = one.node("C").orElseThrow().ipv4();
        int ofFrom = one.node("A").orElseThrow().ipv4();
        for (int port = 1; port <= 6; port++) {
            carved.routes().setLogicalSwitch(device, port, (port + 1) / 2);
        }
        for (int number = 1; number <= 3; number++) {
            carved.routes().put(device, number, ofTo, 32, new int[] {2 * number});
            carved.routes().put(device, number, ofFrom, 32, new int[] {2 * number - 1});
        }
        carved.addFlow(Networks.message(1, from, to, BYTES));
        carved.run(1_000_000);
        assertEquals(1, carved.drainFlows().size());
        assertEquals(0, Networks.dropped(carved));
        long bytes = Networks.frameBytes(BYTES, 4096);
        for (int port = 1; port <= 6; port++) {
            assertEquals(port % 2 == 1 ? bytes : 0, carved.counters().port(device, port).rxBytes());
        }
        carved.routes().setLogicalSwitch(device, 5, 4);
        carved.addFlow(Networks.message(2, from, to, BYTES));
        carved.run(2_000_000);
        assertEquals(0, carved.drainFlows().size());
        assertTrue(Networks.dropped(carved) > 0);
    }

    @Test
    void aLoopEndsAfter64Hops() {
        fabric.routes().put(n, ofC, 32, new int[] {1});
        fabric.routes().put(m, ofC, 32, new int[] {1});
        fabric.addFlow(Networks.message(1, a, c, 4096));
        fabric.run(1_000_000);
        assertEquals(1, Networks.dropped(fabric));
        assertEquals(1 + 64, fabric.counters().packetHops());
    }

    private void assertArrivesBy(int link) {
        long before = fabric.counters().port(n, link).rxFrames();
        fabric.addFlow(Networks.message(1, a, c, 4096));
        fabric.run(fabric.nowNanos() + 100_000);
        assertEquals(before + 1, fabric.counters().port(n, link).rxFrames());
        assertEquals(1, fabric.drainFlows().size());
    }

    private static Topology parallelLinks() {
        TopologyBuilder builder =
                new TopologyBuilder("parallel")
                        .host("A")
                        .host("C")
                        .switchNode("M", BUFFER)
                        .switchNode("N", BUFFER);
        for (int link = 0; link < LINKS; link++) {
            builder.link("M", "N", RATE, new Nanos(1_000), "core");
        }
        return builder.link("A", "M", RATE, new Nanos(10), "edge")
                .link("N", "C", RATE, new Nanos(10), "edge")
                .build();
    }
}
