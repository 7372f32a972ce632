package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.traffic.FlowLog;
import io.losslab.flowcontrol.Coprocessor;
import io.losslab.flowcontrol.CoprocessorState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What Bifrost's kin promise of a long link, in a fabric of frames, hosts and other traffic. */
class LongLinkFabricTest {
    private static final String ALL = Integer.toString(LongLink.PRIORITIES);
    private static final Map<String, String> BIFROST_X = Map.of("priorities", ALL, "slot", "2000");
    private static final Map<String, String> CBFC =
            Map.of("priorities", ALL, "ideal", "true", "update", "2000");

    @Property(tries = 8)
    void bifrostXLosesNothingAndKeepsTheoremOneOnTheSumOfItsPriorities(@ForAll long seed) {
        LongLink lab = loaded(seed, "bifrostX", BIFROST_X);
        assertDelivered(lab);
        CoprocessorState state = ((Coprocessor) lab.atN).state();
        assertEquals(0, state.boundViolations());
        assertTrue(state.slots() > 400, "slots: " + state.slots());
        assertEquals(state.slots(), state.framesSent(), "one frame each slot");
    }

    @Property(tries = 8)
    void creditsLoseNothingAndKeepEachLaneWithinItsBuffer(@ForAll long seed) {
        assertDelivered(loaded(seed, "cbfc", CBFC));
    }

    /** What a window of credits carries it carries again, however much went before. */
    @Test
    void creditsAreConserved() {
        for (int seed = 1; seed <= 3; seed++) {
            LongLink lab = new LongLink(seed, "cbfc", CBFC);
            lab.message("m0", "n0", 3, 0, 2_000_000);
            FlowLog alone = lab.runToTheEnd();
            long before = alone.endNanos(0) - alone.startNanos(0);
            lab.load(lab.fabric.nowNanos());
            lab.runToTheEnd();
            // A whole number of updates later, so that it meets the same credit frames.
            long start = (lab.fabric.nowNanos() / 2_000 + 10) * 2_000;
            lab.message("m0", "n0", 3, start, 2_000_000);
            FlowLog again = lab.runToTheEnd();
            long after = again.endNanos(0) - again.startNanos(0);
            assertTrue(Math.abs(after - before) <= 200, before + " ns before, " + after + " after");
        }
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        for (String scheme : List.of("bifrostX", "cbfc")) {
            Map<String, String> settings = scheme.equals("cbfc") ? CBFC : BIFROST_X;
            assertEquals(ends(scheme, settings), ends(scheme, settings), scheme);
        }
    }

    private static LongLink loaded(long seed, String scheme, Map<String, String> settings) {
        LongLink lab = new LongLink(seed, scheme, settings);
        lab.load(0);
        assertEquals(lab.messages(), lab.runToTheEnd().size());
        return lab;
    }

    private static void assertDelivered(LongLink lab) {
        assertEquals(0, lab.dropped(), "dropped");
        assertEquals(0, lab.reordered(), "reordered");
        assertEquals(0, lab.missingBytes(), "missing");
        for (int device : List.of(lab.m, lab.n)) {
            assertTrue(lab.mostHeldBytes(device) <= lab.reservedBytes(device), "within its buffer");
        }
    }

    private static List<Long> ends(String scheme, Map<String, String> settings) {
        LongLink lab = new LongLink(7, scheme, settings);
        lab.load(0);
        FlowLog log = lab.runToTheEnd();
        List<Long> ends = new ArrayList<>();
        for (int row = 0; row < log.size(); row++) {
            ends.add(log.endNanos(row));
        }
        return ends;
    }
}
