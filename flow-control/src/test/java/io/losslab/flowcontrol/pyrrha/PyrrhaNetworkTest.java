package io.losslab.flowcontrol.pyrrha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.TestNetwork;
import io.losslab.flowcontrol.TestNetwork.Step;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings.Queueing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Pyrrha on small networks: order, Theorem 1, no deadlock, and nothing left behind. */
class PyrrhaNetworkTest {
    private static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 600, 1_518);
    private static final int FLOWS = 24;
    private static final int LEAVES = 3;
    private static final int HOSTS = 4;

    private final List<Pyrrha> schemes = new ArrayList<>();

    @Property(tries = 25)
    void aHierarchyKeepsOrderAndHoldsOnlyWhoCrossesTheRoot(@ForAll long seed) {
        check(leafSpine(settings(100, Queueing.HIERARCHICAL, false)).checkingRoots(), seed);
    }

    @Property(tries = 15)
    void soItDoesWithTheIngressMetric(@ForAll long seed) {
        check(leafSpine(settings(100, Queueing.HIERARCHICAL, true)).checkingRoots(), seed);
    }

    @Property(tries = 25)
    void soDoParallelQueues(@ForAll long seed) {
        check(leafSpine(settings(100, Queueing.PARALLEL, false)).checkingRoots(), seed);
    }

    @Property(tries = 25)
    void soDoesASingleTier(@ForAll long seed) {
        check(leafSpine(settings(100, Queueing.SINGLE_TIER, false)).checkingRoots(), seed);
    }

    @Property(tries = 15)
    void orderHoldsThoughQueuesRunOut(@ForAll long seed) {
        check(leafSpine(settings(2, Queueing.HIERARCHICAL, false)), seed);
        check(leafSpine(settings(2, Queueing.PARALLEL, false)), seed);
        check(leafSpine(settings(1, Queueing.SINGLE_TIER, false)), seed);
    }

    /** Figure 13: three flows in a ring of three switches, each crossing two of its ports. */
    @Test
    void flowsThatFormARingDoNotDeadlock() {
        TestNetwork network = ring();
        for (int i = 0; i < 3; i++) {
            int second = (i + 1) % 3;
            int third = (i + 2) % 3;
            network.flow(
                    i + 1,
                    List.of(
                            new Step(i + 1, 3, 1),
                            new Step(second + 1, 2, 1),
                            new Step(third + 1, 2, 3)));
        }
        network.stopLine(0, 3, 1, true);
        network.stopLine(20_000, 3, 1, false);
        for (int i = 0; i < 600; i++) {
            network.send(80L * i, 1 + i % 3);
            network.send(80L * i, 1 + (i + 1) % 3);
        }
        network.run();
        assertTrue(network.holds().size() > 0, "queues were held");
        assertFinished(network, 3);
    }

    /** Figure 12: the PAUSE of a port comes back to it round the loop, and is ignored. */
    @Test
    void aFlowThatLoopsGetsThroughItsOwnRoot() {
        TestNetwork network = ring();
        network.flow(
                1,
                List.of(
                        new Step(1, 3, 1),
                        new Step(2, 2, 1),
                        new Step(3, 2, 1),
                        new Step(1, 2, 1),
                        new Step(2, 2, 3)));
        network.stopLine(0, 3, 1, true);
        network.stopLine(60_000, 3, 1, false);
        for (int i = 0; i < 500; i++) {
            network.send(80L * i, 1);
        }
        network.run();
        long ignored = 0;
        for (Pyrrha scheme : schemes) {
            ignored += scheme.statistics().ignoredSelfPauses();
        }
        assertTrue(ignored > 0, "the PAUSE went round");
        assertEquals(500, network.delivered(1));
        assertEquals(0, network.heldQueues());
    }

    private TestNetwork ring() {
        TestNetwork network = new TestNetwork(LINK, 3, 101);
        for (int i = 0; i < 3; i++) {
            network.link(i + 1, 1, (i + 1) % 3 + 1, 2);
        }
        addSwitches(network, 3, 3, settings(100, Queueing.HIERARCHICAL, false));
        return network.checkingRoots();
    }

    /** Leaves 1 to 3 with hosts at ports 1 to 4; spines 4 and 5 at their ports 5 and 6. */
    private TestNetwork leafSpine(PyrrhaSettings settings) {
        TestNetwork network = new TestNetwork(LINK, 6, 101);
        for (int leaf = 1; leaf <= LEAVES; leaf++) {
            network.link(leaf, 5, 4, leaf);
            network.link(leaf, 6, 5, leaf);
        }
        addSwitches(network, LEAVES + 2, 6, settings);
        return network;
    }

    private void addSwitches(TestNetwork network, int count, int ports, PyrrhaSettings settings) {
        Map<Integer, PyrrhaSettings> byPort = new HashMap<>();
        for (int port = 1; port <= ports; port++) {
            byPort.put(port, settings);
        }
        schemes.clear();
        for (int device = 1; device <= count; device++) {
            schemes.add(network.add(device, plane -> new Pyrrha(plane, byPort)));
        }
    }

    private void check(TestNetwork network, long seed) {
        Random random = new Random(seed);
        for (int flow = 1; flow <= FLOWS; flow++) {
            network.flow(flow, way(random));
        }
        for (int stop = 0; stop < 4; stop++) {
            int device = 1 + random.nextInt(LEAVES + 2);
            int port = 1 + random.nextInt(device <= LEAVES ? 6 : LEAVES);
            int from = random.nextInt(40_000);
            network.stopLine(from, device, port, true);
            network.stopLine(from + 1 + random.nextInt(10_000), device, port, false);
        }
        for (int burst = 0; burst < 60; burst++) {
            int flow = 1 + random.nextInt(FLOWS);
            int from = random.nextInt(50_000);
            int packets = 1 + random.nextInt(60);
            for (int i = 0; i < packets; i++) {
                network.send(from + 80L * i, flow);
            }
        }
        network.run();
        assertFinished(network, FLOWS);
    }

    private static List<Step> way(Random random) {
        int from = 1 + random.nextInt(LEAVES);
        int to = 1 + (from + random.nextInt(LEAVES - 1)) % LEAVES;
        int spine = random.nextInt(2);
        return List.of(
                new Step(from, 1 + random.nextInt(HOSTS), 5 + spine),
                new Step(4 + spine, from, to),
                new Step(to, 5 + spine, 1 + random.nextInt(2)));
    }

    private void assertFinished(TestNetwork network, int flows) {
        assertEquals(List.of(), network.violations());
        for (int flow = 1; flow <= flows; flow++) {
            assertEquals(network.sent(flow), network.delivered(flow), "flow " + flow);
        }
        assertEquals(0, network.heldQueues());
        for (Pyrrha scheme : schemes) {
            assertEquals(0, scheme.statistics().queuesInUse());
        }
    }

    private static PyrrhaSettings settings(int queues, Queueing queueing, boolean perIngress) {
        return new PyrrhaSettings(2, 1, 3_000, queues, queueing, perIngress, true, false);
    }
}
