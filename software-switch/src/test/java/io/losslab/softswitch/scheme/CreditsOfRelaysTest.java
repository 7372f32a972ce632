package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.topology.Node;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** CBFC where hosts relay, from links of 160 Gb/s to links of 100 Gb/s. */
class CreditsOfRelaysTest {
    /** A relay has a buffer like a switch, and grants credits for it. */
    @Property(tries = 5)
    void aRelayDropsNothing(@ForAll long seed) {
        assertDropsNothing(NdcLab.railOnly(3).cbfc("auto"), seed);
    }

    /** A count comes twice while data frames that it covers are in a pipeline of 500 ns. */
    @Property(tries = 5)
    void neitherDoesASwitchWhosePipelineIsLongerThanAnUpdate(@ForAll long seed) {
        assertDropsNothing(NdcLab.railOnly(3).cbfc("200"), seed);
    }

    private static void assertDropsNothing(NdcLab lab, long seed) {
        lab.randomMessages(seed);
        lab.runToTheEnd();
        for (Node node : lab.fabric.topology().nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                assertEquals(
                        0,
                        lab.fabric.counters().port(node.id(), port).droppedFrames(),
                        node.name());
            }
        }
    }
}
