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

    final boolean wide;
    final int groups;

    /** Bit of the ACK queue in a port's word; that of the MAC queue is the next. */
    final int strictBit;

    private final int dataQueues;
    private final long[] state;

    /** By port and group of 64 queues, only where there are groups. */
    private final long[] groupBacklog;

    private final long[] groupPaused;

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
        groupBacklog = new long[wide ? (state.length >> 3) * groups : 0];
        groupPaused = new long[groupBacklog.length];
    }

    /** Bits of the queues, or groups, that may send something. */
    long ready(int port) {
        return state[(port << 3) + BACKLOG] & ~state[(port << 3) + PAUSED];
    }

    /** Bits of the queues of a group that may send something, where there are groups. */
    long readyOf(int port, int group) {
        int at = port * groups + group;
        return groupBacklog[at] & ~groupPaused[at];
    }

    boolean isPaused(int port, int queue) {
        long paused =
                wide ? groupPaused[port * groups + (queue >> 6)] : state[(port << 3) + PAUSED];
        return (paused >>> queue & 1) != 0;
    }

    /** First data queue from {@code from} on that holds something and may not send; -1 if none. */
    int nextBlocked(int port, int from) {
        for (int group = from >> 6; group < groups; group++) {
            long blocked =
                    wide
                            ? groupBacklog[port * groups + group]
                                    & groupPaused[port * groups + group]
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
            groupPaused[port * groups + (queue >> 6)] |= 1L << queue;
            refreshGroup(port, queue >> 6);
        } else {
            state[(port << 3) + PAUSED] |= 1L << queue;
        }
    }

    void resume(int port, int queue) {
        if (wide) {
            groupPaused[port * groups + (queue >> 6)] &= ~(1L << queue);
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
            groupBacklog[port * groups + (queue >> 6)] |= 1L << queue;
            refreshGroup(port, queue >> 6);
        }
    }

    void clearBacklog(int port, int queue) {
        if (!wide) {
            state[(port << 3) + BACKLOG] &= ~(1L << queue);
        } else if (queue >= dataQueues) {
            state[(port << 3) + BACKLOG] &= ~(1L << strictBit + queue - dataQueues);
        } else {
            groupBacklog[port * groups + (queue >> 6)] &= ~(1L << queue);
            refreshGroup(port, queue >> 6);
        }
    }

    private void refreshGroup(int port, int group) {
        int at = port * groups + group;
        if ((groupBacklog[at] & ~groupPaused[at]) != 0) {
            state[(port << 3) + BACKLOG] |= 1L << group;
        } else {
            state[(port << 3) + BACKLOG] &= ~(1L << group);
        }
    }
}
