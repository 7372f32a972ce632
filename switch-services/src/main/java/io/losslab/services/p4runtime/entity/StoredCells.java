package io.losslab.services.p4runtime.entity;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Cells that packets do not change: they hold what was written. */
final class StoredCells<T> implements Cells<T> {
    private final long size;

    /** What a cell holds that was not written since all were. */
    private T initial;

    /** Those that were; one that was reset to nothing is null. */
    private Map<Integer, T> cells = new HashMap<>();

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
        boolean written = cells.containsKey(index);
        T old = cells.put(index, value);
        journal.add(
                () -> {
                    if (written) {
                        cells.put(index, old);
                    } else {
                        cells.remove(index);
                    }
                });
    }

    @Override
    public void fill(long all, T value, Journal journal) {
        T oldInitial = initial;
        Map<Integer, T> oldCells = cells;
        initial = value;
        cells = new HashMap<>();
        journal.add(
                () -> {
                    initial = oldInitial;
                    cells = oldCells;
                });
    }

    @Override
    public void adopt(Cells<T> previous) {
        if (previous instanceof StoredCells<T> other) {
            for (int index = 0; index < Math.min(size, other.size); index++) {
                T value = other.get(index);
                if (!Objects.equals(value, initial)) {
                    cells.put(index, value);
                }
            }
        }
    }
}
