package io.losslab.agent.plane;

import java.util.Arrays;

/**
 * The egress ports that own flows pass, as the orchestrator laid them out: a host does not see the
 * tables and hashes of the switches ahead. Data thread.
 */
final class FlowWays {
    private static final long[] UNKNOWN = {};

    private long[][] byFlow = new long[64][];

    /**
     * Says how a flow goes.
     *
     * @param egresses as {@link io.losslab.flowcontrol.DataPlane#root} names ports, this host's
     *     first
     */
    void set(int flow, long[] egresses) {
        if (flow >= byFlow.length) {
            byFlow = Arrays.copyOf(byFlow, 2 * flow);
        }
        byFlow[flow] = egresses.clone();
    }

    /**
     * Where on a flow's way a port is.
     *
     * @param root the port, as {@link io.losslab.flowcontrol.DataPlane#root} names it
     * @return 0 for this host's, one more a hop; -1 where the flow does not pass it or its way is
     *     not known
     */
    int hopsTo(int flow, long root) {
        long[] way = flow < byFlow.length && byFlow[flow] != null ? byFlow[flow] : UNKNOWN;
        for (int hop = 0; hop < way.length; hop++) {
            if (way[hop] == root) {
                return hop;
            }
        }
        return -1;
    }
}
