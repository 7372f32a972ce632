package io.losslab.softswitch.fabric.buffer;

import io.losslab.flowcontrol.setting.PriorityMask;

/**
 * Counts the packets that arrive at ports and are dropped; where that is asked for, also what
 * passes each egress queue, and what each ingress port holds of each priority.
 */
public final class PacketCounts {
    private final int portCount;
    private final int dataQueues;

    /** By ingress port and priority, two longs each: data frames received and their bytes. */
    private final long[] received;

    private final long[] droppedFrames;
    private final long[] droppedBytes;

    /** What passes the queues; null while not requested. */
    private QueueTally queues;

    /** What ingress ports hold; null while not requested. */
    private GroupTally groups;

    public PacketCounts(int portCount, int dataQueues) {
        this.portCount = portCount;
        this.dataQueues = dataQueues;
        received = new long[2 * PriorityMask.COUNT * (portCount + 1)];
        droppedFrames = new long[portCount + 1];
        droppedBytes = new long[portCount + 1];
    }

    /** Asks that what passes the queues be counted, from here on. */
    public void countQueues() {
        if (queues == null) {
            queues = new QueueTally(portCount, dataQueues);
        }
    }

    /** Asks that what ingress ports hold of each priority be counted, from here on. */
    public void countGroups() {
        if (groups == null) {
            groups = new GroupTally(portCount);
        }
    }

    /**
     * Counters of an ingress port and priority.
     *
     * @param bytes that it holds now
     */
    public GroupCounters group(int port, int priority, long bytes) {
        return groups == null ? new GroupCounters(bytes, 0, 0) : groups.read(port, priority, bytes);
    }

    /**
     * Counters of an egress queue.
     *
     * @param bytes that wait in it now
     */
    public QueueCounters queue(int port, int queue, long bytes) {
        return queues == null
                ? new QueueCounters(bytes, 0, 0, 0, 0, 0, 0)
                : queues.read(port, queue, bytes);
    }

    public long dataFramesReceived(int port) {
        long sum = 0;
        for (int priority = 0; priority < PriorityMask.COUNT; priority++) {
            sum += received[at(port, priority)];
        }
        return sum;
    }

    public long dataBytesReceived(int port) {
        long sum = 0;
        for (int priority = 0; priority < PriorityMask.COUNT; priority++) {
            sum += dataBytesReceived(port, priority);
        }
        return sum;
    }

    public long dataBytesReceived(int port, int priority) {
        return received[at(port, priority) + 1];
    }

    public long droppedFrames(int port) {
        return droppedFrames[port];
    }

    public long droppedBytes(int port) {
        return droppedBytes[port];
    }

    public void onReceived(int ingress, int priority, int bytes) {
        int at = at(ingress, priority);
        received[at]++;
        received[at + 1] += bytes;
    }

    public void onDropped(int ingress, int bytes) {
        droppedFrames[ingress]++;
        droppedBytes[ingress] += bytes;
    }

    /**
     * A packet was not buffered.
     *
     * @param taken whether its queue would have taken it, and the buffer had no room
     */
    public void onRefused(int ingress, int egress, int queue, int priority, boolean taken) {
        if (queues != null) {
            queues.onDropped(egress, queue, taken);
        }
        if (groups != null && taken) {
            groups.onDropped(ingress, priority);
        }
    }

    /**
     * An ingress port has begun to hold one packet more.
     *
     * @param bytes that it holds now of that priority
     */
    public void onHeld(int ingress, int priority, long bytes) {
        if (groups != null) {
            groups.onHeld(ingress, priority, bytes);
        }
    }

    /**
     * A packet has joined a queue.
     *
     * @param bytes that wait in it now
     */
    public void onQueued(int egress, int queue, long bytes) {
        if (queues != null) {
            queues.onQueued(egress, queue, bytes);
        }
    }

    public void onMarked(int egress, int queue) {
        if (queues != null) {
            queues.onMarked(egress, queue);
        }
    }

    public void onSent(int egress, int queue, int bytes) {
        if (queues != null) {
            queues.onSent(egress, queue, bytes);
        }
    }

    private static int at(int port, int priority) {
        return 2 * (port * PriorityMask.COUNT + priority);
    }
}
