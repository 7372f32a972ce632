package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** ATE in a Rail-only network: node n0 offers four-hop flows to all others. */
class AteFabricTest {
    private static final int N = 4;
    private static final long MESSAGE_BYTES = 8_000;
    private static final long END_NANOS = 3_000_000;
    private static final double EQUILIBRIUM_GBPS = 0.9 * 160;

    @Test
    void anOverloadedNodeFillsItsFastLinkToTheThresholdWhereItAlwaysUpdates() {
        double fastGbps = fastLinkGbps(NdcLab.railOnly(N).portFc().ate("always"), 230);
        assertEquals(EQUILIBRIUM_GBPS, fastGbps, 0.05 * EQUILIBRIUM_GBPS);
    }

    /** With less to send than the threshold, all of it goes by the fast link in the end. */
    @Test
    void aNodeBelowTheThresholdUsesItsFastLinkAloneWhereItAlwaysUpdates() {
        double fastGbps = fastLinkGbps(NdcLab.railOnly(N).portFc().ate("always"), 100);
        assertTrue(fastGbps > 90, fastGbps + " Gb/s");
    }

    /** Each burst over the threshold moves some load off for good, even to a link that is full. */
    @Test
    void anOverloadedNodesOverflowLeavesItsFastLinkForGood() {
        double fastGbps = fastLinkGbps(NdcLab.railOnly(N).portFc().ate("overflow"), 230);
        assertTrue(fastGbps < 0.95 * EQUILIBRIUM_GBPS, fastGbps + " Gb/s");
        assertTrue(fastGbps > 0.05 * 230, fastGbps + " Gb/s: the floor");
    }

    @Test
    void aNodeBelowTheThresholdKeepsToTheRatioOfTheRates() {
        double fastGbps = fastLinkGbps(NdcLab.railOnly(N).portFc().ate("overflow"), 60);
        assertEquals(60 * 160.0 / 260, fastGbps, 0.1 * 60);
    }

    @Test
    void withoutItTheHashSharesTheLinksAlike() {
        double fastGbps = fastLinkGbps(NdcLab.railOnly(N).portFc(), 150);
        assertEquals(75, fastGbps, 0.1 * 75);
    }

    /** What n0 sends by its port of 160 Gb/s while it offers so much, after the first third. */
    private static double fastLinkGbps(NdcLab lab, double offeredGbps) {
        double gapNanos = MESSAGE_BYTES * 8 / offeredGbps;
        SplittableRandom random = new SplittableRandom(11);
        double atNanos = 0;
        while (atNanos < END_NANOS) {
            int destination = random.nextInt(1, N) * N + random.nextInt(1, N);
            lab.message(0, destination, (long) atNanos, MESSAGE_BYTES);
            atNanos -= gapNanos * Math.log(1 - random.nextDouble());
        }
        lab.fabric.run(END_NANOS / 3);
        long before = lab.fabric.counters().port(0, 1).txBytes();
        lab.fabric.run(END_NANOS);
        long sent = lab.fabric.counters().port(0, 1).txBytes() - before;
        return sent * 8.0 / (END_NANOS - END_NANOS / 3);
    }
}
