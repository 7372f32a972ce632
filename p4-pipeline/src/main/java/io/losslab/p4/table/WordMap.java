package io.losslab.p4.table;

import java.util.Arrays;

/** Entries by the words of their values, open addressing; half full at most. */
final class WordMap {
    private TableEntry[] slots = new TableEntry[16];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    TableEntry get(long[] key) {
        int mask = slots.length - 1;
        for (int at = hash(key) & mask; ; at = at + 1 & mask) {
            TableEntry found = slots[at];
            if (found == null || Arrays.equals(found.key().value(), key)) {
                return found;
            }
        }
    }

    void put(TableEntry entry) {
        if (2 * (count + 1) > slots.length) {
            resize(2 * slots.length);
        }
        insert(entry);
        count++;
    }

    void remove(TableEntry entry) {
        int mask = slots.length - 1;
        int at = hash(entry.key().value()) & mask;
        while (slots[at] != entry) {
            at = at + 1 & mask;
        }
        slots[at] = null;
        count--;
        // Those behind may have been displaced by it.
        for (int next = at + 1 & mask; slots[next] != null; next = next + 1 & mask) {
            TableEntry displaced = slots[next];
            slots[next] = null;
            insert(displaced);
        }
    }

    private void insert(TableEntry entry) {
        int mask = slots.length - 1;
        int at = hash(entry.key().value()) & mask;
        while (slots[at] != null) {
            at = at + 1 & mask;
        }
        slots[at] = entry;
    }

    private void resize(int capacity) {
        TableEntry[] old = slots;
        slots = new TableEntry[capacity];
        for (TableEntry entry : old) {
            if (entry != null) {
                insert(entry);
            }
        }
    }

    private static int hash(long[] key) {
        long sum = 0;
        for (long word : key) {
            sum = (sum ^ word) * 0x9e37_79b9_7f4a_7c15L;
        }
        return (int) (sum >>> 32);
    }
}
