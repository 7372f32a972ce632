package io.losslab.agent.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How long a thread had no core although it was ready to run, as Linux counts it. Source:
 * Documentation/scheduler/sched-stats.rst, /proc/PID/schedstat.
 */
final class CoreTime {
    /** Where the system does not tell. */
    static final long UNKNOWN = -1;

    private static final Path SELF = Path.of("/proc/thread-self/schedstat");
    private static final int WAITED = 1;

    private long beforeNanos;

    /** Counts from now on. On the thread that is meant. */
    void begin() {
        beforeNanos = waited();
    }

    /** Nanoseconds without a core since then; {@link #UNKNOWN} where the system does not tell. */
    long withoutCoreNanos() {
        long now = waited();
        return now == UNKNOWN || beforeNanos == UNKNOWN ? UNKNOWN : now - beforeNanos;
    }

    private static long waited() {
        try {
            String[] columns = Files.readString(SELF).strip().split(" ", -1);
            return columns.length > WAITED ? Long.parseLong(columns[WAITED]) : UNKNOWN;
        } catch (IOException | NumberFormatException e) {
            return UNKNOWN;
        }
    }
}
