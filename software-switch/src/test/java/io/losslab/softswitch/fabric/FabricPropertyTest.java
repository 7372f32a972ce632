package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Node;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.observe.InFlight;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What must hold in every network under every load. */
class FabricPropertyTest {
    @Property(tries = 60)
    void pfcWithSafeHeadroomLosesAndReordersNothing(@ForAll long seed) {
        Fabric fabric = RandomNetwork.lossless(seed).fabric;
        for (int slice = 1; slice <= 10; slice++) {
            fabric.run(slice * 100_003L);
            assertConserved(fabric);
        }
        assertTrue(fabric.counters().packetHops() > 0);
        assertEquals(0, Networks.dropped(fabric), "dropped");
        assertEquals(0, reordered(fabric), "reordered");
        assertEquals(0, retransmitted(fabric), "retransmitted");
    }

    @Property(tries = 30)
    void theSameSeedGivesTheSameRunBitForBit(@ForAll long seed) {
        assertEquals(trace(seed, 1), trace(seed, 1));
    }

    /** When the caller looks makes no difference to what happens. */
    @Property(tries = 30)
    void theLengthOfARunsSlicesMakesNoDifference(@ForAll long seed) {
        assertEquals(trace(seed, 1), trace(seed, 37));
    }

    @Property(tries = 50)
    void goBackNDeliversEveryMessageOnceAndInOrder(@ForAll long seed) {
        assertAllDelivered(RandomNetwork.lossy(seed));
    }

    @Test
    void goBackNRecoversFromDropsOfAnIncast() {
        Fabric fabric = new Fabric(Networks.star(9, Networks.RATE, 1_000));
        ShortestPaths.install(fabric);
        fabric.setBuffer(Networks.id(fabric.topology(), "S"), 30_000);
        int target = Networks.id(fabric.topology(), "h0");
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(
                    host.id(),
                    HostSettings.of(new TransportSettings(4096, 1, new GoBackN(100_000, 0), null)));
        }
        for (int sender = 1; sender <= 8; sender++) {
            int from = Networks.id(fabric.topology(), "h" + sender);
            fabric.addFlow(FlowSpec.bandwidth(sender, from, target, 1, 3, 300_000, 2).times(4));
        }
        fabric.run(1_000_000_000);
        assertTrue(Networks.dropped(fabric) > 100, "nothing pauses, so packets drop");
        assertTrue(retransmitted(fabric) > 100);
        assertEquals(8 * 4, fabric.drainFlows().size());
        assertEquals(8 * 4 * 300_000L, fabric.counters().host(target).payloadBytesDelivered());
        assertEquals(new InFlight(0, 0), fabric.counters().inFlight());
        assertConserved(fabric);
    }

    private static void assertAllDelivered(RandomNetwork network) {
        Fabric fabric = network.fabric;
        long deadline = 20_000_000_000L;
        while (outstanding(fabric) > 0 || fabric.nowNanos() < 1_000_000) {
            assertTrue(fabric.nowNanos() < deadline, "stuck");
            fabric.run(fabric.nowNanos() + 1_000_000);
            assertConserved(fabric);
        }
        fabric.run(fabric.nowNanos() + 10_000_000);
        assertEquals(new InFlight(0, 0), fabric.counters().inFlight());
        long delivered = 0;
        for (Node host : fabric.topology().hosts()) {
            delivered += fabric.counters().host(host.id()).payloadBytesDelivered();
        }
        assertEquals(network.messageBytes, delivered);
        FlowLog log = fabric.drainFlows();
        assertEquals(network.messages, log.size());
        Map<Integer, Long> lastStart = new HashMap<>();
        for (int row = 0; row < log.size(); row++) {
            Long before = lastStart.put(log.flow(row), log.startNanos(row));
            assertTrue(before == null || before <= log.startNanos(row), "out of order");
            assertTrue(log.endNanos(row) > log.startNanos(row));
        }
    }

    private static List<Object> trace(long seed, int slices) {
        Fabric fabric = RandomNetwork.lossless(seed).fabric;
        for (int slice = 1; slice <= slices; slice++) {
            fabric.run(1_000_000L * slice / slices);
        }
        return Trace.of(fabric);
    }

    /** Sent = received + on the way + dropped, in packets and in bytes. */
    private static void assertConserved(Fabric fabric) {
        long packets = 0;
        long bytes = 0;
        for (Node host : fabric.topology().hosts()) {
            HostTotals totals = fabric.counters().host(host.id());
            packets += totals.dataPacketsSent() - totals.dataPacketsReceived();
            bytes += totals.dataBytesSent() - totals.dataBytesReceived();
        }
        for (Node node : fabric.topology().switches()) {
            long ingress = 0;
            long egress = 0;
            for (int port = 1; port <= node.ports(); port++) {
                PortCounters counters = fabric.counters().port(node.id(), port);
                packets -= counters.droppedFrames();
                bytes -= counters.droppedBytes();
                ingress += counters.ingressBytes();
                egress += counters.egressBytes();
            }
            assertTrue(ingress <= egress, "what came in waits to go out, beside ACKs");
        }
        assertEquals(new InFlight(packets, bytes), fabric.counters().inFlight());
    }

    private static long outstanding(Fabric fabric) {
        return fabric.topology().hosts().stream()
                .mapToLong(host -> fabric.counters().outstandingMessages(host.id()))
                .sum();
    }

    private static long reordered(Fabric fabric) {
        return fabric.topology().hosts().stream()
                .mapToLong(host -> fabric.counters().host(host.id()).reorderedPackets())
                .sum();
    }

    private static long retransmitted(Fabric fabric) {
        return fabric.topology().hosts().stream()
                .mapToLong(host -> fabric.counters().host(host.id()).retransmittedPackets())
                .sum();
    }
}
