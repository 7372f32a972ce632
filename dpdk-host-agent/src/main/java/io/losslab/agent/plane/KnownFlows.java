package io.losslab.agent.plane;

import io.losslab.roce.host.FlowNumbers;
import java.util.Arrays;

/**
 * Numbers of flows, from 1, by addresses and UDP source port; the destination port is that of
 * RoCEv2. A flow keeps its number. Allocates only where a new flow makes the tables grow.
 */
final class KnownFlows {
    private final FlowNumbers numbers = new FlowNumbers();

    // by number
    private int[] sources = new int[512];
    private int[] destinations = new int[512];
    private int[] ports = new int[512];
    private int count;

    /** The number of a flow, a new one if it has none yet. */
    int of(int sourceIpv4, int destinationIpv4, int udpSourcePort) {
        long addresses = (long) sourceIpv4 << 32 | destinationIpv4 & 0xFFFFFFFFL;
        int flow = numbers.get(addresses, udpSourcePort);
        if (flow == 0) {
            flow = ++count;
            numbers.put(addresses, udpSourcePort, flow);
            describe(flow, sourceIpv4, destinationIpv4, udpSourcePort);
        }
        return flow;
    }

    int sourceIpv4(int flow) {
        return sources[flow];
    }

    int destinationIpv4(int flow) {
        return destinations[flow];
    }

    int udpSourcePort(int flow) {
        return ports[flow];
    }

    private void describe(int flow, int sourceIpv4, int destinationIpv4, int udpSourcePort) {
        if (flow == sources.length) {
            sources = Arrays.copyOf(sources, 2 * flow);
            destinations = Arrays.copyOf(destinations, 2 * flow);
            ports = Arrays.copyOf(ports, 2 * flow);
        }
        sources[flow] = sourceIpv4;
        destinations[flow] = destinationIpv4;
        ports[flow] = udpSourcePort;
    }
}
