package io.losslab.analysis.replay;

/**
 * A time in which a queue was paused, or several that are drawn as one.
 *
 * @param port the paused egress port's number
 * @param queue its queue; -1 for the whole port
 * @param beginNanos first pause's start
 * @param endNanos last pause's end
 * @param cause number of the text that says who paused it and why
 * @param pauses how many
 * @param pausedNanos their time in all, at most that between begin and end
 */
record PauseSpan(
        int port,
        int queue,
        long beginNanos,
        long endNanos,
        int cause,
        int pauses,
        long pausedNanos) {
    PauseSpan {
        if (endNanos < beginNanos || pausedNanos > endNanos - beginNanos || pauses < 1) {
            throw new IllegalArgumentException(
                    "%d pauses of %d ns from %d to %d ns"
                            .formatted(pauses, pausedNanos, beginNanos, endNanos));
        }
    }

    static PauseSpan single(int port, int queue, long beginNanos, long endNanos, int cause) {
        return new PauseSpan(port, queue, beginNanos, endNanos, cause, 1, endNanos - beginNanos);
    }

    /** Whether another span is of the same queue for the same cause, and begins that soon. */
    boolean isJoinedBy(PauseSpan next, long gapNanos) {
        return isSameQueue(next) && cause == next.cause && next.beginNanos - endNanos < gapNanos;
    }

    boolean isSameQueue(PauseSpan other) {
        return port == other.port && queue == other.queue;
    }

    PauseSpan and(PauseSpan next) {
        return new PauseSpan(
                port,
                queue,
                beginNanos,
                next.endNanos,
                cause,
                pauses + next.pauses,
                pausedNanos + next.pausedNanos);
    }
}
