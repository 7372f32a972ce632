package io.losslab.p4.runtime;

import io.losslab.p4.packet.Environment;
import io.losslab.p4.table.TableEntry;

/**
 * Reports an entry that no packet has met for a while, and again whenever that time has passed once
 * more. Source: P4Runtime specification 1.5, "Table Idle Timeout Notification".
 */
public final class IdleWatch {
    private final TableEntry entry;
    private final long timeoutNanos;
    private final Environment environment;
    private final Runnable report;
    private long countedFromNanos;
    private boolean ended;

    IdleWatch(TableEntry entry, long timeoutNanos, Environment environment, Runnable report) {
        this.entry = entry;
        this.timeoutNanos = timeoutNanos;
        this.environment = environment;
        this.report = report;
        this.countedFromNanos = environment.nowNanos();
        await();
    }

    /** Reports nothing any more. */
    public void end() {
        ended = true;
    }

    private void await() {
        environment.callAt(dueNanos(), this::look);
    }

    private void look() {
        if (ended) {
            return;
        }
        long now = environment.nowNanos();
        if (now >= dueNanos()) {
            report.run();
            countedFromNanos = now;
        }
        await();
    }

    private long dueNanos() {
        return Math.max(entry.lastHitNanos(), countedFromNanos) + timeoutNanos;
    }
}
