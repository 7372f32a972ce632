package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.traffic.FlowLog;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.ofc.Ofc;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/**
 * OFC and the schemes its paper compares it with, on racks under spines: nothing lost, nothing out
 * of order through pauses and rotations, and nothing left behind.
 */
class OfcFabricTest {
    private static final Settings THRESHOLDS =
            new Settings(
                    Map.of(
                            "priorities", "8",
                            "xoff", "75000",
                            "xon", "45000",
                            "headroom", "auto",
                            "timer", "quanta"));
    private static final Settings OFC =
            THRESHOLDS.with("flowKey", "pair").with("xoffCongested", "auto");
    private static final Settings SMALL_OFC =
            OFC.with("xoff", 12_000).with("xon", 3_000).with("xoffCongested", 6_000);
    private static final Settings SMALL_OFC_OF_TUPLES = SMALL_OFC.with("flowKey", "fiveTuple");

    private static final Map<String, Settings> BASELINES =
            Map.of(
                    "capfc",
                    THRESHOLDS
                            .with("ingressOff", "auto")
                            .with("egressOff", 68_000)
                            .with("egressOn", 45_000),
                    "ppfc",
                    THRESHOLDS
                            .with("ingressOff", "auto")
                            .with("mode", "avgEgress")
                            .with("sample", 1_000)
                            .with("predict", "auto")
                            .with("gain", 0.25)
                            .with("floor", "auto"),
                    "gpfc",
                    THRESHOLDS.with("gentleXoff", 68_000).with("step", "auto"),
                    "gfc",
                    new Settings(
                            Map.of(
                                    "priorities", "8",
                                    "form", "stopping",
                                    "limit", "75000",
                                    "first", "auto",
                                    "stages", "10",
                                    "headroom", "auto")));

    @Property(tries = 20)
    void deliversAllInOrderAndLosesNothing(@ForAll long seed) {
        assertDeliversAll(racks(seed, "ofc", OFC));
    }

    /** Low thresholds: lists come and go all the time, and with them the backup queues. */
    @Property(tries = 20)
    void staysInOrderThroughManyRotations(@ForAll long seed, @ForAll boolean tuples) {
        assertDeliversAll(racks(seed, "ofc", tuples ? SMALL_OFC_OF_TUPLES : SMALL_OFC));
    }

    /** A mark that came out while packets moved once left the congested table's size too high. */
    @Test
    void tablesAreEmptyInTheEndThoughMarksComeOutDuringMoves() {
        assertDeliversAll(racks(-297_215, "ofc", SMALL_OFC));
    }

    @Test
    void packetsAreParkedAndQueuesRotate() {
        long moves = 0;
        for (long seed = 1; seed <= 5; seed++) {
            SchemeRacks racks = racks(seed, "ofc", SMALL_OFC);
            assertDeliversAll(racks);
            moves += racks.schemes.stream().mapToLong(scheme -> ((Ofc) scheme).moves()).sum();
        }
        assertTrue(moves > 1_000, "packets moved to backup queues: " + moves);
    }

    /** Leaves hold back spines for what waits at the ports of hosts, which run no OFC. */
    @Test
    void losesNothingWhereItRunsBetweenSwitchesAlone() {
        SchemeType ofc = SchemeTypes.find("ofc").orElseThrow();
        for (long seed = 1; seed <= 5; seed++) {
            SchemeRacks racks = new SchemeRacks(seed, ofc, SMALL_OFC, false);
            assertDeliversAll(racks);
            assertTrue(racks.controlFrames() > 0, "no PAUSE was sent");
        }
    }

    @Property(tries = 20)
    void itsBaselinesLoseNothingAndKeepOrder(
            @ForAll long seed, @ForAll("baselines") String baseline) {
        assertDeliversAll(racks(seed, baseline, BASELINES.get(baseline)));
    }

    @Property(tries = 3)
    void theSameSeedGivesTheSameRun(@ForAll long seed) {
        assertEquals(trace(seed), trace(seed));
    }

    @Provide
    Arbitrary<String> baselines() {
        return Arbitraries.of(BASELINES.keySet().stream().sorted().toList());
    }

    private static SchemeRacks racks(long seed, String scheme, Settings settings) {
        SchemeType type = SchemeTypes.find(scheme).orElseThrow();
        return new SchemeRacks(seed, type, settings);
    }

    private static void assertDeliversAll(SchemeRacks racks) {
        assertEquals(List.of(), racks.problems);
        for (int slice = 1; slice <= 6; slice++) {
            racks.run(slice * 50_000L);
            assertEquals(0, racks.missingBytes(), "bytes missing");
        }
        racks.runToTheEnd();
        assertEquals(racks.messages, racks.fabric.drainFlows().size(), "messages complete");
        assertEquals(0, racks.droppedBytes(), "bytes dropped");
        assertEquals(0, racks.reordered(), "packets reordered");
        assertEquals(0, racks.missingBytes(), "bytes missing");
        assertEquals(0, racks.fabric.counters().inFlight().packets(), "packets left");
        for (Object scheme : racks.schemes) {
            assertEquals(0, scheme instanceof Ofc ofc ? ofc.entries() : 0, "entries left");
        }
    }

    private static List<List<Long>> trace(long seed) {
        SchemeRacks racks = racks(seed, "ofc", SMALL_OFC);
        racks.runToTheEnd();
        FlowLog log = racks.fabric.drainFlows();
        List<List<Long>> trace = new ArrayList<>();
        for (int row = 0; row < log.size(); row++) {
            trace.add(List.of((long) log.flow(row), log.endNanos(row)));
        }
        trace.add(List.of(racks.controlFrames()));
        return trace;
    }
}
