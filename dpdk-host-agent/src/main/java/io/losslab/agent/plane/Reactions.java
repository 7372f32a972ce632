package io.losslab.agent.plane;

import org.HdrHistogram.Histogram;

/**
 * How long the host's software takes to obey: from the moment a loop began to look for frames until
 * the pause among them was in force, so that no later burst holds a frame of its class.
 * Nanoseconds, up to ten seconds, to three digits. What waits in the NIC by then is not counted.
 */
public final class Reactions {
    private static final long MOST_NANOS = 10_000_000_000L;

    private final Histogram nanos = new Histogram(MOST_NANOS, 3);

    void record(long reactionNanos) {
        nanos.recordValue(Math.min(Math.max(reactionNanos, 0), MOST_NANOS));
    }

    /** A copy of what was recorded; on the data thread only. */
    public Histogram copy() {
        return nanos.copy();
    }

    /** Reactions recorded. */
    public long count() {
        return nanos.getTotalCount();
    }
}
