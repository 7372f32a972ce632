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
    private final int[] words;

    public FlowRings(Ports ports) {
        this.ports = ports;
        masks = ports.queues.masks;
        queues = ports.queues;
        words = queues.words;
    }

    /** Puts a flow at the tail of a ring. */
    public void append(int port, int queue, int flow, int[] nextFlow, long now) {
        int q = queues.slot(port, queue);
        int tail = words[q + TAIL];
        nextFlow[flow] = 0;
        if (tail == 0) {
            words[q + HEAD] = flow;
            masks.markBacklog(port, queue);
        } else {
            nextFlow[tail] = flow;
        }
        words[q + TAIL] = flow;
        ports.requestLine(port, now);
    }

    /** Moves the flow at the head of a ring to its tail, or out of the ring. */
    public void turn(int port, int queue, int flow, int[] nextFlow, boolean stays) {
        int q = queues.slot(port, queue);
        int next = nextFlow[flow];
        if (next != 0) {
            words[q + HEAD] = next;
            if (stays) {
                nextFlow[words[q + TAIL]] = flow;
                nextFlow[flow] = 0;
                words[q + TAIL] = flow;
            }
        } else if (!stays) {
            words[q + HEAD] = 0;
            words[q + TAIL] = 0;
            words[q + DEFICIT] = 0;
            masks.clearBacklog(port, queue);
        }
    }
}
