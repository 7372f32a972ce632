package io.losslab.configs.plan.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class IdealCompletionTest {
    private static final int MTU = 1_024;

    @Property(tries = 200)
    void isWhatFramesOneByOneTake(
            @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 40) Integer> ratesGbps,
            @ForAll @LongRange(min = 1, max = 40_000) long bytes) {
        Topology topology = line(ratesGbps);
        IdealCompletion ideal =
                new IdealCompletion(MTU, topology.node("a").orElseThrow(), topology.links());
        assertEquals(frameByFrame(topology.links(), bytes), ideal.nanos(bytes));
    }

    /** Every frame waits for itself at the hop before and for the frame in front of it. */
    private static long frameByFrame(List<Link> links, long bytes) {
        long packets = RoceFrame.packets(bytes, MTU);
        long[] lineFreeAt = new long[links.size()];
        long arrival = 0;
        for (long packet = 0; packet < packets; packet++) {
            long payload = packet < packets - 1 ? MTU : bytes - (packets - 1) * MTU;
            int frame = RoceFrame.dataFrameBytes((int) payload, packet == 0);
            arrival = 0;
            for (int hop = 0; hop < links.size(); hop++) {
                Link link = links.get(hop);
                long picos =
                        8L
                                * RoceFrame.wireBytes(frame)
                                * 1_000_000_000_000L
                                / link.rate().bitsPerSecond();
                lineFreeAt[hop] = Math.max(arrival, lineFreeAt[hop]) + picos;
                long pipeline = hop < links.size() - 1 ? 500 : 0;
                arrival = lineFreeAt[hop] + (link.delay().nanos() + pipeline) * 1_000;
            }
        }
        return arrival / 1_000;
    }

    private static Topology line(List<Integer> ratesGbps) {
        TopologyBuilder builder = new TopologyBuilder("line").host("a");
        for (int i = 1; i < ratesGbps.size(); i++) {
            builder.switchNode("s" + i, new DataSize(1_000_000));
        }
        builder.host("b");
        for (int i = 0; i < ratesGbps.size(); i++) {
            builder.link(
                    i == 0 ? "a" : "s" + i,
                    i == ratesGbps.size() - 1 ? "b" : "s" + (i + 1),
                    new DataRate(ratesGbps.get(i) * 1_000_000_000L),
                    new Nanos(100L + i),
                    "link");
        }
        return builder.build();
    }
}
