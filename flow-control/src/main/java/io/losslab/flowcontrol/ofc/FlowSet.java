package io.losslab.flowcontrol.ofc;

import java.util.Arrays;

/**
 * Numbers other than 0 with a count each, in one open-addressing table: source-destination pairs or
 * flows. Look-ups do not allocate; the table doubles when half full.
 *
 * <p>Read through with {@link #slots} and {@link #at}, while it is not changed.
 */
final class FlowSet {
    private static final int FIRST_SLOTS = 16;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    // By slot: the number or 0 where free, its count.
    private long[] keys = new long[FIRST_SLOTS];
    private int[] counts = new int[FIRST_SLOTS];
    private int size;

    int size() {
        return size;
    }

    int slots() {
        return keys.length;
    }

    /** The number in a slot; 0 where it is free. */
    long at(int slot) {
        return keys[slot];
    }

    boolean contains(long key) {
        return keys[slotOf(key)] != 0;
    }

    /** Adds a number, unless it is 0; returns whether it is new. */
    boolean add(long key) {
        int slot = slotOf(key);
        if (keys[slot] != 0 || key == 0) {
            return false;
        }
        if (2 * (size + 1) > keys.length) {
            grow();
            slot = slotOf(key);
        }
        keys[slot] = key;
        size++;
        return true;
    }

    /** Adds one to a number's count; returns whether the number is new. */
    boolean increment(long key) {
        int slot = slotOf(key);
        if (keys[slot] != 0) {
            counts[slot]++;
            return false;
        }
        boolean isNew = add(key);
        counts[slotOf(key)]++;
        return isNew;
    }

    /** Takes one off the count of a number that is there; returns whether it went with it. */
    boolean decrement(long key) {
        int slot = slotOf(key);
        if (--counts[slot] > 0) {
            return false;
        }
        free(slot);
        return true;
    }

    /** Removes a number; returns whether it was there. */
    boolean remove(long key) {
        int slot = slotOf(key);
        if (keys[slot] == 0) {
            return false;
        }
        free(slot);
        return true;
    }

    void clear() {
        Arrays.fill(keys, 0);
        Arrays.fill(counts, 0);
        size = 0;
    }

    void addAll(FlowSet other) {
        for (int slot = 0; slot < other.slots(); slot++) {
            if (other.at(slot) != 0) {
                add(other.at(slot));
            }
        }
    }

    /** Slot of a number, or the free one where it belongs. */
    private int slotOf(long key) {
        int slot = home(key);
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }

    private int home(long key) {
        return (int) (key * SPREAD >>> 32) & keys.length - 1;
    }

    /** Frees a slot and moves up those behind it that would no longer be found. */
    private void free(int slot) {
        int mask = keys.length - 1;
        int gap = slot;
        int next = gap + 1 & mask;
        while (keys[next] != 0) {
            int distance = next - home(keys[next]) & mask;
            if (distance >= (next - gap & mask)) {
                keys[gap] = keys[next];
                counts[gap] = counts[next];
                gap = next;
            }
            next = next + 1 & mask;
        }
        keys[gap] = 0;
        counts[gap] = 0;
        size--;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldCounts = counts;
        keys = new long[2 * oldKeys.length];
        counts = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = slotOf(oldKeys[i]);
                keys[slot] = oldKeys[i];
                counts[slot] = oldCounts[i];
            }
        }
    }
}
