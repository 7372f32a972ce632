package io.losslab.softswitch.fabric.observe;

import com.carrotsearch.hppc.LongHashSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Pauses, resumes, drops and violations, until they are taken: by time and, at one time, by device.
 * Keeps the first so many of a kind and counts the rest; of resumes it then keeps those that end a
 * pause that is kept, and no others.
 */
public final class EventLog {
    /** What happened. */
    public enum Kind {
        PAUSE(0),
        RESUME(1),
        DROP(2),
        VIOLATION(3);

        final int index;

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
    public record Event(long timePicos, int node, int port, int queue, Kind kind, String cause) {
        public long timeNanos() {
            return timePicos / 1000;
        }

        /** Node, port and queue in one number. */
        private long place() {
            return (long) node << 32 | (long) port << 16 | queue & 0xFFFF;
        }
    }

    static final int MOST_OF_A_KIND = 100_000;

    private static final Comparator<Event> ORDER =
            Comparator.comparingLong(Event::timePicos).thenComparingInt(Event::node);

    private final List<EventNotes> sources;
    private final List<Event> collected = new ArrayList<>();
    private List<Event> events = new ArrayList<>();
    private Consumer<Event> listener = event -> {};
    private final int[] counts = new int[Kind.values().length];

    /** Where kept pauses have not ended, by {@link Event#place}. */
    private final LongHashSet paused = new LongHashSet();

    /**
     * Makes an empty log.
     *
     * @param sources notes of devices, each of devices of its own
     */
    public EventLog(List<EventNotes> sources) {
        this.sources = List.copyOf(sources);
    }

    /** Takes what has been noted into the log; while time stands still. */
    public void collect() {
        for (int i = 0; i < sources.size(); i++) {
            sources.get(i).drainTo(collected);
        }
        if (collected.isEmpty()) {
            return;
        }
        sort();
        for (Event event : collected) {
            if (keeps(event)) {
                events.add(event);
                listener.accept(event);
            }
        }
        collected.clear();
    }

    /** What one thread noted is mostly in order, and then nothing is allocated. */
    private void sort() {
        for (int i = 1; i < collected.size(); i++) {
            if (ORDER.compare(collected.get(i - 1), collected.get(i)) > 0) {
                collected.sort(ORDER);
                return;
            }
        }
    }

    private boolean keeps(Event event) {
        boolean room = counts[event.kind().index]++ < MOST_OF_A_KIND;
        if (event.kind() == Kind.PAUSE && room) {
            paused.add(event.place());
        }
        if (event.kind() != Kind.RESUME) {
            return room;
        }
        boolean ofKept = paused.remove(event.place());
        return ofKept || room && counts[Kind.PAUSE.index] <= MOST_OF_A_KIND;
    }

    /** Names who hears of every event that is kept, once time stands still. */
    public void listen(Consumer<Event> hearer) {
        listener = hearer;
    }

    /** Events of a kind since start, those not kept included. */
    public int count(Kind kind) {
        return sources.stream().mapToInt(source -> source.count(kind)).sum();
    }

    /** Hands over what was kept since the last call. */
    public List<Event> drain() {
        List<Event> drained = events;
        events = new ArrayList<>();
        return drained;
    }
}
