package io.losslab.softswitch.fabric.program;

import io.losslab.p4.extern.RegisterArray;
import java.util.Arrays;

/**
 * A register with a cell for each port, by which a program says something about the packet that it
 * has: the switch takes what a cell holds, and clears what it did not take before the next packet.
 */
final class PacketRegister {
    /** Null where the program does not declare it. */
    private final RegisterArray cells;

    /* What may not be zero. */
    private int[] written = new int[8];
    private int count;

    /**
     * A register of a program.
     *
     * @param cells null where the program does not declare it; its cells are all zero then
     */
    PacketRegister(RegisterArray cells) {
        this.cells = cells;
        if (cells != null) {
            cells.tell(this::note);
        }
    }

    boolean exists() {
        return cells != null;
    }

    /** Puts something there for the program to read. */
    void show(int port, int value) {
        if (cells.has(port)) {
            cells.set(port, value);
        }
    }

    /** What a cell holds, which is zero afterwards. */
    long take(int port) {
        if (cells == null || !cells.has(port)) {
            return 0;
        }
        long value = cells.low(port);
        if (value != 0) {
            cells.set(port, 0);
        }
        return value;
    }

    /** Clears all cells: the program is done with its packet. */
    void forget() {
        while (count > 0) {
            cells.set(written[--count], 0);
        }
    }

    private void note(int cell, long value) {
        if (value != 0) {
            if (count == written.length) {
                written = Arrays.copyOf(written, 2 * count);
            }
            written[count++] = cell;
        }
    }
}
