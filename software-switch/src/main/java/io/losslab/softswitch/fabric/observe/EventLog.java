package io.losslab.softswitch.fabric.observe;

import com.carrotsearch.hppc.LongHashSet;
import com.carrotsearch.hppc.sorting.IndirectSort;
import java.util.List;

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
    }

    /** Hears of pauses and resumes that are kept. */
    public interface PauseListener {
        /**
         * A pause began or ended.
         *
         * @param node where
         * @param port local number, from 1
         * @param queue queue or priority; -1 for the whole port
         */
        void onPause(long timeNanos, int node, int port, int queue, boolean paused);
    }

    static final int MOST_OF_A_KIND = 100_000;

    private final List<EventNotes> sources;
    private final EventColumns collected = new EventColumns();
    private final EventColumns events = new EventColumns();
    private PauseListener listener = (timeNanos, node, port, queue, paused) -> {};
    private final int[] counts = new int[Kind.values().length];

    /** Where kept pauses have not ended, by place. */
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
        if (isInOrder()) {
            for (int i = 0; i < collected.size(); i++) {
                take(i);
            }
        } else {
            for (int i : IndirectSort.mergesort(0, collected.size(), collected::compare)) {
                take(i);
            }
        }
        collected.clear();
    }

    /** What one thread noted mostly is, and then nothing is allocated. */
    private boolean isInOrder() {
        for (int i = 1; i < collected.size(); i++) {
            if (collected.compare(i - 1, i) > 0) {
                return false;
            }
        }
        return true;
    }

    private void take(int i) {
        Kind kind = collected.kind(i);
        if (!keeps(kind, collected.place(i))) {
            return;
        }
        events.add(collected, i);
        if (kind == Kind.PAUSE || kind == Kind.RESUME) {
            listener.onPause(
                    collected.picos(i) / 1000,
                    collected.node(i),
                    collected.port(i),
                    collected.queue(i),
                    kind == Kind.PAUSE);
        }
    }

    private boolean keeps(Kind kind, long place) {
        boolean room = counts[kind.index]++ < MOST_OF_A_KIND;
        if (kind == Kind.PAUSE && room) {
            paused.add(place);
        }
        if (kind != Kind.RESUME) {
            return room;
        }
        boolean ofKept = paused.remove(place);
        return ofKept || room && counts[Kind.PAUSE.index] <= MOST_OF_A_KIND;
    }

    /** Names who hears of every pause and resume that is kept, once time stands still. */
    public void listen(PauseListener hearer) {
        listener = hearer;
    }

    /** Events of a kind since start, those not kept included. */
    public int count(Kind kind) {
        return sources.stream().mapToInt(source -> source.count(kind)).sum();
    }

    /** Hands over what was kept since the last call. */
    public List<Event> drain() {
        List<Event> drained = events.toList();
        events.clear();
        return drained;
    }
}
