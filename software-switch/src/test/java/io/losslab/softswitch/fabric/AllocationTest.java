package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.traffic.FlowSpec;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class AllocationTest {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The smallest object is 16 bytes; the log of completed messages is all that grows. */
    @Test
    void packetsAndPausesInSteadyStateAllocateNothing() {
        Fabric fabric = pausedIncast();
        fabric.run(1_000_000);
        long hops = fabric.counters().packetHops();
        long pauses = pauses(fabric);
        long allocated = THREADS.getCurrentThreadAllocatedBytes();

        fabric.run(4_000_000);

        allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        hops = fabric.counters().packetHops() - hops;
        assertTrue(hops > 50_000, "hops: " + hops);
        assertTrue(pauses(fabric) > pauses + 100, "pauses: " + pauses(fabric));
        assertTrue(allocated < hops, allocated + " bytes in " + hops + " packet-hops");
        assertEquals(0, fabric.counters().port(switchOf(fabric), 1).droppedFrames());
    }

    private static Fabric pausedIncast() {
        Fabric fabric = Networks.fabric(Networks.star(4, Networks.RATE, 1_000), 1_024);
        Networks.pfcEverywhere(fabric, 1 << Networks.PRIORITY, 75_000, 50_000);
        int receiver = Networks.id(fabric.topology(), "h0");
        for (int sender = 1; sender < 4; sender++) {
            fabric.addFlow(
                    FlowSpec.bandwidth(
                            sender,
                            Networks.id(fabric.topology(), "h" + sender),
                            receiver,
                            49_152 + sender,
                            Networks.PRIORITY,
                            1_000_000,
                            16));
        }
        return fabric;
    }

    private static long pauses(Fabric fabric) {
        long sent = 0;
        for (int port = 1; port <= 4; port++) {
            sent += fabric.counters().port(switchOf(fabric), port).txControl();
        }
        return sent;
    }

    private static int switchOf(Fabric fabric) {
        return Networks.id(fabric.topology(), "S");
    }
}
