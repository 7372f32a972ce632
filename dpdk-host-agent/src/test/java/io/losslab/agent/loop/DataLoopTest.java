package io.losslab.agent.loop;

import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.agent.dpdk.Burst;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The loop over ports of DPDK, which start once in a process: so one test. */
class DataLoopTest {
    private LoopHost host;

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void deliversOwnFramesThatComeBackInOrderForwardsWithoutAllocatingAndLeavesNoBuffer() {
        host = new LoopHost(3, "net_ring0", "net_null0", "net_null1");
        List<Integer> arrived = new ArrayList<>();
        HostPath path =
                new HostPath(
                        host.device,
                        (port, frame, length, kind, priority, now) -> {
                            // The others hand out used buffers, whatever they held.
                            if (port == 1) {
                                arrived.add(FRAMES.sequence(frame));
                            }
                        },
                        new RelayRoutes(Map.of()));
        DataLoop loop = host.loop(path);
        int flow = host.device.ownFlows().open(LoopHost.IPV4, 1, 1, 3);
        host.offer(flow, LoopHost.IPV4, 3, 0, Burst.CAPACITY);
        host.offer(flow, LoopHost.IPV4, 3, Burst.CAPACITY, Burst.CAPACITY);
        for (int turn = 0; turn < 4; turn++) {
            loop.turn(1000 + turn);
        }

        assertEquals(IntStream.range(0, 2 * Burst.CAPACITY).boxed().toList(), arrived);
        assertEquals(4L * Burst.CAPACITY, loop.received(2));
        assertEquals(0, allocatedInTurns(loop));
        assertEquals(LoopHost.BUFFERS, host.pool.freeBuffers());
    }

    private static long allocatedInTurns(DataLoop loop) {
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        turns(loop);
        long before = threads.getCurrentThreadAllocatedBytes();
        long between = threads.getCurrentThreadAllocatedBytes() - before;
        before = threads.getCurrentThreadAllocatedBytes();
        turns(loop);
        return threads.getCurrentThreadAllocatedBytes() - before - between;
    }

    private static void turns(DataLoop loop) {
        for (int turn = 0; turn < 50_000; turn++) {
            loop.turn(2000 + turn);
        }
    }
}
