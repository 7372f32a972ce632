package io.losslab.agent.queue;

/**
 * When the queues of a port were paused and resumed, until it is read. Keeps the first so many; one
 * thread.
 */
public final class PauseLog {
    private static final int MOST = 1 << 16;

    private final long[] nanos = new long[MOST];

    /** The queue, and by what it was paused; 0 where it was resumed. */
    private final int[] events = new int[MOST];

    private int size;

    void add(int queue, byte reason, long nowNanos) {
        if (size < MOST) {
            nanos[size] = nowNanos;
            events[size++] = queue << 8 | reason;
        }
    }

    /** Events kept. */
    public int size() {
        return size;
    }

    /** When an event took place, by the device's clock. */
    public long nanos(int event) {
        return nanos[event];
    }

    public int queue(int event) {
        return events[event] >>> 8;
    }

    /** Whether the queue was paused; else it was resumed. */
    public boolean isPause(int event) {
        return (events[event] & 0xFF) != 0;
    }

    /** What paused the queue, for users; empty where it was resumed. */
    public String cause(int event) {
        return switch ((byte) events[event]) {
            case QueuePauses.BY_FRAME -> "pause frame";
            case QueuePauses.BY_LINK -> "link pause frame";
            case QueuePauses.BY_SCHEME -> "flow control of the port";
            default -> "";
        };
    }

    /** Forgets all events. */
    public void clear() {
        size = 0;
    }
}
