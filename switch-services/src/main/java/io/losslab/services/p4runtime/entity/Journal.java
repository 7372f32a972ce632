package io.losslab.services.p4runtime.entity;

import java.util.ArrayList;
import java.util.List;

/** How to undo what was done, step by step. */
public final class Journal {
    private final List<Runnable> steps = new ArrayList<>();

    /** Notes how to undo what was just done. */
    public void add(Runnable undo) {
        steps.add(undo);
    }

    /** A place to come back to. */
    public int mark() {
        return steps.size();
    }

    /** Undoes all that was done since a mark, the last first. */
    public void undoTo(int mark) {
        while (steps.size() > mark) {
            steps.remove(steps.size() - 1).run();
        }
    }
}
