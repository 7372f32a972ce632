package io.losslab.agent.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.agent.queue.PacketTable;
import io.losslab.flowcontrol.EgressScheme;
import org.junit.jupiter.api.Test;

class OwnFlowsTest {
    private static final int DESTINATION = 0x0A00_0002;

    private final EgressQueues queues =
            new EgressQueues(new PacketTable(64), 1, 1, 8, 1 << 20, 1600);
    private final OwnFlows flows =
            new OwnFlows(
                    0x0A00_0001,
                    new KnownFlows(),
                    new EgressQueues[] {null, queues},
                    new EgressScheme[2]);

    @Test
    void queuePairsOfOneTupleShareAFlowUntilTheLastIsDone() {
        int flow = take();
        assertEquals(flow, take());

        flows.release(flow);
        flows.closeDrained();
        assertEquals(1, flows.port(flow));

        flows.release(flow);
        flows.closeDrained();
        assertEquals(0, flows.port(flow));
    }

    @Test
    void aFlowIsClosedOnceItsLastFrameHasGone() {
        int flow = take();
        Burst burst = new Burst();
        burst.add(1);
        burst.setLength(0, 100);
        queues.offer(flows.source(flow), burst, 1 << 20, 3);
        flows.release(flow);
        flows.closeDrained();
        assertEquals(1, flows.port(flow));

        Burst out = new Burst();
        queues.fill(out, 0);
        queues.onSent(out, 1);
        flows.closeDrained();
        assertEquals(0, flows.port(flow));
    }

    @Test
    void aFlowThatIsTakenAgainWhileItDrainsStaysOpen() {
        int flow = take();
        flows.release(flow);
        take();

        flows.closeDrained();

        assertEquals(1, flows.port(flow));
        assertThrows(IllegalStateException.class, () -> flows.open(DESTINATION, 7, 1, 3));
    }

    private int take() {
        return flows.take(DESTINATION, 7, 3, () -> 1);
    }
}
