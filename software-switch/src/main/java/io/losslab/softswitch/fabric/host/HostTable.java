package io.losslab.softswitch.fabric.host;

import io.losslab.roce.host.HostTotals;
import java.util.Arrays;

/** Settings and totals of all hosts, by node. */
final class HostTable {
    final int[] mtu;
    final int[] ackEvery;
    final HostTotals[] totals;

    private final HostSettings[] settings;
    private final int[][] queueOfPriority;

    HostTable(int nodeCount, int defaultMtu) {
        settings = new HostSettings[nodeCount];
        mtu = new int[nodeCount];
        ackEvery = new int[nodeCount];
        queueOfPriority = new int[nodeCount][];
        totals = new HostTotals[nodeCount];
        Arrays.setAll(totals, node -> new HostTotals());
        for (int node = 0; node < nodeCount; node++) {
            configure(node, HostSettings.withMtu(defaultMtu));
        }
    }

    void configure(int node, HostSettings chosen) {
        settings[node] = chosen;
        mtu[node] = chosen.transport().mtuBytes();
        ackEvery[node] = chosen.transport().ackEveryPackets();
        queueOfPriority[node] =
                chosen.queueOfPriority().stream().mapToInt(Integer::intValue).toArray();
    }

    HostSettings settings(int node) {
        return settings[node];
    }

    int queueOf(int node, int priority) {
        return queueOfPriority[node][priority];
    }
}
