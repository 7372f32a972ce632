package io.losslab.agent.plane;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The egress ports that flows pass, as the orchestrator laid them out: a host does not see the
 * tables and hashes of the switches ahead. Written while no frame moves.
 */
public final class FlowWays {
    /** What makes a flow. */
    private record Key(int sourceIpv4, int destinationIpv4, int udpSourcePort) {}

    private final Map<Key, long[]> ways = new HashMap<>();
    private long[][] byFlow = new long[64][];

    /**
     * Says how a flow goes.
     *
     * @param egresses as {@link io.losslab.flowcontrol.DataPlane#root} names ports, this host's
     *     first
     */
    public void add(int sourceIpv4, int destinationIpv4, int udpSourcePort, long... egresses) {
        ways.put(new Key(sourceIpv4, destinationIpv4, udpSourcePort), egresses.clone());
    }

    /**
     * Where on a flow's way a port is.
     *
     * @param root the port, as {@link io.losslab.flowcontrol.DataPlane#root} names it
     * @return 0 for this host's, one more a hop; -1 where the flow does not pass it or its way is
     *     not known
     */
    int hopsTo(int flow, FlowNumbers numbers, long root) {
        long[] way = wayOf(flow, numbers);
        for (int hop = 0; hop < way.length; hop++) {
            if (way[hop] == root) {
                return hop;
            }
        }
        return -1;
    }

    private long[] wayOf(int flow, FlowNumbers numbers) {
        if (flow >= byFlow.length) {
            byFlow = Arrays.copyOf(byFlow, Math.max(flow + 1, 2 * byFlow.length));
        }
        if (byFlow[flow] == null) {
            Key key =
                    new Key(
                            numbers.sourceIpv4(flow),
                            numbers.destinationIpv4(flow),
                            numbers.udpSourcePort(flow));
            byFlow[flow] = ways.getOrDefault(key, new long[0]);
        }
        return byFlow[flow];
    }
}
