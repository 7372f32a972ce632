package io.losslab.softswitch.fabric.engine;

import java.util.Arrays;

/**
 * Sorts entries of the agenda by their upper bits and keeps the order of equal ones: few by putting
 * each into its place, many digit by digit from the lowest (Knuth, 5.2.5), without the digits that
 * all have in common. Hosts that send in step put hundreds of entries into a bucket, nearly all of
 * them due at one time.
 */
final class EntrySort {
    /** Up to so many entries, putting each into its place is faster. */
    private static final int FEW = 40;

    private static final int DIGIT_BITS = 9;
    private static final int DIGIT = (1 << DIGIT_BITS) - 1;

    private final int lowestBit;
    private final int[] places = new int[DIGIT + 1];
    private long[] other = new long[0];

    /**
     * Makes a sorter.
     *
     * @param lowestBit bits below it do not count
     */
    EntrySort(int lowestBit) {
        this.lowestBit = lowestBit;
    }

    /**
     * Sorts the first entries of an array.
     *
     * @return the array they are in afterwards; the one that was given is this sorter's otherwise
     */
    long[] sorted(long[] entries, int count) {
        if (count > FEW) {
            return sortedByDigits(entries, count);
        }
        for (int i = 1; i < count; i++) {
            long entry = entries[i];
            int at = i;
            while (at > 0 && entries[at - 1] >>> lowestBit > entry >>> lowestBit) {
                entries[at] = entries[at - 1];
                at--;
            }
            entries[at] = entry;
        }
        return entries;
    }

    private long[] sortedByDigits(long[] entries, int count) {
        long[] from = entries;
        long[] to = other.length < entries.length ? new long[entries.length] : other;
        long different = differentBits(entries, count);
        for (int shift = lowestBit; shift < Long.SIZE; shift += DIGIT_BITS) {
            if ((different >>> shift & DIGIT) != 0) {
                pass(from, to, count, shift);
                long[] sorted = to;
                to = from;
                from = sorted;
            }
        }
        other = to;
        return from;
    }

    private static long differentBits(long[] entries, int count) {
        long ones = 0;
        long zeros = 0;
        for (int i = 0; i < count; i++) {
            ones |= entries[i];
            zeros |= ~entries[i];
        }
        return ones & zeros;
    }

    private void pass(long[] from, long[] to, int count, int shift) {
        int[] place = places;
        Arrays.fill(place, 0);
        for (int i = 0; i < count; i++) {
            place[(int) (from[i] >>> shift) & DIGIT]++;
        }
        int next = 0;
        for (int digit = 0; digit <= DIGIT; digit++) {
            int entriesOfDigit = place[digit];
            place[digit] = next;
            next += entriesOfDigit;
        }
        for (int i = 0; i < count; i++) {
            long entry = from[i];
            to[place[(int) (entry >>> shift) & DIGIT]++] = entry;
        }
    }
}
