package io.losslab.agent.plane;

import java.util.Arrays;

/**
 * Timers of schemes or flows, earliest first: a binary heap in arrays. Those of one time come in no
 * order. Allocates only when it grows.
 */
public final class Timers {
    // by place in the heap, from 1: when it is due; scheme << 32 | the scheme's own number
    private long[] dueNanos = new long[64];
    private long[] what = new long[64];
    private int size;

    /**
     * Sets a timer.
     *
     * @param scheme whose it is, from 0
     * @param timer its number there
     */
    public void add(long atNanos, int scheme, int timer) {
        if (++size == dueNanos.length) {
            dueNanos = Arrays.copyOf(dueNanos, 2 * size);
            what = Arrays.copyOf(what, 2 * size);
        }
        int place = size;
        while (place > 1 && dueNanos[place / 2] > atNanos) {
            move(place / 2, place);
            place /= 2;
        }
        put(place, atNanos, (long) scheme << 32 | timer & 0xFFFFFFFFL);
    }

    /** When the first is due; {@link Long#MAX_VALUE} if none is set. */
    public long nextNanos() {
        return size == 0 ? Long.MAX_VALUE : dueNanos[1];
    }

    /** Whose timer the first is. */
    public int nextScheme() {
        return (int) (what[1] >>> 32);
    }

    /** Number of the first. */
    public int nextTimer() {
        return (int) what[1];
    }

    /** Forgets all. */
    public void clear() {
        size = 0;
    }

    /** Forgets the first. */
    public void removeNext() {
        long lastDue = dueNanos[size];
        long last = what[size];
        size--;
        int place = 1;
        int child = 2;
        while (child <= size) {
            if (child < size && dueNanos[child + 1] < dueNanos[child]) {
                child++;
            }
            if (dueNanos[child] >= lastDue) {
                break;
            }
            move(child, place);
            place = child;
            child = 2 * place;
        }
        put(place, lastDue, last);
    }

    private void move(int from, int to) {
        put(to, dueNanos[from], what[from]);
    }

    private void put(int place, long due, long entry) {
        dueNanos[place] = due;
        what[place] = entry;
    }
}
