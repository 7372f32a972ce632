package io.losslab.services.p4runtime.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How to undo what was done, step by step. */
public final class Journal {
    private final List<Runnable> steps = new ArrayList<>();

    /** Notes how to undo what was just done. */
    public void add(Runnable undo) {
        steps.add(undo);
    }

    /**
     * Puts a value into a map, or removes it where it is null, and notes how to undo that.
     *
     * @return the value before; null where there was none
     */
    public <K, V> V put(Map<K, V> map, K key, V value) {
        V old = value == null ? map.remove(key) : map.put(key, value);
        add(
                () -> {
                    if (old == null) {
                        map.remove(key);
                    } else {
                        map.put(key, old);
                    }
                });
        return old;
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
