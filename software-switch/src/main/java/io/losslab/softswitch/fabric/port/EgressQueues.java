package io.losslab.softswitch.fabric.port;

import io.losslab.api.frame.RoceFrame;
import io.losslab.softswitch.fabric.engine.Records;

/**
 * The egress queues of all ports. A queue is a list of records; on a host, a data queue is a ring
 * of flows ({@link FlowRings}) that the line pulls packets from. The two highest queues are for MAC
 * control and for ACKs; {@link QueueScheduler} says who sends next.
 */
public final class EgressQueues {
    /** Most data queues a port can have. */
    private static final int MAX_DATA_QUEUES = 256;

    /*
     * Four ints a queue: head, tail (records; flows on a host), how many records, deficit.
     */
    static final int HEAD = 0;
    static final int TAIL = 1;
    private static final int LENGTH = 2;
    static final int DEFICIT = 3;

    /*
     * Two ints a port: queue served last, quantum.
     */
    static final int CURRENT = 0;
    static final int QUANTUM = 1;

    /*
     * Two longs a port: bytes in all data queues, most that there were.
     */
    private static final int HELD = 0;
    private static final int MAX_HELD = 1;

    /** Queue of ACKs, above all data queues. */
    public final int ackQueue;

    /** Queue of MAC control frames, above all others. */
    public final int macQueue;

    final int[] byQueue;
    final int[] byPort;
    final QueueMasks masks;

    /** By slot / 4. */
    private final long[] queueBytes;

    private final long[] dataBytes;
    private final int queueCount;
    private final Records records;

    /**
     * Makes empty queues.
     *
     * @param dataQueues of each port, 8..256
     * @param state {@link PortWords} of all ports
     */
    EgressQueues(int portCount, int dataQueues, Records records, long[] state) {
        if (dataQueues < 8 || dataQueues > MAX_DATA_QUEUES) {
            throw new IllegalArgumentException(
                    "data queues must be 8.." + MAX_DATA_QUEUES + ": " + dataQueues);
        }
        this.records = records;
        ackQueue = dataQueues;
        macQueue = dataQueues + 1;
        queueCount = dataQueues + 2;
        masks = new QueueMasks(dataQueues, state);
        byQueue = new int[(portCount + 1) * queueCount << 2];
        queueBytes = new long[(portCount + 1) * queueCount];
        byPort = new int[(portCount + 1) << 1];
        dataBytes = new long[(portCount + 1) << 1];
    }

    /** Sets the deficit round robin quantum of a port. */
    public void setQuantum(int port, int bytes) {
        byPort[port << 1 | QUANTUM] = bytes;
    }

    /** Data queues that each port has, numbered from 0. */
    public int dataQueues() {
        return ackQueue;
    }

    public boolean isPaused(int port, int queue) {
        return masks.isPaused(port, queue);
    }

    /** Whether what joins a queue now is the first that its pause withholds. */
    public boolean isPausedAndEmpty(int port, int queue) {
        return isPaused(port, queue) && !holdsSomething(port, queue);
    }

    /** Whether some queue holds something and may not send. */
    public boolean isBlocked(int port) {
        return masks.nextBlocked(port, 0) >= 0;
    }

    /** First data queue from {@code from} on that holds something and may not send; -1 if none. */
    public int nextBlocked(int port, int from) {
        return masks.nextBlocked(port, from);
    }

    public boolean holdsSomething(int port, int queue) {
        return byQueue[slot(port, queue) + HEAD] != 0;
    }

    /** Records in a queue. */
    public int length(int port, int queue) {
        return byQueue[slot(port, queue) + LENGTH];
    }

    /** Frame bytes in a queue of a switch port. */
    public long bytes(int port, int queue) {
        return queueBytes[slot(port, queue) >> 2];
    }

    /** Frame bytes that wait in all queues of a switch port. */
    public long allBytes(int port) {
        return dataBytes(port) + bytes(port, ackQueue) + bytes(port, macQueue);
    }

    /** Bytes of the line that all that waits at a switch port will take. */
    public long allWireBytes(int port) {
        long frames = 0;
        for (int queue = 0; queue < queueCount; queue++) {
            frames += length(port, queue);
        }
        return allBytes(port) + frames * RoceFrame.WIRE_OVERHEAD_BYTES;
    }

    /** Frame bytes that wait in the data queues of a switch port. */
    public long dataBytes(int port) {
        return dataBytes[port << 1 | HELD];
    }

    /** Most frame bytes that the data queues of a switch port held. */
    public long maxDataBytes(int port) {
        return dataBytes[port << 1 | MAX_HELD];
    }

    /** First record of a queue, or first flow of a host's data queue; 0 if it is empty. */
    public int head(int port, int queue) {
        return byQueue[slot(port, queue) + HEAD];
    }

    /** Stops a queue; {@link Ports#resume} lets it send again. */
    public void pause(int port, int queue) {
        masks.pause(port, queue);
    }

    /** Relayed bytes that wait at a host's port; its own packets are not made before they leave. */
    public void addRelayedBytes(int port, int bytes) {
        dataBytes[port << 1 | HELD] += bytes;
    }

    /** Puts a record at the tail of a queue; the line is not asked for. */
    void append(int port, int queue, int id, int bytes, long now) {
        int q = slot(port, queue);
        int tail = byQueue[q + TAIL];
        records.setJoined(id, now);
        records.setNext(id, 0);
        if (tail == 0) {
            byQueue[q + HEAD] = id;
            masks.markBacklog(port, queue);
        } else {
            records.setNext(tail, id);
        }
        byQueue[q + TAIL] = id;
        byQueue[q + LENGTH]++;
        queueBytes[q >> 2] += bytes;
        if (queue < ackQueue) {
            long held = dataBytes[port << 1 | HELD] += bytes;
            if (held > dataBytes[port << 1 | MAX_HELD]) {
                dataBytes[port << 1 | MAX_HELD] = held;
            }
        }
    }

    /** Takes the record at the head of a queue. */
    public int remove(int port, int queue) {
        int q = slot(port, queue);
        int id = byQueue[q + HEAD];
        int next = records.next(id);
        int bytes = records.bytes(id);
        byQueue[q + HEAD] = next;
        byQueue[q + LENGTH]--;
        queueBytes[q >> 2] -= bytes;
        if (queue < ackQueue) {
            dataBytes[port << 1 | HELD] -= bytes;
        }
        if (next == 0) {
            byQueue[q + TAIL] = 0;
            byQueue[q + DEFICIT] = 0;
            masks.clearBacklog(port, queue);
        }
        return id;
    }

    /** Puts a record that leaves one queue at the tail of another, before it is known who sends. */
    public void move(int port, int from, int to, long now) {
        int id = remove(port, from);
        append(port, to, id, records.bytes(id), now);
    }

    int slot(int port, int queue) {
        return (port * queueCount + queue) << 2;
    }
}
