package io.losslab.services.p4runtime.entity;

import io.losslab.services.p4runtime.program.Refusal;

/**
 * The cells of an indirect counter, meter or register.
 *
 * @param <T> what a cell holds
 */
public interface Cells<T> {
    /** Takes the newest values, for the reads and writes until the next time. */
    void refresh() throws Refusal;

    T get(int index);

    void set(int index, T value, Journal journal);

    /** Sets all cells, 0 to {@code size - 1}. */
    default void fill(long size, T value, Journal journal) {
        for (int index = 0; index < size; index++) {
            set(index, value, journal);
        }
    }

    /** Takes over the cells of the array that was here before. */
    void adopt(Cells<T> previous);
}
