package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.portfc.PortFcSettings;
import io.losslab.flowcontrol.portfc.QueueIndex;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.observe.EventLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** The way around the link of n0 and s16: n1, s21, n9, s18, n8, s20, n0. */
    @Test
    void aLongerPathThanThePlansIsNoViolation() {
        NdcLab lab = NdcLab.of(4).portFc();
        lab.along(1, 0, List.of(2, 3, 1, 1, 2, 1));
        lab.fabric.run(100_000);
        assertTrue(lab.fabric.counters().host(0).dataPacketsReceived() > 0);
        assertEquals(0, lab.fabric.events().count(EventLog.Kind.VIOLATION));
    }

    /** Nine senders, three relays of three each, one receiver: DDQ, then IHFQs, then a-queues. */
    @Test
    void congestionAtAReceiverReachesTheSendersBehindTheRelays() {
        NdcLab lab = incast();
        lab.fabric.run(500_000);
        assertEquals(3, lab.holds.farthestHops());
        assertNull(lab.holds.misplaced());
    }

    /** DDQ and IHFQs under nine senders, three relays and one receiver of layer 0 or 1. */
    @ParameterizedTest
    @CsvSource({
        "100Gbps, 1us, 100Gbps, 1us, 500ns, 1",
        "100Gbps, 100ns, 100Gbps, 10us, 500ns, 1",
        "160Gbps, 1us, 100Gbps, 1us, 500ns, 0",
        "100Gbps, 1us, 100Gbps, 1us, 2us, 1"
    })
    void queuesStayWithinTheirBounds(
            String rate0, String delay0, String rate1, String delay1, String pipeline, int first) {
        NdcLab lab =
                new NdcLab(
                        4,
                        Nanos.parse(pipeline),
                        List.of(link(rate0, delay0), link(rate1, delay1)));
        lab.portFc();
        incast(lab, first);
        long fullestDdq = 0;
        long fullestIhfqs = 0;
        for (int slice = 1; slice <= 1_000; slice++) {
            lab.fabric.run(slice * 500L);
            for (Node node : lab.fabric.topology().switches()) {
                for (int port = 1; port <= lab.n; port++) {
                    PortBound bound = new PortBound(lab, node, port);
                    assertTrue(bound.ddqBytes() <= bound.mostDdqBytes(), bound::toString);
                    assertTrue(bound.ihfqBytes() <= bound.mostIhfqBytes(), bound::toString);
                    fullestDdq = Math.max(fullestDdq, bound.ddqBytes() - bound.xoffBytes());
                    fullestIhfqs = Math.max(fullestIhfqs, bound.ihfqBytes() - bound.xoffBytes());
                }
            }
        }
        assertTrue(fullestDdq > 0 && fullestIhfqs > 0, "XOFF is reached by both");
    }

    /** What a switch port holds, and may hold at most. */
    private record PortBound(NdcLab lab, Node node, int port) {
        long ddqBytes() {
            int ddq = new QueueIndex(lab.n, 1).ddq();
            return lab.fabric.schemes().planeOf(node.id()).queueBytes(port, ddq);
        }

        long ihfqBytes() {
            return lab.fabric.counters().port(node.id(), port).egressBytes() - ddqBytes();
        }

        long xoffBytes() {
            return settings().xoffBytes();
        }

        long mostDdqBytes() {
            PortRef far = lab.fabric.topology().linkAt(node, port).peerOf(node);
            LinkProfile feeding = lab.fabric.link(far.node().id(), 3 - far.port());
            return settings().ddqBoundBytes(link(), List.of(feeding));
        }

        long mostIhfqBytes() {
            return settings().ihfqBoundBytes(link());
        }

        private LinkProfile link() {
            return lab.fabric.link(node.id(), port);
        }

        private PortFcSettings settings() {
            SchemeType type = SchemeTypes.find("portfc").orElseThrow();
            Settings given =
                    SettingDefaults.complete(
                            "portfc", type.settings(), new Settings(Map.of("n", "4")));
            return PortFcSettings.of(type.resolve(given, link()));
        }
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
        incast(lab, 1);
        return lab;
    }

    private static void incast(NdcLab lab, int firstLayer) {
        for (int source = 5; source < 16; source++) {
            if (source % 4 != 0) {
                lab.longLived(source, 0, firstLayer);
            }
        }
    }

    private static LinkType link(String rate, String delay) {
        return new LinkType(DataRate.parse(rate), Nanos.parse(delay));
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
