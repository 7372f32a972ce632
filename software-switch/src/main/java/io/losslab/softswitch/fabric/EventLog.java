package io.losslab.softswitch.fabric;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Pauses, resumes, drops and violations, until somebody collects them. Keeps the first so many of a
 * kind and counts the rest.
 */
public final class EventLog {
    /** What happened. */
    public enum Kind {
        PAUSE,
        RESUME,
        DROP,
        REORDER,
        VIOLATION,
        DEADLOCK
    }

    /**
     * One event.
     *
     * @param node where
     * @param port local number, from 1
     * @param queue queue or priority; -1 for the whole port
     */
    public record Event(long timeNanos, int node, int port, int queue, Kind kind, String cause) {}

    private static final int MOST_OF_A_KIND = 100_000;

    private List<Event> events = new ArrayList<>();
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

    /** Whether another event of this kind is kept; ask before making its text. */
    boolean keeps(Kind kind) {
        return counts.merge(kind, 1, Integer::sum) <= MOST_OF_A_KIND;
    }

    void add(Event event) {
        events.add(event);
    }

    /** Events of a kind since start, those not kept included. */
    public int count(Kind kind) {
        return counts.getOrDefault(kind, 0);
    }

    /** Hands over what was kept since the last call. */
    public List<Event> drain() {
        List<Event> drained = events;
        events = new ArrayList<>();
        return drained;
    }
}
