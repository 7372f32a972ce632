package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.Networks.PRIORITY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.DataRate;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.softswitch.fabric.host.HostSettings;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** PFC's safe headroom at every rate and MTU, with everything late that can be late. */
class SafeHeadroomTest {
    @Provide
    Arbitrary<DataRate> rates() {
        return Arbitraries.of("10Gbps", "25Gbps", "100Gbps", "400Gbps").map(DataRate::parse);
    }

    @Provide
    Arbitrary<Integer> mtus() {
        return Arbitraries.of(256, 1024, 4096, 8192);
    }

    /**
     * The frame that crosses XOFF does so by all but a byte, the pause frame waits for a frame and
     * for those of other priorities, and the upstream has just begun a frame.
     */
    @Property(tries = 100)
    void isEnoughWhateverWaits(
            @ForAll("rates") DataRate rate,
            @ForAll("mtus") int mtu,
            @ForAll boolean allPriorities,
            @ForAll @IntRange(min = 0, max = 20_000) int delayNanos,
            @ForAll @LongRange(min = 10_000, max = 100_000) long xoffBytes,
            @ForAll @IntRange(min = 0, max = 100_000) int phaseNanos) {
        Topology topology = Networks.chain(1, rate, delayNanos);
        Fabric fabric = Networks.fabric(topology, mtu);
        int a = Networks.id(topology, "A");
        int c = Networks.id(topology, "C");
        int s = Networks.id(topology, "S1");
        Networks.pfcEverywhere(fabric, 0xFF, xoffBytes, xoffBytes);
        int toC = fabric.numbers.portsOf(s)[1];
        for (int priority = 0; priority < 8; priority++) {
            if (allPriorities || priority == PRIORITY) {
                fabric.addFlow(FlowSpec.bandwidth(priority, a, c, 50_000, priority, 200_000, 4));
                fabric.addFlow(FlowSpec.bandwidth(8 + priority, c, a, 50_001, priority, 1000, 200));
            }
        }
        fabric.run(100_000 + phaseNanos);
        for (int priority = 0; priority < 8; priority++) {
            fabric.whole().pauses.pause(toC, priority, DataPlane.FOREVER);
        }
        fabric.run(1_200_000 + phaseNanos);
        assertEquals(0, Networks.dropped(fabric));
        assertTrue(fabric.counters().group(s, 1, PRIORITY).bytes() >= xoffBytes, "it was paused");
        long limit = xoffBytes + PfcSettings.safeHeadroomBytes(fabric.link(s, 1));
        assertTrue(fabric.counters().group(s, 1, PRIORITY).bytes() <= limit);
    }

    /** A host that reacts late counts as a link that is longer by half of that. */
    @Property(tries = 50)
    void ofALongerLinkIsEnoughForAHostThatReactsLate(
            @ForAll("rates") DataRate rate,
            @ForAll("mtus") int mtu,
            @ForAll @LongRange(min = 2_000, max = 50_000) long reactionNanos) {
        long xoffBytes = 50_000;
        Topology topology = Networks.chain(1, rate, 100);
        Fabric fabric = Networks.fabric(topology, mtu);
        int a = Networks.id(topology, "A");
        int c = Networks.id(topology, "C");
        int s = Networks.id(topology, "S1");
        fabric.configureHost(a, reactingAfter(reactionNanos, HostSettings.withMtu(mtu)));
        LinkProfile link = fabric.link(s, 1);
        long headroomBytes =
                PfcSettings.safeHeadroomBytes(
                        new LinkProfile(
                                link.rateBitsPerSecond(),
                                link.delayNanos() + (reactionNanos + 1) / 2,
                                link.maxFrameBytes()));
        PfcSettings settings =
                PfcSettings.ofStatic(1 << PRIORITY, xoffBytes, xoffBytes, headroomBytes);
        fabric.schemes().setIngress(s, 1, (plane, number) -> new Pfc(plane, number, settings));
        fabric.addFlow(FlowSpec.bandwidth(1, a, c, 50_000, PRIORITY, 10_000_000, 1));
        fabric.whole().pauses.pause(fabric.numbers.portsOf(s)[1], PRIORITY, DataPlane.FOREVER);
        fabric.run(1_000_000);
        long heldBytes = fabric.counters().group(s, 1, PRIORITY).bytes();
        assertEquals(0, Networks.dropped(fabric));
        // Preambles and gaps take up to 7 % of the line.
        assertTrue(heldBytes >= xoffBytes + link.bytesIn(reactionNanos) * 9 / 10);
        assertTrue(heldBytes <= xoffBytes + headroomBytes);
    }

    private static HostSettings reactingAfter(long nanos, HostSettings settings) {
        return new HostSettings(
                settings.transport(),
                settings.queueOfPriority(),
                settings.dscps(),
                settings.obeyedPriorities(),
                settings.timer(),
                nanos);
    }
}
