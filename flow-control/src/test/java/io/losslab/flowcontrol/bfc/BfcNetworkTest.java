package io.losslab.flowcontrol.bfc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.TestNetwork;
import io.losslab.flowcontrol.TestNetwork.Step;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** BFC on a line of three switches: order, counts never below zero, everything resumed. */
class BfcNetworkTest {
    private static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 600, 1_518);
    private static final int FLOWS = 20;

    @Property(tries = 20)
    void keepsOrderAndResumesWhatItPaused(@ForAll long seed) {
        check(seed, 8);
    }

    @Property(tries = 20)
    void soItDoesWhenFlowsShareQueues(@ForAll long seed) {
        check(seed, 2);
    }

    private static void check(long seed, int queues) {
        TestNetwork network =
                line(
                        new BfcSettings(
                                queues,
                                15_000,
                                1_200,
                                2,
                                queues * 100,
                                BfcSettings.HostQueues.DYNAMIC,
                                1));
        Random random = new Random(seed);
        for (int flow = 1; flow <= FLOWS; flow++) {
            int out = 3 + random.nextInt(2);
            network.flow(
                    flow,
                    List.of(
                            new Step(1, 2 + random.nextInt(3), 1),
                            new Step(2, 2, 1),
                            new Step(3, 2, out)));
        }
        network.stopLine(5_000, 3, 3, true);
        network.stopLine(20_000, 3, 3, false);
        for (int burst = 0; burst < 50; burst++) {
            int flow = 1 + random.nextInt(FLOWS);
            int from = random.nextInt(40_000);
            for (int i = random.nextInt(50); i >= 0; i--) {
                network.send(from + 80L * i, flow);
            }
        }
        network.run();
        assertEquals(List.of(), network.violations());
        assertEquals(0, network.heldQueues());
        for (int flow = 1; flow <= FLOWS; flow++) {
            assertEquals(network.sent(flow), network.delivered(flow), "flow " + flow);
        }
    }

    /** Switches 1, 2, 3: port 1 leads on, port 2 comes in. */
    private static TestNetwork line(BfcSettings settings) {
        TestNetwork network = new TestNetwork(LINK, 4, 129);
        network.link(1, 1, 2, 2);
        network.link(2, 1, 3, 2);
        Map<Integer, BfcSettings> byPort =
                Map.of(1, settings, 2, settings, 3, settings, 4, settings);
        for (int device = 1; device <= 3; device++) {
            network.add(device, plane -> new Bfc(plane, byPort));
        }
        return network;
    }
}
