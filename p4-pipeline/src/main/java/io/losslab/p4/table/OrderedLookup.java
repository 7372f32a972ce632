package io.losslab.p4.table;

import java.util.ArrayList;
import java.util.List;

/**
 * Entries with priorities, tried one after another: the time of a look-up grows with their number.
 * Among those of one priority the one that was put first wins.
 */
final class OrderedLookup implements Lookup {
    private final List<TableEntry> entries = new ArrayList<>();

    @Override
    public TableEntry find(long[] key) {
        for (int i = 0; i < entries.size(); i++) {
            TableEntry entry = entries.get(i);
            if (entry.key().matches(key)) {
                return entry;
            }
        }
        return null;
    }

    @Override
    public void put(TableEntry entry) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (entries.get(middle).key().priority() >= entry.key().priority()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        entries.add(low, entry);
    }

    @Override
    public void remove(TableEntry entry) {
        entries.remove(entry);
    }
}
