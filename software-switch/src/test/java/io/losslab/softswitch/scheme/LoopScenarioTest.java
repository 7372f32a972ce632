package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

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

    /** Two hop tags break every cycle of NDC(n, 1). */
    @Test
    void pfcStarGoesOn() {
        assertNull(runUntilStuck(loop(NdcLab.of(2).pfcStar())));
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
