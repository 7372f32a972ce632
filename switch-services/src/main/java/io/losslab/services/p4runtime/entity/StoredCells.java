package io.losslab.services.p4runtime.entity;

import java.util.HashMap;
import java.util.Map;

/** Cells that packets do not change: they hold what was written. */
final class StoredCells<T> implements Cells<T> {
    private final long size;
    private final T initial;
    private final Map<Integer, T> cells = new HashMap<>();

    /**
     * Cells that hold nothing yet.
     *
     * @param initial what a cell holds that was not written; may be null
     */
    StoredCells(long size, T initial) {
        this.size = size;
        this.initial = initial;
    }

    @Override
    public void refresh() {}

    @Override
    public T get(int index) {
        return cells.getOrDefault(index, initial);
    }

    @Override
    public void set(int index, T value, Journal journal) {
        journal.put(cells, index, value);
    }

    @Override
    public void adopt(Cells<T> previous) {
        if (previous instanceof StoredCells<T> other) {
            other.cells.forEach(
                    (index, value) -> {
                        if (index < size) {
                            cells.put(index, value);
                        }
                    });
        }
    }
}
