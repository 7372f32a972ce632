package io.losslab.softswitch.fabric.observe;

import com.carrotsearch.hppc.LongHashSet;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.observe.EventLog.Kind;
import io.losslab.softswitch.fabric.port.PortNumbers;

/**
 * What happens at the ports of some devices, noted as it happens and collected by {@link EventLog}.
 * Keeps the first so many of a kind, all those of one time, and what ends a pause that is kept, and
 * counts the rest.
 */
public final class EventNotes {
    private final Agenda agenda;
    private final PortNumbers numbers;
    private final EventColumns notes = new EventColumns();

    /*
     * By kind: how many there were, and when the last was that is kept for sure.
     */
    private final int[] counts = new int[Kind.values().length];
    private final long[] lastPicos = new long[counts.length];

    /* Port (high half) and queue of pauses that are kept and have not ended. */
    private final LongHashSet paused = new LongHashSet();

    public EventNotes(Agenda agenda, PortNumbers numbers) {
        this.agenda = agenda;
        this.numbers = numbers;
    }

    /**
     * Notes what happens now, if another of its kind is kept.
     *
     * @param queue queue or priority; -1 for the whole port
     */
    public void add(Kind kind, int port, int queue, String cause) {
        boolean room = keeps(kind);
        counts[kind.index]++;
        long place = (long) port << 32 | queue & 0xFFFF_FFFFL;
        boolean ends = kind == Kind.RESUME && paused.remove(place);
        if (!room && !ends) {
            return;
        }
        if (room) {
            lastPicos[kind.index] = agenda.nowPicos();
        }
        if (kind == Kind.PAUSE) {
            paused.add(place);
        }
        long where = EventColumns.place(numbers.nodeOf(port), numbers.localNumber(port), queue);
        notes.add(agenda.nowPicos(), where, kind, cause);
    }

    /**
     * Whether the next of a kind is kept whatever it is; otherwise a pause's cause is not needed.
     */
    public boolean keeps(Kind kind) {
        // One more than the log keeps, which tells it that there were more.
        return counts[kind.index] <= EventLog.MOST_OF_A_KIND
                || lastPicos[kind.index] == agenda.nowPicos();
    }

    /** Events of a kind since start, those not kept included. */
    int count(Kind kind) {
        return counts[kind.index];
    }

    /** Hands over what was noted since the last call. */
    void drainTo(EventColumns to) {
        to.addAll(notes);
        notes.clear();
    }
}
