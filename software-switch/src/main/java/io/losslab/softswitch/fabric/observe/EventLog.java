package io.losslab.softswitch.fabric.observe;

import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.port.PortNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Pauses, resumes, drops and violations, until they are collected. Keeps the first so many of a
 * kind and counts the rest.
 */
public final class EventLog {
    /** What happened. */
    public enum Kind {
        PAUSE(0),
        RESUME(1),
        DROP(2),
        VIOLATION(3);

        private final int index;

        Kind(int index) {
            this.index = index;
        }
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

    private final Agenda agenda;
    private final PortNumbers numbers;
    private List<Event> events = new ArrayList<>();
    private Consumer<Event> listener = event -> {};
    private final int[] counts = new int[Kind.values().length];

    /** Makes an empty log. */
    public EventLog(Agenda agenda, PortNumbers numbers) {
        this.agenda = agenda;
        this.numbers = numbers;
    }

    /**
     * Adds what happens now, if another of its kind is kept.
     *
     * @param queue queue or priority; -1 for the whole port
     */
    public void add(Kind kind, int port, int queue, String cause) {
        boolean kept = keeps(kind);
        counts[kind.index]++;
        if (!kept) {
            return;
        }
        int node = numbers.nodeOf(port);
        Event event =
                new Event(agenda.nowNanos(), node, numbers.localNumber(port), queue, kind, cause);
        events.add(event);
        listener.accept(event);
    }

    /** Whether the next of a kind is kept; otherwise its cause is not needed. */
    public boolean keeps(Kind kind) {
        return counts[kind.index] < MOST_OF_A_KIND;
    }

    /** Names who hears of every event that is kept, as it happens. */
    public void listen(Consumer<Event> hearer) {
        listener = hearer;
    }

    /** Events of a kind since start, those not kept included. */
    public int count(Kind kind) {
        return counts[kind.index];
    }

    /** Hands over what was kept since the last call. */
    public List<Event> drain() {
        List<Event> drained = events;
        events = new ArrayList<>();
        return drained;
    }
}
