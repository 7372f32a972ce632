package io.losslab.agent.traffic;

import java.util.Arrays;

/** What there is by queue pair number. Looks up without boxing; allocates only when it grows. */
final class PairTable<T> {
    // open addressing: number plus one, 0 where the slot is free; and what it stands for
    private int[] keys = new int[256];
    private Object[] values = new Object[256];
    private int size;

    /** What has a number; null if nothing has. */
    @SuppressWarnings("unchecked") // Only put stores, and it stores a T.
    T get(int queuePair) {
        return (T) values[slot(queuePair)];
    }

    void put(int queuePair, T value) {
        if (2 * size >= keys.length) {
            grow();
        }
        int slot = slot(queuePair);
        size += keys[slot] == 0 ? 1 : 0;
        keys[slot] = queuePair + 1;
        values[slot] = value;
    }

    /** Forgets all. */
    void clear() {
        Arrays.fill(keys, 0);
        Arrays.fill(values, null);
        size = 0;
    }

    /** Where a number is, or would be put. */
    private int slot(int queuePair) {
        int mask = keys.length - 1;
        int slot = queuePair * 0x9E37_79B9 >>> 8 & mask;
        while (keys[slot] != 0 && keys[slot] != queuePair + 1) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        int[] oldKeys = keys;
        Object[] oldValues = values;
        keys = new int[2 * oldKeys.length];
        values = new Object[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = slot(oldKeys[i] - 1);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
