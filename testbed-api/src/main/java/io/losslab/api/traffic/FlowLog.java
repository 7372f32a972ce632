package io.losslab.api.traffic;

import java.util.Arrays;

/** Completed messages, column by column, until they are collected. */
public final class FlowLog {
    private static final int FIRST_ROWS = 32;

    private int count;
    private int[] flows = new int[FIRST_ROWS];
    private long[] bytes = new long[FIRST_ROWS];
    private long[] startNanos = new long[FIRST_ROWS];
    private long[] endNanos = new long[FIRST_ROWS];
    private int[] retransmits = new int[FIRST_ROWS];

    /** Adds a row; what its columns are, the readings below say. */
    public void add(int flow, long messageBytes, long start, long end, int resent) {
        if (count == flows.length) {
            int capacity = 2 * count;
            flows = Arrays.copyOf(flows, capacity);
            bytes = Arrays.copyOf(bytes, capacity);
            startNanos = Arrays.copyOf(startNanos, capacity);
            endNanos = Arrays.copyOf(endNanos, capacity);
            retransmits = Arrays.copyOf(retransmits, capacity);
        }
        flows[count] = flow;
        bytes[count] = messageBytes;
        startNanos[count] = start;
        endNanos[count] = end;
        retransmits[count] = resent;
        count++;
    }

    /** Rows held. */
    public int size() {
        return count;
    }

    /** Flow id, as its caller gave it. */
    public int flow(int row) {
        return flows[row];
    }

    public long bytes(int row) {
        return bytes[row];
    }

    /** When the message was posted. */
    public long startNanos(int row) {
        return startNanos[row];
    }

    /** When its last byte was delivered; for latency flows, when the answer's was. */
    public long endNanos(int row) {
        return endNanos[row];
    }

    /** Packets retransmitted for it. */
    public int retransmits(int row) {
        return retransmits[row];
    }
}
