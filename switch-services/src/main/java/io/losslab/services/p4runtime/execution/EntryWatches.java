package io.losslab.services.p4runtime.execution;

import io.losslab.p4.runtime.IdleWatch;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.p4.table.TableEntry;
import io.losslab.services.p4runtime.program.MatchKey;
import java.util.HashMap;
import java.util.Map;

/** The idle timeouts of a table's entries. On the plane's thread. */
final class EntryWatches {
    /** The specification has a target use the smallest that it can for a smaller one. */
    private static final long SHORTEST_NANOS = 1_000;

    private final IdleListener idle;
    private final Map<MatchKey, IdleWatch> watches = new HashMap<>();

    EntryWatches(IdleListener idle) {
        this.idle = idle;
    }

    /** Watches an entry from now on by the timeout that was written, or no more. */
    void put(
            P4Switch runs,
            MatchKey key,
            TableEntry entry,
            io.losslab.proto.p4.v1.TableEntry written) {
        end(key);
        long timeoutNanos = written.getIdleTimeoutNs();
        if (timeoutNanos > 0) {
            Runnable report = () -> idle.onIdleEntry(runs.nowNanos(), written);
            watches.put(key, runs.watch(entry, Math.max(timeoutNanos, SHORTEST_NANOS), report));
        }
    }

    /** An entry is gone. */
    void end(MatchKey key) {
        IdleWatch watch = watches.remove(key);
        if (watch != null) {
            watch.end();
        }
    }
}
