package io.losslab.softswitch.fabric.port;

import static io.losslab.flowcontrol.DataPlane.LEVELS;
import static io.losslab.softswitch.fabric.port.EgressQueues.CURRENT;
import static io.losslab.softswitch.fabric.port.EgressQueues.DEFICIT;
import static io.losslab.softswitch.fabric.port.EgressQueues.HEAD;
import static io.losslab.softswitch.fabric.port.EgressQueues.QUANTUM;

import io.losslab.softswitch.fabric.engine.Records;
import java.util.function.IntUnaryOperator;

/**
 * Which queue of a port sends next: the two highest, MAC control and ACKs, before all others; then
 * the data queues by level, and those of one level by deficit round robin (Shreedhar and Varghese,
 * SIGCOMM 1995).
 */
public final class QueueScheduler {
    private final Ports ports;
    private final QueueMasks masks;
    private final Records records;
    private final EgressQueues queues;
    private final int[] byQueue;
    private final int[] byPort;
    private final IntUnaryOperator nextBytesOfFlow;

    /** By port, group and level: which queues have it; null while all have level 0. */
    private long[] levelMask;

    /** By port: the highest level that a queue has; null while all have level 0. */
    private byte[] topLevel;

    /**
     * Makes the scheduler.
     *
     * @param nextBytesOfFlow frame bytes of the next packet of a host's flow, 0 if it has none
     */
    public QueueScheduler(Ports ports, Records records, IntUnaryOperator nextBytesOfFlow) {
        this.ports = ports;
        this.records = records;
        this.nextBytesOfFlow = nextBytesOfFlow;
        masks = ports.queues.masks;
        queues = ports.queues;
        byQueue = queues.byQueue;
        byPort = queues.byPort;
    }

    /** Sets the strict-priority level of a data queue. */
    public void setLevel(int port, int queue, int level) {
        if (level < 0 || level >= LEVELS) {
            throw new IllegalArgumentException("level must be 0.." + (LEVELS - 1) + ": " + level);
        }
        if (levelMask == null) {
            topLevel = new byte[ports.count() + 1];
            levelMask = new long[topLevel.length * masks.groups * LEVELS];
            for (int at = 0; at < levelMask.length; at += LEVELS) {
                levelMask[at] = -1L;
            }
        }
        int at = (port * masks.groups + (queue >> 6)) * LEVELS;
        for (int l = 0; l < LEVELS; l++) {
            levelMask[at + l] &= ~(1L << queue);
        }
        levelMask[at + level] |= 1L << queue;
        topLevel[port] = highestOf(port);
    }

    private byte highestOf(int port) {
        int first = port * masks.groups * LEVELS;
        int highest = 0;
        for (int i = 0; i < masks.groups * LEVELS; i++) {
            if (levelMask[first + i] != 0) {
                highest = Math.max(highest, i % LEVELS);
            }
        }
        return (byte) highest;
    }

    /** Gives all data queues of a port level 0 again. */
    public void clearLevels(int port) {
        for (int queue = 0; levelMask != null && queue < queues.dataQueues(); queue++) {
            setLevel(port, queue, 0);
        }
    }

    /** The queue of a port that sends next; -1 if none may. */
    public int next(int port) {
        long ready = masks.ready(port);
        if (ready == 0) {
            return -1;
        }
        int bit = 63 - Long.numberOfLeadingZeros(ready);
        if (bit >= masks.strictBit) {
            return queues.ackQueue + bit - masks.strictBit;
        }
        return masks.wide ? pickWide(port) : pick(port, ready);
    }

    /** Next queue by level and deficit, of the bits in {@code ready}. */
    private int pick(int port, long ready) {
        long data = levelMask == null ? ready : highestLevel(port, ready);
        if ((data & data - 1) == 0) {
            return Long.numberOfTrailingZeros(data);
        }
        int queue = byPort[port << 1 | CURRENT];
        while (true) {
            if ((data >>> queue & 1) != 0 && takeDeficit(port, queue)) {
                return queue;
            }
            long after = data & -2L << queue;
            queue = Long.numberOfTrailingZeros(after != 0 ? after : data);
            byQueue[queues.slot(port, queue) + DEFICIT] += byPort[port << 1 | QUANTUM];
        }
    }

    private long highestLevel(int port, long ready) {
        for (int level = topLevel[port]; level > 0; level--) {
            long candidates = ready & levelMask[port * LEVELS + level];
            if (candidates != 0) {
                return candidates;
            }
        }
        return ready;
    }

    /** As {@link #pick}, over all groups. */
    private int pickWide(int port) {
        int level = levelMask == null ? 0 : topLevel[port];
        while (level > 0 && nextWide(port, 0, level) < 0) {
            level--;
        }
        int queue = byPort[port << 1 | CURRENT];
        if ((readyOf(port, queue >> 6, level) >>> queue & 1) == 0) {
            queue = creditNextWide(port, queue, level);
        }
        while (!takeDeficit(port, queue)) {
            queue = creditNextWide(port, queue, level);
        }
        return queue;
    }

    private int creditNextWide(int port, int queue, int level) {
        int next = nextWide(port, queue + 1, level);
        if (next < 0) {
            next = nextWide(port, 0, level);
        }
        byQueue[queues.slot(port, next) + DEFICIT] += byPort[port << 1 | QUANTUM];
        return next;
    }

    /** First queue of a level from {@code from} on that may send; -1 if none. */
    private int nextWide(int port, int from, int level) {
        int group = from >> 6;
        long groups = masks.ready(port) >>> group << group;
        long since = -1L << from;
        while (groups != 0) {
            int at = Long.numberOfTrailingZeros(groups);
            long ready = readyOf(port, at, level) & (at == group ? since : -1L);
            if (ready != 0) {
                return at << 6 | Long.numberOfTrailingZeros(ready);
            }
            groups &= groups - 1;
        }
        return -1;
    }

    /** Queues of a group and a level that may send. */
    private long readyOf(int port, int group, int level) {
        long ready = masks.readyOf(port, group);
        return levelMask == null || topLevel[port] == 0
                ? ready
                : ready & levelMask[(port * masks.groups + group) * LEVELS + level];
    }

    private boolean takeDeficit(int port, int queue) {
        int q = queues.slot(port, queue);
        int bytes = headBytes(port, queue);
        if (byQueue[q + DEFICIT] < bytes) {
            return false;
        }
        byQueue[q + DEFICIT] -= bytes;
        byPort[port << 1 | CURRENT] = queue;
        return true;
    }

    private int headBytes(int port, int queue) {
        int head = byQueue[queues.slot(port, queue) + HEAD];
        return ports.onHost(port) ? nextBytesOfFlow.applyAsInt(head) : records.bytes(head);
    }
}
