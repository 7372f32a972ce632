package io.losslab.roce.host;

/**
 * Numbers kept by a pair of keys, in open addressing with linear probing; 0 for none. Allocates
 * only where it grows.
 */
public final class FlowNumbers {
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private long[] first;
    private int[] second;
    private int[] numbers;
    private int count;

    public FlowNumbers() {
        clear();
    }

    /** The number of a pair; 0 if it has none. */
    public int get(long key, int more) {
        return numbers[slot(key, more)];
    }

    /** Sets the number of a pair, above zero. */
    public void put(long key, int more, int number) {
        if (2 * (count + 1) > numbers.length) {
            grow();
        }
        int slot = slot(key, more);
        count += numbers[slot] == 0 ? 1 : 0;
        first[slot] = key;
        second[slot] = more;
        numbers[slot] = number;
    }

    /** Forgets all pairs. */
    public void clear() {
        first = new long[256];
        second = new int[256];
        numbers = new int[256];
        count = 0;
    }

    /** Where a pair is, or where it would be put. */
    private int slot(long key, int more) {
        int mask = numbers.length - 1;
        long mixed = (key ^ key >>> 32) * SPREAD + more;
        int slot = (int) ((mixed ^ mixed >>> 29) * SPREAD >>> 32) & mask;
        while (numbers[slot] != 0 && (first[slot] != key || second[slot] != more)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldFirst = first;
        int[] oldSecond = second;
        int[] oldNumbers = numbers;
        first = new long[2 * oldNumbers.length];
        second = new int[first.length];
        numbers = new int[first.length];
        for (int i = 0; i < oldNumbers.length; i++) {
            if (oldNumbers[i] != 0) {
                int slot = slot(oldFirst[i], oldSecond[i]);
                first[slot] = oldFirst[i];
                second[slot] = oldSecond[i];
                numbers[slot] = oldNumbers[i];
            }
        }
    }
}
