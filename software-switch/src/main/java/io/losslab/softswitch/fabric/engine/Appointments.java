package io.losslab.softswitch.fabric.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** What is put off to a later time of the fabric, once. */
public final class Appointments {
    private final Agenda agenda;
    private final Records records;

    /** By the number that its event carries. */
    private final List<Runnable> actions = new ArrayList<>();

    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    public Appointments(Agenda agenda, Records records) {
        this.agenda = agenda;
        this.records = records;
    }

    /** Has something done once, at a time that has not passed. */
    public void at(long nanos, Runnable action) {
        int number = free.isEmpty() ? actions.size() : free.pop();
        if (number == actions.size()) {
            actions.add(action);
        } else {
            actions.set(number, action);
        }
        agenda.schedule(EventKind.APPOINTMENT, 0, number, 0, nanos * 1000);
    }

    public void onDue(int id) {
        int number = records.flow(id);
        records.release(id);
        Runnable action = actions.set(number, null);
        free.push(number);
        action.run();
    }
}
