package io.losslab.softswitch.fabric.buffer;

/** Counts what passes the data queues of all ports. */
public final class QueueTally {
    private static final int SENT_FRAMES = 0;
    private static final int SENT_BYTES = 1;
    private static final int MAX_BYTES = 2;
    private static final int DROPPED = 3;
    private static final int MARKED = 4;
    private static final int WITHOUT_ROOM = 5;
    private static final int COUNTS = 6;

    private final int queues;

    /**
     * Six longs a queue: frames and bytes sent, most bytes, frames dropped, frames marked, and of
     * the dropped those without room in the buffer.
     */
    private final long[] counts;

    public QueueTally(int portCount, int queues) {
        this.queues = queues;
        counts = new long[(portCount + 1) * queues * COUNTS];
    }

    public void onSent(int port, int queue, int bytes) {
        int at = at(port, queue);
        counts[at + SENT_FRAMES]++;
        counts[at + SENT_BYTES] += bytes;
    }

    public void onQueued(int port, int queue, long queueBytes) {
        int at = at(port, queue) + MAX_BYTES;
        counts[at] = Math.max(counts[at], queueBytes);
    }

    /**
     * A frame that was meant for a queue is dropped.
     *
     * @param taken whether the queue would have taken it, and the buffer had no room
     */
    public void onDropped(int port, int queue, boolean taken) {
        int at = at(port, queue);
        counts[at + DROPPED]++;
        if (taken) {
            counts[at + WITHOUT_ROOM]++;
        }
    }

    public void onMarked(int port, int queue) {
        counts[at(port, queue) + MARKED]++;
    }

    public QueueCounters read(int port, int queue, long queueBytes) {
        int at = at(port, queue);
        return new QueueCounters(
                queueBytes,
                counts[at + MAX_BYTES],
                counts[at + SENT_FRAMES],
                counts[at + SENT_BYTES],
                counts[at + DROPPED],
                counts[at + WITHOUT_ROOM],
                counts[at + MARKED]);
    }

    private int at(int port, int queue) {
        return (port * queues + queue) * COUNTS;
    }
}
