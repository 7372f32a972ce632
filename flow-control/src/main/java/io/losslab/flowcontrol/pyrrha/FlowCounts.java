package io.losslab.flowcontrol.pyrrha;

import java.util.Arrays;

/** A count for each flow, zero at first. */
final class FlowCounts {
    private int[] counts = new int[1_024];

    int get(int flow) {
        return flow < counts.length ? counts[flow] : 0;
    }

    void set(int flow, int count) {
        if (flow >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(flow + 1, 2 * counts.length));
        }
        counts[flow] = count;
    }

    void add(int flow, int change) {
        set(flow, get(flow) + change);
    }
}
