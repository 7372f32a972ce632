package io.losslab.softswitch.fabric.port;

import static io.losslab.softswitch.fabric.port.EgressQueues.DEFICIT;
import static io.losslab.softswitch.fabric.port.EgressQueues.HEAD;
import static io.losslab.softswitch.fabric.port.EgressQueues.TAIL;

/**
 * The data queues of hosts: rings of flows that take turns. Who holds the flows keeps the next one
 * of each in an array, 0 behind the last.
 */
public final class FlowRings {
    private final Ports ports;
    private final QueueMasks masks;
    private final EgressQueues queues;
    private final int[] byQueue;

    public FlowRings(Ports ports) {
        this.ports = ports;
        masks = ports.queues.masks;
        queues = ports.queues;
        byQueue = queues.byQueue;
    }

    /** Puts a flow at the tail of a ring. */
    public void append(int port, int queue, int flow, int[] nextFlow, long now) {
        int q = queues.slot(port, queue);
        int tail = byQueue[q + TAIL];
        nextFlow[flow] = 0;
        if (tail == 0) {
            byQueue[q + HEAD] = flow;
            masks.markBacklog(port, queue);
        } else {
            nextFlow[tail] = flow;
        }
        byQueue[q + TAIL] = flow;
        ports.requestLine(port, now);
    }

    /** Moves the flow at the head of a ring to its tail, or out of the ring. */
    public void turn(int port, int queue, int flow, int[] nextFlow, boolean stays) {
        int q = queues.slot(port, queue);
        int next = nextFlow[flow];
        if (next != 0) {
            byQueue[q + HEAD] = next;
            if (stays) {
                nextFlow[byQueue[q + TAIL]] = flow;
                nextFlow[flow] = 0;
                byQueue[q + TAIL] = flow;
            }
        } else if (!stays) {
            byQueue[q + HEAD] = 0;
            byQueue[q + TAIL] = 0;
            byQueue[q + DEFICIT] = 0;
            masks.clearBacklog(port, queue);
        }
    }
}
