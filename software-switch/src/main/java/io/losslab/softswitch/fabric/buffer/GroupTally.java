package io.losslab.softswitch.fabric.buffer;

/** Counts what each ingress port holds of each priority, and what did not fit. */
public final class GroupTally {
    private static final int PRIORITY_BITS = 3;

    /** By {@code port * 8 + priority}. */
    private final long[] maxBytes;

    private final long[] droppedFrames;

    public GroupTally(int portCount) {
        maxBytes = new long[portCount + 1 << PRIORITY_BITS];
        droppedFrames = new long[portCount + 1 << PRIORITY_BITS];
    }

    public void onHeld(int port, int priority, long bytes) {
        int at = at(port, priority);
        maxBytes[at] = Math.max(maxBytes[at], bytes);
    }

    public void onDropped(int port, int priority) {
        droppedFrames[at(port, priority)]++;
    }

    public GroupCounters read(int port, int priority, long bytes) {
        int at = at(port, priority);
        return new GroupCounters(bytes, maxBytes[at], droppedFrames[at]);
    }

    private static int at(int port, int priority) {
        return port << PRIORITY_BITS | priority;
    }
}
