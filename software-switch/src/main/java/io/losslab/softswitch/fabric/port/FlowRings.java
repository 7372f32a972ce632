package io.losslab.softswitch.fabric.port;

import static io.losslab.softswitch.fabric.port.Ports.DEFICIT;
import static io.losslab.softswitch.fabric.port.Ports.HEAD;
import static io.losslab.softswitch.fabric.port.Ports.TAIL;

/**
 * The data queues of hosts: rings of flows that take turns. Who holds the flows keeps the next one
 * of each in an array, 0 behind the last.
 */
public final class FlowRings {
    private final Ports ports;
    private final QueueMasks masks;
    private final int[] queues;

    public FlowRings(Ports ports) {
        this.ports = ports;
        masks = ports.masks;
        queues = ports.queues;
    }

    /** Puts a flow at the tail of a ring. */
    public void append(int port, int queue, int flow, int[] nextFlow, long now) {
        int q = ports.slot(port, queue);
        int tail = queues[q + TAIL];
        nextFlow[flow] = 0;
        if (tail == 0) {
            queues[q + HEAD] = flow;
            masks.markBacklog(port, queue);
        } else {
            nextFlow[tail] = flow;
        }
        queues[q + TAIL] = flow;
        ports.requestLine(port, now);
    }

    /** Moves the flow at the head of a ring to its tail, or out of the ring. */
    public void turn(int port, int queue, int flow, int[] nextFlow, boolean stays) {
        int q = ports.slot(port, queue);
        int next = nextFlow[flow];
        if (next != 0) {
            queues[q + HEAD] = next;
            if (stays) {
                nextFlow[queues[q + TAIL]] = flow;
                nextFlow[flow] = 0;
                queues[q + TAIL] = flow;
            }
        } else if (!stays) {
            queues[q + HEAD] = 0;
            queues[q + TAIL] = 0;
            queues[q + DEFICIT] = 0;
            masks.clearBacklog(port, queue);
        }
    }
}
