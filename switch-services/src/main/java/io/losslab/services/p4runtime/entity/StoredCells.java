package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.v1.CounterData;
import java.util.HashMap;
import java.util.Map;

/** Cells that nothing counts in: they hold what was written. */
final class StoredCells implements CounterCells {
    private final int size;
    private final Map<Integer, CounterData> cells = new HashMap<>();

    StoredCells(int size) {
        this.size = size;
    }

    @Override
    public void refresh() {}

    @Override
    public CounterData get(int index) {
        return cells.getOrDefault(index, CounterData.getDefaultInstance());
    }

    @Override
    public void set(int index, CounterData data, Journal journal) {
        CounterData old = get(index);
        cells.put(index, data);
        journal.add(() -> cells.put(index, old));
    }

    @Override
    public void adopt(CounterCells previous) {
        if (previous instanceof StoredCells other) {
            other.cells.forEach(
                    (index, data) -> {
                        if (index < size) {
                            cells.put(index, data);
                        }
                    });
        }
    }
}
