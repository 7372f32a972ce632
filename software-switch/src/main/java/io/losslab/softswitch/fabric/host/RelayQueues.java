package io.losslab.softswitch.fabric.host;

import io.losslab.softswitch.fabric.engine.Records;
import java.util.Arrays;

/**
 * Packets that hosts relay: a list for each queue of each port, which takes its turn in the ring of
 * that queue as if it were a flow.
 */
final class RelayQueues {
    private final Records records;
    private final FlowTable flows;

    /** By port and queue: its relay flow, 0 before the first packet. */
    private final int[][] flowOf;

    /*
     * By relay flow: first and last record, frame bytes that wait.
     */
    private int[] heads = new int[0];
    private int[] tails = new int[0];
    private long[] bytes = new long[0];

    RelayQueues(Records records, FlowTable flows, int portCount) {
        this.records = records;
        this.flows = flows;
        flowOf = new int[portCount + 1][0];
    }

    /** Puts a packet at the tail; returns the relay flow. */
    int append(int packet, int port, int queue) {
        int flow = flowOf(port, queue);
        records.setNext(packet, 0);
        if (heads[flow] == 0) {
            heads[flow] = packet;
        } else {
            records.setNext(tails[flow], packet);
        }
        tails[flow] = packet;
        bytes[flow] += records.bytes(packet);
        return flow;
    }

    /** Takes the first packet, as it was put in. */
    int take(int flow) {
        int packet = heads[flow];
        int next = records.next(packet);
        heads[flow] = next;
        bytes[flow] -= records.bytes(packet);
        if (next == 0) {
            tails[flow] = 0;
        }
        return packet;
    }

    /** First packet of a relay flow; 0 if none waits. */
    int head(int flow) {
        return heads[flow];
    }

    /** Frame bytes that wait to be relayed by a queue of a port. */
    long bytes(int port, int queue) {
        int[] byQueue = flowOf[port];
        return queue >= byQueue.length || byQueue[queue] == 0 ? 0 : bytes[byQueue[queue]];
    }

    private int flowOf(int port, int queue) {
        int[] byQueue = flowOf[port];
        if (queue >= byQueue.length) {
            byQueue = Arrays.copyOf(byQueue, queue + 1);
            flowOf[port] = byQueue;
        }
        if (byQueue[queue] == 0) {
            byQueue[queue] = add(port, queue);
        }
        return byQueue[queue];
    }

    private int add(int port, int queue) {
        int flow = flows.addEmpty(null);
        int s = flow << 4;
        flows.sender[s + FlowTable.STATE] = FlowTable.RELAY;
        flows.sender[s + FlowTable.PORT] = port;
        flows.sender[s + FlowTable.QUEUE] = queue;
        int capacity = flows.nextFlow.length;
        if (capacity > heads.length) {
            heads = Arrays.copyOf(heads, capacity);
            tails = Arrays.copyOf(tails, capacity);
            bytes = Arrays.copyOf(bytes, capacity);
        }
        return flow;
    }
}
