package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Ring;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.bfc.Bfc;
import io.losslab.flowcontrol.bfc.BfcSettings;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.pyrrha.Pyrrha;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings.Queueing;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The deadlock-prone scenarios of Pyrrha, Figures 12 and 13, on three switches in a ring. */
class RingDeadlockTest {
    /** Port of a switch to the next, and of every switch to its host. */
    private static final int[] NEXT = {2, 3, 3};

    private static final int TO_HOST = 1;
    private static final int MTU = 1_024;
    private static final int HOP_BDP_BYTES = 15_000;
    private static final int HOP_NANOS = 1_200;

    private final Fabric fabric = ring();
    private final List<Pyrrha> pyrrha = new ArrayList<>();

    @Test
    void aFlowThatLoopsLocksPfcUp() {
        pfc();
        loopingFlow();
        assertNotNull(runUntilStuck());
    }

    @Test
    void aFlowThatLoopsLocksBfcUpThoughItHasItsOwnQueues() {
        bfc(32);
        loopingFlow();
        assertNotNull(runUntilStuck());
    }

    @Test
    void aFlowThatLoopsGoesOnUnderPyrrhaBecauseThePortIgnoresItsOwnPause() {
        pyrrha();
        loopingFlow();
        assertNull(runUntilStuck());
        assertTrue(
                pyrrha.stream().mapToLong(p -> p.statistics().ignoredSelfPauses()).sum() > 0,
                "no PAUSE came round");
        assertAllDelivered(20);
    }

    @Test
    void flowsThatFormALoopLockPfcUp() {
        pfc();
        threeFlows();
        assertNotNull(runUntilStuck());
    }

    @Test
    void flowsThatFormALoopLockBfcUpWhereTheyShareAQueue() {
        bfc(1);
        threeFlows();
        assertNotNull(runUntilStuck());
    }

    @Test
    void flowsThatFormALoopPassBfcInQueuesOfTheirOwn() {
        bfc(32);
        threeFlows();
        assertNull(runUntilStuck());
        assertAllDelivered(60);
    }

    @Test
    void flowsThatFormALoopPassPyrrha() {
        pyrrha();
        threeFlows();
        assertNull(runUntilStuck());
        assertAllDelivered(60);
        assertEquals(0, pyrrha.stream().mapToInt(p -> p.statistics().queuesInUse()).sum());
    }

    private String runUntilStuck() {
        String cycle = null;
        for (int millis = 1; millis <= 25 && cycle == null; millis++) {
            fabric.run(millis * 1_000_000L);
            cycle = fabric.findDeadlock();
        }
        return cycle;
    }

    private void assertAllDelivered(int messages) {
        fabric.run(fabric.nowNanos() + 400_000_000L);
        assertEquals(messages, fabric.drainFlows().size());
    }

    /** Figure 12: three times round, and out at the second switch. */
    private void loopingFlow() {
        List<Integer> route = new ArrayList<>(List.of(1));
        for (int hop = 0; hop < 10; hop++) {
            route.add(NEXT[hop % 3]);
        }
        route.add(TO_HOST);
        flow(1, 0, 1, route);
    }

    /** Figure 13: each flow crosses two links of the ring. */
    private void threeFlows() {
        for (int i = 0; i < 3; i++) {
            int second = (i + 1) % 3;
            flow(i + 1, i, (i + 2) % 3, List.of(1, NEXT[i], NEXT[second], TO_HOST));
        }
    }

    private void flow(int id, int from, int to, List<Integer> route) {
        fabric.addFlow(
                FlowSpec.bandwidth(id, host(from), host(to), 50_000 + id, 3, 200_000, 20)
                        .times(20)
                        .along(route));
    }

    private int host(int number) {
        return fabric.topology().node("h" + number).orElseThrow().id();
    }

    private void pfc() {
        PfcSettings settings = PfcSettings.ofStatic(1 << 3, 75_000, 50_000, 60_000);
        for (Node node : fabric.topology().switches()) {
            for (int port = 1; port <= node.ports(); port++) {
                fabric.schemes()
                        .setIngress(
                                node.id(),
                                port,
                                (plane, number) -> new Pfc(plane, number, settings));
            }
        }
    }

    private void bfc(int queues) {
        BfcSettings settings =
                new BfcSettings(
                        queues,
                        HOP_BDP_BYTES,
                        HOP_NANOS,
                        2,
                        100 * queues,
                        BfcSettings.HostQueues.DYNAMIC,
                        1);
        everywhere(plane -> new Bfc(plane, byPort(plane, settings)));
    }

    private void pyrrha() {
        PyrrhaSettings settings =
                new PyrrhaSettings(
                        2, 1, HOP_BDP_BYTES, 100, Queueing.HIERARCHICAL, false, true, false);
        everywhere(
                plane -> {
                    Pyrrha scheme = new Pyrrha(plane, byPort(plane, settings));
                    pyrrha.add(scheme);
                    return scheme;
                });
    }

    private static <S> Map<Integer, S> byPort(DataPlane plane, S settings) {
        Map<Integer, S> byPort = new HashMap<>();
        for (int port = 1; port <= plane.ports(); port++) {
            byPort.put(port, settings);
        }
        return byPort;
    }

    private void everywhere(Function<DataPlane, EgressScheme> maker) {
        for (Node node : fabric.topology().nodes()) {
            fabric.schemes()
                    .addEgress(
                            node.id(),
                            IntStream.rangeClosed(1, node.ports()).boxed().toList(),
                            maker);
        }
    }

    private static Fabric ring() {
        LinkType link = new LinkType(DataRate.parse("100Gbps"), new Nanos(600));
        SwitchType type = new SwitchType(DataSize.parse("20MB"), new Nanos(0));
        Fabric fabric =
                new Fabric(
                        new Ring(3, 1, link, type).build(),
                        1 + PyrrhaSettings.MAX_ISOLATION_QUEUES);
        ShortestPaths.install(fabric);
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(MTU));
        }
        return fabric;
    }
}
