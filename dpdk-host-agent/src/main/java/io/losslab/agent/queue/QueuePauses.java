package io.losslab.agent.queue;

import io.losslab.flowcontrol.DataPlane;
import java.util.Arrays;

/**
 * Which queues of a port are paused: by a priority's pause frame, by a pause of the whole link, or
 * by the scheme; until when, and for how long in all.
 */
final class QueuePauses {
    static final byte BY_FRAME = 1;
    static final byte BY_LINK = 2;
    static final byte BY_SCHEME = 4;

    /** The scheme, asked for one frame, answered to wait: those it let go before may go. */
    static final byte BY_ANSWER = 8;

    // by queue: what pauses it (bits), when either pause frame runs out, since when it is paused,
    // how long and how often before
    private final byte[] reasons;
    private final long[] frameUntilNanos;
    private final long[] linkUntilNanos;
    private final long[] sinceNanos;
    private final long[] pausedNanos;
    private final long[] pauses;

    private final PauseLog log = new PauseLog();

    /** No pause runs out before. */
    private long nextExpiryNanos = DataPlane.FOREVER;

    QueuePauses(int queues) {
        reasons = new byte[queues];
        frameUntilNanos = new long[queues];
        linkUntilNanos = new long[queues];
        sinceNanos = new long[queues];
        pausedNanos = new long[queues];
        pauses = new long[queues];
        Arrays.fill(frameUntilNanos, DataPlane.FOREVER);
        Arrays.fill(linkUntilNanos, DataPlane.FOREVER);
    }

    boolean isPaused(int queue) {
        return reasons[queue] != 0;
    }

    /** Whether a queue is paused for no other reason than its scheme's answer. */
    boolean onlyWaits(int queue) {
        return reasons[queue] == BY_ANSWER;
    }

    /** Pauses a queue for one more reason, or anew for the same. */
    void begin(int queue, byte reason, long untilNanos, long nowNanos) {
        if (reasons[queue] == 0) {
            sinceNanos[queue] = nowNanos;
            pauses[queue]++;
        }
        if ((reasons[queue] & ~BY_ANSWER) == 0 && reason != BY_ANSWER) {
            log.add(queue, reason, nowNanos);
        }
        reasons[queue] |= reason;
        if (reason == BY_FRAME) {
            frameUntilNanos[queue] = untilNanos;
        } else if (reason == BY_LINK) {
            linkUntilNanos[queue] = untilNanos;
        }
        nextExpiryNanos = Math.min(nextExpiryNanos, untilNanos);
    }

    /** Takes one reason away. */
    void end(int queue, byte reason, long nowNanos) {
        boolean stood = reasons[queue] != 0;
        boolean held = (reasons[queue] & ~BY_ANSWER) != 0;
        reasons[queue] &= (byte) ~reason;
        if (held && (reasons[queue] & ~BY_ANSWER) == 0) {
            log.add(queue, (byte) 0, nowNanos);
        }
        if (stood && reasons[queue] == 0) {
            pausedNanos[queue] += nowNanos - sinceNanos[queue];
        }
    }

    /** When {@link #expire} is to be called; {@link DataPlane#FOREVER} if no pause runs out. */
    long nextExpiryNanos() {
        return nextExpiryNanos;
    }

    /** Ends the pauses of a queue that have run out. */
    void expire(int queue, long nowNanos) {
        if ((reasons[queue] & BY_FRAME) != 0 && frameUntilNanos[queue] <= nowNanos) {
            end(queue, BY_FRAME, nowNanos);
        }
        if ((reasons[queue] & BY_LINK) != 0 && linkUntilNanos[queue] <= nowNanos) {
            end(queue, BY_LINK, nowNanos);
        }
    }

    /** All queues have been looked at. */
    void renewExpiry() {
        nextExpiryNanos = DataPlane.FOREVER;
        for (int queue = 0; queue < reasons.length; queue++) {
            if ((reasons[queue] & BY_FRAME) != 0) {
                nextExpiryNanos = Math.min(nextExpiryNanos, frameUntilNanos[queue]);
            }
            if ((reasons[queue] & BY_LINK) != 0) {
                nextExpiryNanos = Math.min(nextExpiryNanos, linkUntilNanos[queue]);
            }
        }
    }

    /** Time a queue was paused, up to now. */
    long pausedNanos(int queue, long nowNanos) {
        return pausedNanos[queue] + (reasons[queue] == 0 ? 0 : nowNanos - sinceNanos[queue]);
    }

    /** Pauses and resumes; without those of {@link #BY_ANSWER}, which no frame asks for. */
    PauseLog log() {
        return log;
    }

    /** How often a queue was paused. */
    long pauses(int queue) {
        return pauses[queue];
    }
}
