package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Node;
import io.losslab.api.traffic.FlowLog;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.portfc.PortFcSettings;
import io.losslab.flowcontrol.portfc.QueueIndex;
import io.losslab.softswitch.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** PortFC in the fabric: lossless, in order, within its bounds, three hops far at most. */
class PortFcFabricTest {
    @Property(tries = 8)
    void losesAndReordersNothingAndLeavesNothingHeld(
            @ForAll @IntRange(min = 2, max = 4) int n, @ForAll long seed) {
        NdcLab lab = NdcLab.of(n).portFc();
        lab.randomMessages(seed);
        lab.runToTheEnd();
        lab.assertClean();
        assertEquals(0, lab.holds.standing());
    }

    /** Rates differ, so nodes bound their relay queues too. */
    @Property(tries = 5)
    void losesAndReordersNothingInARailOnlyNetworkUnderAte(
            @ForAll @IntRange(min = 2, max = 4) int n, @ForAll long seed) {
        NdcLab lab = NdcLab.railOnly(n).portFc().ate("overflow");
        lab.randomMessages(seed);
        lab.runToTheEnd();
        lab.assertClean();
        assertEquals(0, lab.holds.standing());
    }

    @Property(tries = 8)
    void congestionTravelsThreeHopsAtMost(
            @ForAll @IntRange(min = 2, max = 4) int n, @ForAll long seed) {
        NdcLab lab = NdcLab.of(n).portFc();
        lab.randomMessages(seed);
        lab.runToTheEnd();
        assertNull(lab.holds.misplaced());
        assertTrue(lab.holds.farthestHops() <= 3);
    }

    /**
     * Flows of up to six hops, relayed twice; a few receivers at once, and buffers that suffice.
     */
    @Property(tries = 8)
    void losesAndReordersNothingInThreeLayers(
            @ForAll @IntRange(min = 2, max = 3) int n, @ForAll long seed) {
        NdcLab lab = NdcLab.ofThreeLayers(n).portFc();
        lab.randomMessages(seed);
        lab.runToTheEnd();
        lab.assertClean();
    }

    /** Nine senders, three relays of three each, one receiver: DDQ, then IHFQs, then a-queues. */
    @Test
    void congestionAtAReceiverReachesTheSendersBehindTheRelays() {
        NdcLab lab = incast();
        lab.fabric.run(500_000);
        assertEquals(3, lab.holds.farthestHops());
        assertNull(lab.holds.misplaced());
    }

    @Test
    void queuesStayWithinTheirBounds() {
        NdcLab lab = incast();
        QueueIndex queues = new QueueIndex(lab.n, 1);
        LinkProfile link = lab.fabric.link(lab.n * lab.n, 1);
        PortFcSettings settings =
                new PortFcSettings(
                        lab.n, 1, 75_000, 50_000, 75_000, 50_000, PortFcSettings.RelayGuard.OFF);
        long fullestDdq = 0;
        long fullestIhfqs = 0;
        for (int slice = 1; slice <= 500; slice++) {
            lab.fabric.run(slice * 1_000L);
            for (Node node : lab.fabric.topology().switches()) {
                DataPlane plane = lab.fabric.schemes().planeOf(node.id());
                for (int port = 1; port <= lab.n; port++) {
                    long ddq = plane.queueBytes(port, queues.ddq());
                    fullestDdq = Math.max(fullestDdq, ddq);
                    fullestIhfqs =
                            Math.max(
                                    fullestIhfqs,
                                    lab.fabric.counters().port(node.id(), port).egressBytes()
                                            - ddq);
                }
            }
        }
        assertTrue(fullestDdq >= 75_000 && fullestDdq <= settings.ddqBoundBytes(link));
        assertTrue(fullestIhfqs >= 75_000 && fullestIhfqs <= settings.ihfqBoundBytes(link));
    }

    /** n queues of data and one of control at a switch, 2 (n - 1) + 1 and one at a node. */
    @Property(tries = 3)
    void usesTheQueuesItCounts(@ForAll @IntRange(min = 2, max = 4) int n) {
        NdcLab lab = NdcLab.of(n).portFc();
        QueueUse atSwitches = new QueueUse();
        QueueUse atNodes = new QueueUse();
        for (Node node : lab.fabric.topology().nodes()) {
            List<Integer> ports = new ArrayList<>();
            for (int port = 1; port <= node.ports(); port++) {
                ports.add(port);
            }
            QueueUse use = node.isSwitch() ? atSwitches : atNodes;
            lab.fabric.schemes().addEgress(node.id(), ports, plane -> use);
        }
        for (int source = 0; source < n * n; source++) {
            for (int destination = 0; destination < n * n; destination++) {
                if (source != destination) {
                    sendEitherWay(lab, source, destination);
                }
            }
        }
        lab.fabric.run(100_000);
        QueueIndex queues = new QueueIndex(n, 1);
        assertEquals(queues.switchQueues() - 1, atSwitches.count());
        assertEquals(queues.nodeQueues() - 1, atNodes.count());
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        assertEquals(trace(7), trace(7));
    }

    private static void sendEitherWay(NdcLab lab, int source, int destination) {
        boolean sameRow = source / lab.n == destination / lab.n;
        boolean sameColumn = source % lab.n == destination % lab.n;
        if (!sameColumn) {
            lab.longLived(source, destination, 0);
        }
        if (!sameRow) {
            lab.longLived(source, destination, 1);
        }
    }

    private static NdcLab incast() {
        NdcLab lab = NdcLab.of(4).portFc();
        for (int source = 5; source < 16; source++) {
            if (source % 4 != 0) {
                lab.longLived(source, 0, 1);
            }
        }
        return lab;
    }

    private static List<Object> trace(long seed) {
        NdcLab lab = NdcLab.of(3).portFc();
        lab.randomMessages(seed);
        lab.runToTheEnd();
        Fabric fabric = lab.fabric;
        List<Object> trace = new ArrayList<>();
        trace.add(fabric.counters().packetHops());
        FlowLog log = fabric.drainFlows();
        for (int row = 0; row < log.size(); row++) {
            trace.add(List.of(log.flow(row), log.startNanos(row), log.endNanos(row)));
        }
        trace.addAll(fabric.events().drain());
        return trace;
    }
}
