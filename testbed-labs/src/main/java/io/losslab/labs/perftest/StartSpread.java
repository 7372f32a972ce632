package io.losslab.labs.perftest;

import java.util.Map;

/**
 * How long after their times sessions began to send: connecting both sides takes a while, which
 * perftest does after it is started.
 *
 * @param sessions that tell it
 * @param leastNanos of the first
 * @param mostNanos of the last
 */
record StartSpread(int sessions, long leastNanos, long mostNanos) {
    static final StartSpread NONE = new StartSpread(0, Long.MAX_VALUE, Long.MIN_VALUE);

    StartSpread with(long lateNanos) {
        return new StartSpread(
                sessions + 1, Math.min(leastNanos, lateNanos), Math.max(mostNanos, lateNanos));
    }

    /** Adds its figures by name; none where no session tells. */
    void figures(Map<String, Double> figures) {
        if (sessions > 0) {
            figures.put("startDelayMicros", mostNanos / 1e3);
            figures.put("startSpreadMicros", (mostNanos - leastNanos) / 1e3);
        }
    }
}
