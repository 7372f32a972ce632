package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.Networks.BUFFER;
import static io.losslab.softswitch.fabric.Networks.PRIORITY;
import static io.losslab.softswitch.fabric.Networks.RATE;

import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import java.util.function.BiFunction;

/**
 * A long link at line rate, and a drain the test stops and starts: A - M ==long== N - C, with a
 * host B at N. The flow control under test stands at N's end of the long link.
 */
final class LongHaul {
    static final long DELAY_NANOS = 100_000;
    static final long ROUND_TRIP_NANOS = 2 * DELAY_NANOS;

    /** Delta = 2 Rs D. */
    static final long DELTA_BYTES = RATE.bytesIn(ROUND_TRIP_NANOS);

    static final int MTU = 4096;
    static final int MESSAGE_BYTES = 1_000_000;
    static final int LONG_PORT = 1;
    static final int SHORT_PORT = 2;

    final Topology topology =
            new TopologyBuilder("long-haul")
                    .host("A")
                    .switchNode("M", BUFFER)
                    .switchNode("N", BUFFER)
                    .host("C")
                    .link("M", "N", RATE, new Nanos(DELAY_NANOS), "longHaul")
                    .link("A", "M", RATE, new Nanos(10), "edge")
                    .link("N", "C", RATE, new Nanos(10), "edge")
                    .host("B")
                    .link("B", "N", RATE, new Nanos(10), "edge")
                    .build();
    final int a = Networks.id(topology, "A");
    final int m = Networks.id(topology, "M");
    final int n = Networks.id(topology, "N");
    final int c = Networks.id(topology, "C");
    final Fabric fabric = Networks.fabric(topology, MTU);
    final IngressScheme scheme;

    LongHaul(BiFunction<DataPlane, Integer, IngressScheme> maker) {
        scheme = fabric.schemes().setIngress(n, LONG_PORT, maker);
        fabric.addFlow(FlowSpec.bandwidth(1, a, c, 50_000, PRIORITY, MESSAGE_BYTES, 16));
    }

    /** Keeps the way back busy, so that pause frames have to wait for frames. */
    void addReverseTraffic() {
        fabric.addFlow(FlowSpec.bandwidth(2, c, a, 50_001, PRIORITY, MESSAGE_BYTES, 16));
    }

    /** Shares the drain with a host at its near end. */
    void addCrossTraffic() {
        int b = Networks.id(topology, "B");
        fabric.addFlow(FlowSpec.bandwidth(3, b, c, 50_002, PRIORITY, MESSAGE_BYTES, 16));
    }

    /** Withholds what the long link would carry. */
    void stopLongLink() {
        fabric.whole()
                .pauses
                .pause(fabric.numbers.portsOf(m)[LONG_PORT - 1], PRIORITY, DataPlane.FOREVER);
    }

    void stopDrain() {
        fabric.whole()
                .pauses
                .pause(fabric.numbers.portsOf(n)[SHORT_PORT - 1], PRIORITY, DataPlane.FOREVER);
    }

    void startDrain() {
        fabric.whole().pauses.resume(fabric.numbers.portsOf(n)[SHORT_PORT - 1], PRIORITY);
    }

    void runFor(long nanos) {
        fabric.run(fabric.nowNanos() + nanos);
    }

    PortCounters longPort() {
        return fabric.counters().port(n, LONG_PORT);
    }

    /** Frame bytes a line carries at most in so much time. */
    static double frameBytesIn(double nanos) {
        return RATE.bitsPerSecond() / 8e9 * nanos * frameShare();
    }

    /** Nanoseconds that frame bytes take on the line. */
    static double nanosFor(double frameBytes) {
        return frameBytes / frameShare() * 8e9 / RATE.bitsPerSecond();
    }

    private static double frameShare() {
        return (double) Networks.frameBytes(MESSAGE_BYTES, MTU)
                / Networks.wireBytes(MESSAGE_BYTES, MTU);
    }
}
