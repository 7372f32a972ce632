package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** NDC(2, 1), four flows of four hops each that go round it, and four of two hops beside them. */
class LoopScenarioTest {
    @Test
    void pfcDeadlocksAndTheCycleIsNamed() {
        String cycle = runUntilStuck(loop(NdcLab.of(2).pfc()));
        assertNotNull(cycle, "the loop did not lock up");
        List<String> ports = List.of(cycle.split(" -> "));
        assertEquals(8 + 1, ports.size(), "four nodes, four switches and the first again");
        assertEquals(ports.get(0), ports.get(8));
        for (String device : List.of("n0:", "n1:", "n2:", "n3:", "s4:", "s5:", "s6:", "s7:")) {
            assertTrue(cycle.contains(device), cycle);
        }
    }

    @Test
    void portFcGoesOn() {
        NdcLab lab = loop(NdcLab.of(2).portFc());
        assertNull(runUntilStuck(lab));
        assertNull(lab.holds.misplaced());
    }

    /** Switches of two ports have one input each, so what is relayed always finds its way out. */
    @ParameterizedTest
    @CsvSource({"2, everyHop", "3, everyHop", "2, relay"})
    void pfcStarGoesOn(int tags, String cutover) {
        assertNull(runUntilStuck(loop(NdcLab.of(2).pfcStar(tags, cutover))));
    }

    /** The second, third and fourth hop share the second of two tags. */
    @Test
    void pfcStarOfTwoTagsDeadlocksWhereRelaysAreOverloaded() {
        assertNotNull(runUntilStuck(overloadedLoop(NdcLab.of(4).pfcStar(2, "everyHop"))));
    }

    /** With a tag for the last two hops alone, or for what was relayed, no cycle is left. */
    @ParameterizedTest
    @CsvSource({"3, everyHop", "4, everyHop", "2, relay"})
    void enoughTagsBreakEveryCycle(int tags, String cutover) {
        assertNull(runUntilStuck(overloadedLoop(NdcLab.of(4).pfcStar(tags, cutover))));
    }

    /** Three sources each for the relays 1, 5, 4 and 0, which lie on a circle. */
    private static NdcLab overloadedLoop(NdcLab lab) {
        for (int copy = 0; copy < 4; copy++) {
            for (int source : List.of(0, 2, 3)) {
                lab.longLived(source, 5, 0);
            }
            for (int source : List.of(1, 9, 13)) {
                lab.longLived(source, 4, 1);
            }
            for (int source : List.of(5, 6, 7)) {
                lab.longLived(source, 0, 0);
            }
            for (int source : List.of(4, 8, 12)) {
                lab.longLived(source, 1, 1);
            }
        }
        return lab;
    }

    private static NdcLab loop(NdcLab lab) {
        for (int copy = 0; copy < 4; copy++) {
            lab.longLived(0, 3, 0);
            lab.longLived(1, 2, 1);
            lab.longLived(3, 0, 0);
            lab.longLived(2, 1, 1);
            lab.longLived(0, 1, 0);
            lab.longLived(1, 3, 1);
            lab.longLived(3, 2, 0);
            lab.longLived(2, 0, 1);
        }
        return lab;
    }

    private static String runUntilStuck(NdcLab lab) {
        String cycle = null;
        for (int millis = 1; millis <= 13 && cycle == null; millis++) {
            lab.fabric.run(millis * 1_000_000L);
            cycle = lab.fabric.findDeadlock();
        }
        return cycle;
    }
}
