package io.losslab.flowcontrol.pause;

/**
 * Pauses of the priorities of ports at which any of them stops all queues, since a scheme chooses
 * the queues: a port is stopped until the last of them ends. Each priority has a time of its own
 * (IEEE 802.1Qbb), so a resume of one does not end the pause of another. Takes the pauses of all
 * ports, since schemes come and go.
 */
public final class PortPauses {
    private static final int PRIORITIES = 8;

    /** By port and priority; one that has passed is no pause. */
    private final long[] untilNanos;

    /**
     * Without a pause.
     *
     * @param ports numbered from 1
     */
    public PortPauses(int ports) {
        untilNanos = new long[(ports + 1) * PRIORITIES];
    }

    /**
     * Pauses a priority until a time, in place of an earlier pause.
     *
     * @return until when the port is stopped
     */
    public long pause(int port, int priority, long until) {
        untilNanos[port * PRIORITIES + priority] = until;
        return last(port);
    }

    /**
     * Lets a priority go.
     *
     * @return until when others stop the port; not after now where none does
     */
    public long resume(int port, int priority) {
        return pause(port, priority, 0);
    }

    private long last(int port) {
        long last = 0;
        for (int at = port * PRIORITIES; at < (port + 1) * PRIORITIES; at++) {
            last = Math.max(last, untilNanos[at]);
        }
        return last;
    }
}
