package io.losslab.flowcontrol.portfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** PortFC under traffic: it ends, in order, within the bounds, and leaves nothing paused. */
class NdcTrafficTest {
    private static final int PACKETS = 200;

    @Test
    void theFlowsOfTheLoopScenarioAllEnd() {
        NdcNetwork network = new NdcNetwork(2);
        int[][] loop = {{0, 3, 1}, {1, 2, 2}, {3, 0, 1}, {2, 1, 2}};
        int[][] background = {{0, 1, 1}, {1, 3, 2}, {3, 2, 1}, {2, 0, 2}};
        for (int[] flow : loop) {
            network.post(network.flow(flow[0], flow[1], flow[2]), PACKETS);
        }
        for (int[] flow : background) {
            network.post(network.flow(flow[0], flow[1], flow[2]), PACKETS);
        }
        assertTrue(network.run(8 * PACKETS, 20 * PACKETS));
        assertQuiet(network);
    }

    @Property(tries = 25)
    void anyFlowsEndInOrderWithinTheBoundsAndNothingStaysPaused(
            @ForAll @IntRange(min = 2, max = 4) int n,
            @ForAll @IntRange(min = 1, max = 40) int flows,
            @ForAll @IntRange(min = 1, max = 4) int receivers,
            @ForAll long seed) {
        NdcNetwork network = new NdcNetwork(n);
        Random random = new Random(seed);
        int packets = 0;
        for (int i = 0; i < flows; i++) {
            int destination = random.nextInt(Math.min(receivers, n * n));
            int source = random.nextInt(n * n);
            if (source != destination) {
                int count = 1 + random.nextInt(PACKETS);
                network.post(flow(network, source, destination, random), count);
                packets += count;
            }
        }
        assertTrue(network.run(packets, 2 * packets + 1_000), "all delivered, one by one at worst");
        assertTrue(network.maxIhfqBytes <= network.settings.ihfqBoundBytes(NdcNetwork.LINK));
        assertTrue(
                network.maxDdqBytes
                        <= network.settings.ddqBoundBytes(
                                NdcNetwork.LINK, List.of(NdcNetwork.LINK)));
        assertTrue(network.maxRelayBytes <= NdcNetwork.PACKET_BYTES, "relays never build up");
        assertQuiet(network);
    }

    /** Of a four-hop flow either way, of a two-hop flow the one way. */
    private static int flow(NdcNetwork network, int source, int destination, Random random) {
        boolean sameRow = source / network.n == destination / network.n;
        boolean sameColumn = source % network.n == destination % network.n;
        int firstPort = sameRow ? 1 : sameColumn ? 2 : 1 + random.nextInt(2);
        return network.flow(source, destination, firstPort);
    }

    private static void assertQuiet(NdcNetwork network) {
        for (int i = 0; i < 4 * NdcNetwork.DELAY_SLOTS; i++) {
            network.runSlot();
        }
        assertEquals(0, network.violations.size());
        assertEquals(0, network.outOfOrder);
        for (int id = 1; id <= network.devices(); id++) {
            NdcNetwork.Device device = network.device(id);
            int queues = device.isNode() ? 2 * network.n - 1 : network.n;
            for (int port = 1; port <= device.ports(); port++) {
                for (int queue = 0; queue < queues; queue++) {
                    assertFalse(device.isHeld(port, queue));
                }
            }
        }
    }
}
