package io.losslab.softswitch.fabric.port;

import static io.losslab.softswitch.fabric.port.PortWords.BACKLOG;
import static io.losslab.softswitch.fabric.port.PortWords.PAUSED;

/**
 * Which queues of a port hold something and which are paused: a bit each in the port's words, or,
 * with more queues than bits, in a word for each group of 64.
 */
final class QueueMasks {
    /** Up to so many data queues, each has a bit of the port's word; else groups of 64 have. */
    private static final int MAX_NARROW_QUEUES = 60;

    // Words of a group: which of its queues hold something, which are paused.
    private static final int HELD = 0;
    private static final int STOPPED = 1;

    final boolean wide;
    final int groups;

    /** Bit of the ACK queue in a port's word; that of the MAC queue is the next. */
    final int strictBit;

    private final int dataQueues;
    private final long[] state;

    /** By port and group of 64 queues, two words: {@link #HELD} and {@link #STOPPED}. */
    private final long[] byGroup;

    /**
     * Makes the masks of ports that hold nothing.
     *
     * @param state {@link PortWords} of all ports
     */
    QueueMasks(int dataQueues, long[] state) {
        this.dataQueues = dataQueues;
        this.state = state;
        wide = dataQueues > MAX_NARROW_QUEUES;
        groups = dataQueues + 63 >> 6;
        strictBit = wide ? groups : dataQueues;
        byGroup = new long[wide ? (state.length >> 3) * groups << 1 : 0];
    }

    /** Bits of the queues, or groups, that may send something. */
    long ready(int port) {
        return state[(port << 3) + BACKLOG] & ~state[(port << 3) + PAUSED];
    }

    /** Bits of the queues of a group that may send something, where there are groups. */
    long readyOf(int port, int group) {
        int at = group(port, group);
        return byGroup[at + HELD] & ~byGroup[at + STOPPED];
    }

    boolean isPaused(int port, int queue) {
        long paused =
                wide ? byGroup[group(port, queue >> 6) + STOPPED] : state[(port << 3) + PAUSED];
        return (paused >>> queue & 1) != 0;
    }

    /** First data queue from {@code from} on that holds something and may not send; -1 if none. */
    int nextBlocked(int port, int from) {
        for (int group = from >> 6; group < groups; group++) {
            long blocked =
                    wide
                            ? byGroup[group(port, group) + HELD]
                                    & byGroup[group(port, group) + STOPPED]
                            : state[(port << 3) + BACKLOG] & state[(port << 3) + PAUSED];
            if (group == from >> 6) {
                blocked &= -1L << from;
            }
            if (blocked != 0) {
                return group << 6 | Long.numberOfTrailingZeros(blocked);
            }
        }
        return -1;
    }

    void pause(int port, int queue) {
        if (wide) {
            byGroup[group(port, queue >> 6) + STOPPED] |= 1L << queue;
            refreshGroup(port, queue >> 6);
        } else {
            state[(port << 3) + PAUSED] |= 1L << queue;
        }
    }

    void resume(int port, int queue) {
        if (wide) {
            byGroup[group(port, queue >> 6) + STOPPED] &= ~(1L << queue);
            refreshGroup(port, queue >> 6);
        } else {
            state[(port << 3) + PAUSED] &= ~(1L << queue);
        }
    }

    void markBacklog(int port, int queue) {
        if (!wide) {
            state[(port << 3) + BACKLOG] |= 1L << queue;
        } else if (queue >= dataQueues) {
            state[(port << 3) + BACKLOG] |= 1L << strictBit + queue - dataQueues;
        } else {
            byGroup[group(port, queue >> 6) + HELD] |= 1L << queue;
            refreshGroup(port, queue >> 6);
        }
    }

    void clearBacklog(int port, int queue) {
        if (!wide) {
            state[(port << 3) + BACKLOG] &= ~(1L << queue);
        } else if (queue >= dataQueues) {
            state[(port << 3) + BACKLOG] &= ~(1L << strictBit + queue - dataQueues);
        } else {
            byGroup[group(port, queue >> 6) + HELD] &= ~(1L << queue);
            refreshGroup(port, queue >> 6);
        }
    }

    private void refreshGroup(int port, int group) {
        if (readyOf(port, group) != 0) {
            state[(port << 3) + BACKLOG] |= 1L << group;
        } else {
            state[(port << 3) + BACKLOG] &= ~(1L << group);
        }
    }

    private int group(int port, int group) {
        return port * groups + group << 1;
    }
}
