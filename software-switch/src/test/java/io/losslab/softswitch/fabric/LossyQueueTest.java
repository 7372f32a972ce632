package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.traffic.FlowSpec;
import io.losslab.softswitch.fabric.buffer.QueueCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The dynamic threshold of queues without flow control (Choudhury and Hahne, 1998): two or three
 * hosts overload each receiver at a switch of 1 MB.
 */
class LossyQueueTest {
    private static final int MTU = 1_024;
    private static final int BUFFER = 1_000_000;

    private final Fabric fabric = Networks.fabric(Networks.star(8, Networks.RATE, 1_000), MTU);
    private final int middle = Networks.id(fabric.topology(), "S");
    private int flows;

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 2, 8})
    void oneCongestedQueueHoldsAlphaToOneAndAlphaOfTheBuffer(double alpha) {
        overload(alpha, 1);
        assertQueues(1, alpha / (1 + alpha));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 2, 8})
    void eachOfTwoHoldsAlphaToOneAndTwiceAlphaOfTheBuffer(double alpha) {
        overload(alpha, 2);
        for (int receiver = 1; receiver <= 2; receiver++) {
            long now = fabric.counters().queue(middle, receiver, Networks.PRIORITY).bytes();
            assertEquals(alpha / (1 + 2 * alpha) * BUFFER, now, 4 * MTU);
        }
    }

    @Test
    void withoutAThresholdTheBufferIsTheLimit() {
        overload(0, 1);
        assertQueues(1, 1);
    }

    @Test
    void aProtectedClassIsNotSubjectToIt() {
        Networks.pfcEverywhere(fabric, 1 << Networks.PRIORITY, 20_000, 10_000);
        fabric.setLossyAlpha(middle, 0.001);
        run(1);
        assertEquals(0, Networks.dropped(fabric));
        assertTrue(maxQueueBytes(1) > 20_000, maxQueueBytes(1) + " B");
    }

    /** A frame that passes an idle port is one of its queue, too. */
    @Test
    void whatAPortHasSentItsQueuesHaveSent() {
        run(1);
        PortCounters port = fabric.counters().port(middle, 1);
        QueueCounters queue = fabric.counters().queue(middle, 1, Networks.PRIORITY);
        assertEquals(port.txFrames(), queue.sentFrames());
        assertEquals(port.txBytes(), queue.sentBytes());
    }

    /** A full queue is no lack of room: it is the egress's loss, and none of the ingress group. */
    @Test
    void anIngressGroupDropsWhatTheBufferHasNoRoomForAndNotWhatAQueueRefuses() {
        fabric.counters().countGroups();
        overload(1, 1);
        assertEquals(0, droppedByGroups());
        assertEquals(0, fabric.counters().queue(middle, 1, Networks.PRIORITY).framesWithoutRoom());
        fabric.setLossyAlpha(middle, 0);
        long before = Networks.dropped(fabric);
        fabric.run(2_000_000);
        long withoutRoom =
                fabric.counters().queue(middle, 1, Networks.PRIORITY).framesWithoutRoom();
        assertTrue(withoutRoom > 0);
        assertEquals(Networks.dropped(fabric) - before, withoutRoom);
        assertEquals(withoutRoom, droppedByGroups());
    }

    private long droppedByGroups() {
        long sum = 0;
        for (int port = 1; port <= 8; port++) {
            sum += fabric.counters().group(middle, port, Networks.PRIORITY).droppedFrames();
        }
        return sum;
    }

    @Test
    void alphaIsNotNegative() {
        assertThrows(IllegalArgumentException.class, () -> fabric.setLossyAlpha(middle, -1));
    }

    private void overload(double alpha, int receivers) {
        fabric.setBuffer(middle, BUFFER);
        fabric.setLossyAlpha(middle, alpha);
        run(receivers);
        assertTrue(Networks.dropped(fabric) > 100);
    }

    private void run(int receivers) {
        fabric.counters().countQueues();
        for (int sender = receivers + 1; sender <= 4 * receivers; sender++) {
            int receiver = sender % receivers + 1;
            fabric.addFlow(
                    FlowSpec.bandwidth(
                            ++flows,
                            host(sender),
                            host(receiver),
                            49_152 + flows,
                            Networks.PRIORITY,
                            10_000_000,
                            2));
        }
        fabric.run(1_000_000);
    }

    /** The queue once held this share of the buffer, but for one frame. */
    private void assertQueues(int port, double share) {
        assertEquals(share * BUFFER, maxQueueBytes(port), MTU + 100);
    }

    private long maxQueueBytes(int port) {
        return fabric.counters().queue(middle, port, Networks.PRIORITY).maxBytes();
    }

    /** Number of the host at a port of the switch. */
    private int host(int port) {
        return Networks.id(fabric.topology(), "h" + (port - 1));
    }
}
