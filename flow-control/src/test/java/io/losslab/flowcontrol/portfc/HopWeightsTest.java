package io.losslab.flowcontrol.portfc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.RecordingPlane;
import io.losslab.flowcontrol.portfc.AteSettings.Update;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** ATE between a link of 160 Gbps and one of 100 Gbps, or two of 100 Gbps. */
class HopWeightsTest {
    private static final double HIGH = 160e9;
    private static final long PERIOD = 10_000;
    private static final int[] BOTH = {1, 2};
    private static final int FLOWS_PER_PERIOD = 20_000;

    @Test
    void theFirstWeightIsTheFasterLinksShareOrAHalf() {
        assertEquals(160.0 / 260, railOnly(settings(true, 1)).highWeight(), 1e-12);
        assertEquals(0.5, railOnly(settings(false, 1)).highWeight());
    }

    @Test
    void everyPeriodFollowsEquationThreeWhereItAlwaysUpdates() {
        HopWeights ate = railOnly(settings(false, 1, 0.5, Update.ALWAYS));
        ate.onSent(1, 225_000, 0);
        ate.onSent(2, 1_000_000, 5_000);
        assertEquals(0.5, ate.highWeight());
        ate.onSent(1, 0, PERIOD);
        assertEquals(180e9, ate.highBitsPerSecond(), 1);
        assertEquals(0.5 * 0.9 * 160 / 180, ate.highWeight(), 1e-12);
        ate.onSent(1, 100_000, PERIOD + 1);
        ate.onSent(1, 0, 2 * PERIOD);
        assertEquals((180e9 + 80e9) / 2, ate.highBitsPerSecond(), 1);
        assertEquals(0.4 * 144 / 130, ate.highWeight(), 1e-12);
    }

    @Test
    void theWeightChangesOnlyWhereTheFasterLinkReachesItsThreshold() {
        HopWeights ate = railOnly(settings(false, 1));
        ate.onSent(1, 179_999, 0);
        ate.onSent(1, 0, PERIOD);
        assertEquals(0.5, ate.highWeight(), "just below p B_H");
        ate.onSent(1, 220_000, PERIOD);
        ate.onSent(1, 0, 2 * PERIOD);
        assertEquals(0.5 * 144 / 176, ate.highWeight(), 1e-12, "T_H is 176 Gbps");
        ate.onSent(1, 10_000, 2 * PERIOD);
        ate.onSent(1, 0, 3 * PERIOD);
        assertEquals(0.5 * 144 / 176, ate.highWeight(), 1e-12, "stays once T_H is below again");
    }

    /** 8 frames of 1,250 B take 10 us at 8 Gb/s; of two links the faster one counts. */
    @Test
    void warnsOfPeriodsOfAFewFrames() {
        LinkProfile enough = new LinkProfile(8_000_000_000L, 1_000, 1_250);
        LinkProfile slow = new LinkProfile(7_900_000_000L, 1_000, 1_250);
        AteSettings settings = settings(true, 1);
        assertEquals(List.of(), settings.problems(enough, List.of(slow)));
        assertEquals(List.of(), settings.problems(slow, List.of(enough)));
        assertEquals("period", settings.problems(slow, List.of(slow)).get(0).field());
        AteSettings always = settings(true, 1, 0.5, Update.ALWAYS);
        assertEquals(List.of(), always.problems(slow, List.of(slow)), "the weight rises again");
    }

    @Test
    void aPeriodWithoutTrafficKeepsTheWeight() {
        HopWeights ate = railOnly(settings(false, 1));
        ate.onSent(1, 225_000, 0);
        ate.onSent(2, 1_000, PERIOD);
        double weight = ate.highWeight();
        ate.onSent(2, 1_000, 2 * PERIOD);
        ate.onSent(2, 1_000, 50 * PERIOD);
        assertEquals(weight, ate.highWeight());
        assertEquals(0, ate.highBitsPerSecond());
    }

    @Property(tries = 20)
    void overloadSettlesTheFasterLinkAtItsThreshold(
            @ForAll @DoubleRange(min = 150e9, max = 600e9) double demand,
            @ForAll @IntRange(min = 1, max = 1_000) int seed,
            @ForAll boolean byCapacity) {
        HopWeights ate = railOnly(settings(byCapacity, seed, 0.5, Update.ALWAYS));
        assertEquals(0.9 * HIGH, settled(ate, demand), 0.05 * 0.9 * HIGH);
        assertEquals(0.9 * HIGH / demand, ate.highWeight(), 0.1);
    }

    @Property(tries = 20)
    void overflowLeavesTheFasterLinkForGood(
            @ForAll @DoubleRange(min = 150e9, max = 600e9) double demand,
            @ForAll @IntRange(min = 1, max = 1_000) int seed,
            @ForAll boolean byCapacity) {
        HopWeights ate = railOnly(settings(byCapacity, seed, 1, Update.OVERFLOW));
        double offered = ate.highWeight() * demand;
        double expected = Math.min(offered, 0.9 * HIGH);
        assertEquals(expected, settled(ate, demand), 0.06 * expected);
    }

    /** What the faster link carries of a constant demand once the weight has settled, bit/s. */
    private static double settled(HopWeights ate, double demand) {
        int flow = 0;
        double settled = 0;
        for (int period = 0; period < 60; period++) {
            int high = 0;
            for (int i = 0; i < FLOWS_PER_PERIOD; i++) {
                high += ate.choosePort(++flow, BOTH, period * PERIOD) == 1 ? 1 : 0;
            }
            double carried = demand * high / FLOWS_PER_PERIOD;
            ate.onSent(1, (int) (carried * PERIOD / 8e9), period * PERIOD);
            settled += period >= 30 ? carried / 30 : 0;
        }
        return settled;
    }

    @Property(tries = 100)
    void theWeightStaysAboveTheFloorAndIsAShare(
            @ForAll @Size(max = 50) List<@IntRange(max = 1_000_000) Integer> bytesOfPeriods) {
        HopWeights ate = railOnly(settings(true, 1));
        long now = 0;
        for (int bytes : bytesOfPeriods) {
            ate.onSent(1, bytes, now);
            now += PERIOD;
            assertTrue(ate.highWeight() >= 0.05 && ate.highWeight() <= 1);
        }
    }

    @Test
    void aFlowsDrawDependsOnItsNumberAndTheSeedOnly() {
        HopWeights one = railOnly(settings(true, 1));
        HopWeights same = railOnly(settings(true, 1));
        HopWeights other = railOnly(settings(true, 2));
        int differing = 0;
        for (int flow = 1_000; flow > 0; flow--) {
            int port = one.choosePort(flow, BOTH, 0);
            assertEquals(port, same.choosePort(flow, BOTH, 0));
            differing += port == other.choosePort(flow, BOTH, 0) ? 0 : 1;
        }
        assertTrue(differing > 300 && differing < 700, "about 2 * 0.615 * 0.385: " + differing);
    }

    @Test
    void leavesAFlowOfOneWayAlone() {
        assertEquals(-1, railOnly(settings(true, 1)).choosePort(1, new int[] {2}, 0));
    }

    @Test
    void runsAtHostsOfTwoPortsOnly() {
        RecordingPlane notAHost =
                new RecordingPlane(new LinkProfile(100_000_000_000L, 1_000, 1_500), 2);
        assertEquals(null, new AteType().egress(notAHost, java.util.Map.of()));
    }

    private static AteSettings settings(boolean byCapacity, int seed) {
        return settings(byCapacity, seed, 1, Update.OVERFLOW);
    }

    private static AteSettings settings(boolean byCapacity, int seed, double gain, Update update) {
        return new AteSettings(0.9, byCapacity, PERIOD, gain, 0.05, update, seed);
    }

    private static HopWeights railOnly(AteSettings settings) {
        return new HopWeights(1, 160_000_000_000L, 100_000_000_000L, 0, settings);
    }
}
