package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.PortChoice;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Node;
import io.losslab.api.traffic.FlowLog;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings.Queueing;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Pyrrha on racks under spines: nothing lost or out of order through merges and root changes,
 * Theorems 1 and 2, and nothing left behind.
 */
class PyrrhaFabricTest {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long PAUSE_BYTES = 30_000;
    private static final long HOP_BDP_BYTES = 15_000;

    @Property(tries = 20)
    void aHierarchyDeliversInOrderAndPausesOnlyWhoCrossesTheRoot(@ForAll long seed) {
        PyrrhaRacks racks = PyrrhaRacks.random(seed, settings(100, Queueing.HIERARCHICAL, false));
        assertDeliversAll(racks);
        assertEquals(List.of(), racks.innocent());
    }

    @Property(tries = 10)
    void soItDoesWithTheIngressMetric(@ForAll long seed) {
        PyrrhaRacks racks = PyrrhaRacks.random(seed, settings(100, Queueing.HIERARCHICAL, true));
        assertDeliversAll(racks);
        assertEquals(List.of(), racks.innocent());
    }

    @Property(tries = 10)
    void soDoParallelQueues(@ForAll long seed) {
        PyrrhaRacks racks = PyrrhaRacks.random(seed, settings(100, Queueing.PARALLEL, false));
        assertDeliversAll(racks);
        assertEquals(List.of(), racks.innocent());
    }

    @Property(tries = 20)
    void soDoesASingleTier(@ForAll long seed) {
        PyrrhaRacks racks = PyrrhaRacks.random(seed, settings(100, Queueing.SINGLE_TIER, false));
        assertDeliversAll(racks);
        assertEquals(List.of(), racks.innocent());
    }

    /** IV-B: with packets balanced one by one, it controls the ports that all of them pass. */
    @Property(tries = 10)
    void underDrillItPausesOnlyWhoseEveryPacketCrossesTheRoot(@ForAll long seed) {
        PyrrhaRacks racks = PyrrhaRacks.random(seed, settings(100, Queueing.HIERARCHICAL, false));
        racks.balance(PortChoice.drill(2, 1), seed);
        assertDeliversAll(racks);
        assertFalse(racks.charges().isEmpty(), "Pyrrha paused nothing");
        assertEquals(List.of(), racks.innocent());
    }

    @Property(tries = 10)
    void orderHoldsThoughQueuesRunOut(@ForAll long seed) {
        assertDeliversAll(PyrrhaRacks.random(seed, settings(1, Queueing.HIERARCHICAL, false)));
        assertDeliversAll(PyrrhaRacks.random(seed, settings(1, Queueing.PARALLEL, false)));
        assertDeliversAll(PyrrhaRacks.random(seed, settings(1, Queueing.SINGLE_TIER, false)));
    }

    @Property(tries = 5)
    void theSameSeedGivesTheSameRun(@ForAll long seed) {
        assertEquals(trace(seed), trace(seed));
    }

    /** Definition 7: an incast blocks others under PFC and nobody else under Pyrrha. */
    @Test
    void anIncastBlocksInnocentsUnderPfcAndNobodyUnderPyrrha() {
        PyrrhaRacks underPfc = PyrrhaRacks.fourByFour();
        pfcEverywhere(underPfc);
        incastAndVictims(underPfc);
        underPfc.fabric.run(20_000_000);
        assertFalse(underPfc.innocent().isEmpty(), "PFC blocked nobody innocent");

        PyrrhaRacks racks = PyrrhaRacks.fourByFour();
        racks.control(settings(100, Queueing.HIERARCHICAL, false));
        incastAndVictims(racks);
        assertDeliversAll(racks);
        assertFalse(racks.charges().isEmpty(), "Pyrrha paused nobody");
        assertEquals(List.of(), racks.innocent());
    }

    /** One spine port after another becomes a root, and gives up for the receiver's port. */
    @Test
    void claimsOfSpinePortsMergeIntoTheReceiversWithoutReordering() {
        long merges = 0;
        for (long seed = 1; seed <= 10; seed++) {
            PyrrhaRacks racks =
                    PyrrhaRacks.random(seed, settings(100, Queueing.HIERARCHICAL, false));
            assertDeliversAll(racks);
            merges += racks.merges();
        }
        assertTrue(merges > 0, "no claim was merged");
    }

    /** Theorem 2: flows to two roots need two queues at the ports they share, however many. */
    @Test
    void aSingleTierUsesOneQueueForEachSetOfRoots() {
        PyrrhaRacks racks = PyrrhaRacks.fourByFour();
        racks.control(settings(100, Queueing.SINGLE_TIER, false));
        for (int sender = 4; sender < 16; sender++) {
            for (int i = 0; i < 8; i++) {
                racks.message(sender, i % 2, 0, 60_000, 50_000 + 37 * sender + i);
                racks.message(sender, 2 + i % 2, 0, 2_000, 51_000 + 41 * sender + i);
            }
        }
        assertDeliversAll(racks);
        for (Node node : racks.fabric.topology().switches()) {
            if (node.name().startsWith("spine")) {
                assertEquals(2, racks.schemes.get(node.id()).statistics().maxQueuesOfPort());
            }
        }
    }

    /** IV-D: an m:1 incast puts K_pause and m hop BDPs into the root's queue. */
    @Test
    void theRootsQueueStaysBelowPauseThresholdAndABdpForEachIngress() {
        int senders = 7;
        for (Queueing queueing : Queueing.values()) {
            PyrrhaRacks racks = PyrrhaRacks.oneRack(1 + senders);
            racks.fabric.counters().countQueues();
            racks.control(settings(100, queueing, false));
            for (int sender = 1; sender <= senders; sender++) {
                racks.message(sender, 0, 0, 400_000, 50_000 + sender);
            }
            assertDeliversAll(racks);
            int leaf = racks.fabric.topology().node("leaf0").orElseThrow().id();
            long longest = racks.fabric.counters().queue(leaf, 1, 0).maxBytes();
            long maxFrameBytes = RoceFrame.maxFrameBytes(PyrrhaRacks.MTU);
            assertTrue(longest > PAUSE_BYTES, queueing + ": no claim at " + longest);
            assertTrue(
                    longest <= PAUSE_BYTES + senders * (HOP_BDP_BYTES + 2 * maxFrameBytes),
                    queueing + ": " + longest);
        }
    }

    /** The smallest object has 16 bytes; pauses make some for the log, packets must not. */
    @Test
    void packetsMakeNoObjectAtEachHop() {
        PyrrhaRacks racks = PyrrhaRacks.fourByFour();
        racks.control(settings(100, Queueing.HIERARCHICAL, false));
        for (int sender = 4; sender < 16; sender++) {
            racks.message(sender, 0, 0, 4_000_000, 50_000 + sender);
            racks.message(sender, 1 + sender % 3, 0, 1_000_000, 51_000 + sender);
        }
        racks.fabric.run(200_000);
        long hops = racks.fabric.counters().packetHops();
        long moves = racks.moves();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        racks.fabric.run(2_000_000);
        allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        hops = racks.fabric.counters().packetHops() - hops;
        moves = racks.moves() - moves;
        assertTrue(moves > 10_000, "moves: " + moves);
        assertTrue(allocated < 16 * hops, allocated + " bytes in " + hops + " packet-hops");
    }

    private static void assertDeliversAll(PyrrhaRacks racks) {
        for (int slice = 1; slice <= 10; slice++) {
            racks.fabric.run(slice * 50_000L);
            assertEquals(0, racks.missingBytes(), "bytes missing");
        }
        racks.fabric.run(20_000_000);
        assertEquals(racks.flows, racks.fabric.drainFlows().size(), "messages complete");
        assertEquals(0, racks.dropped(), "dropped");
        assertEquals(0, racks.reordered(), "reordered");
        assertEquals(0, racks.missingBytes(), "bytes missing");
        assertEquals(0, racks.queuesInUse(), "queues still assigned");
    }

    private static List<List<Long>> trace(long seed) {
        PyrrhaRacks racks = PyrrhaRacks.random(seed, settings(100, Queueing.HIERARCHICAL, false));
        racks.fabric.run(20_000_000);
        FlowLog log = racks.fabric.drainFlows();
        List<List<Long>> trace = new ArrayList<>();
        for (int row = 0; row < log.size(); row++) {
            trace.add(List.of((long) log.flow(row), log.endNanos(row)));
        }
        trace.add(List.of(racks.fabric.counters().packetHops(), racks.merges()));
        return trace;
    }

    /** Twelve hosts send to h0, each also to a neighbour of h0. */
    private static void incastAndVictims(PyrrhaRacks racks) {
        for (int sender = 4; sender < 16; sender++) {
            for (int i = 0; i < 4; i++) {
                racks.message(sender, 0, 0, 200_000, 50_000 + 16 * i + sender);
            }
            racks.message(sender, 1 + sender % 3, 20_000, 20_000, 60_000 + sender);
        }
    }

    private static void pfcEverywhere(PyrrhaRacks racks) {
        for (Node node : racks.fabric.topology().switches()) {
            for (int port = 1; port <= node.ports(); port++) {
                PfcSettings settings =
                        PfcSettings.ofStatic(
                                1 << PyrrhaRacks.PRIORITY,
                                60_000,
                                40_000,
                                PfcSettings.safeHeadroomBytes(racks.fabric.link(node.id(), port)));
                racks.fabric
                        .schemes()
                        .setIngress(
                                node.id(),
                                port,
                                (plane, number) -> new Pfc(plane, number, settings));
            }
        }
    }

    private static PyrrhaSettings settings(int queues, Queueing queueing, boolean perIngress) {
        return new PyrrhaSettings(2, 1, HOP_BDP_BYTES, queues, queueing, perIngress, true, false);
    }
}
