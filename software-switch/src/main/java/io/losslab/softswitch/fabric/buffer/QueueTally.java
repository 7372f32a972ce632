package io.losslab.softswitch.fabric.buffer;

/** Counts what passes the data queues of all ports. */
public final class QueueTally {
    private static final int SENT_FRAMES = 0;
    private static final int SENT_BYTES = 1;
    private static final int MAX_BYTES = 2;
    private static final int DROPPED = 3;
    private static final int MARKED = 4;
    private static final int COUNTS = 5;

    private final int queues;

    /** Five longs a queue: frames and bytes sent, most bytes, frames dropped and marked. */
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

    public void onDropped(int port, int queue) {
        counts[at(port, queue) + DROPPED]++;
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
                counts[at + MARKED]);
    }

    private int at(int port, int queue) {
        return (port * queues + queue) * COUNTS;
    }
}
