package io.losslab.softswitch.fabric.host;

import java.util.Arrays;

/** What happened to flows, row by row in order of time: when, and how many packets it concerns. */
final class FlowRows {
    private int count;
    private long[] picos = new long[1024];
    private int[] flows = new int[1024];
    private int[] packets = new int[1024];

    void add(long atPicos, int flow, int packetCount) {
        if (count == flows.length) {
            picos = Arrays.copyOf(picos, 2 * count);
            flows = Arrays.copyOf(flows, 2 * count);
            packets = Arrays.copyOf(packets, 2 * count);
        }
        picos[count] = atPicos;
        flows[count] = flow;
        packets[count] = packetCount;
        count++;
    }

    int size() {
        return count;
    }

    long picos(int row) {
        return picos[row];
    }

    int flow(int row) {
        return flows[row];
    }

    int packets(int row) {
        return packets[row];
    }

    /** Puts rows of one time in order of their flows; rows of one flow keep theirs. */
    void sort() {
        for (int row = 1; row < count; row++) {
            long time = picos[row];
            int flow = flows[row];
            int about = packets[row];
            int at = row;
            while (at > 0 && picos[at - 1] == time && flows[at - 1] > flow) {
                flows[at] = flows[at - 1];
                packets[at] = packets[at - 1];
                at--;
            }
            flows[at] = flow;
            packets[at] = about;
        }
    }

    void clear() {
        count = 0;
    }
}
