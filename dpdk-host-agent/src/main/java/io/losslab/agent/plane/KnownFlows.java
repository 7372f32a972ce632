package io.losslab.agent.plane;

import io.losslab.roce.host.FlowNumbers;
import java.util.Arrays;

/**
 * Numbers of flows, from 1, by addresses and UDP source port; the destination port is that of
 * RoCEv2. A flow keeps its number. Flows of other hosts that pass are numbered up to a bound, so
 * that frames from the network cannot take all memory; from there on they share the number of
 * frames without addresses. Allocates only where a new flow makes the tables grow.
 */
final class KnownFlows {
    /** Flows of other hosts that have a number of their own. */
    static final int MOST_PASSING = 1 << 20;

    private final FlowNumbers numbers = new FlowNumbers();
    private final int mostPassing;
    private int passing;

    // by number
    private int[] sources = new int[512];
    private int[] destinations = new int[512];
    private int[] ports = new int[512];
    private int count;

    KnownFlows() {
        this(MOST_PASSING);
    }

    /**
     * No flows yet.
     *
     * @param mostPassing flows of other hosts that have a number of their own
     */
    KnownFlows(int mostPassing) {
        this.mostPassing = mostPassing;
    }

    /** The number of frames that have no addresses, or are of more flows than have numbers. */
    int ofOthers() {
        return of(0, 0, 0);
    }

    /** The number of a flow that passes this host; {@link #ofOthers} where there are too many. */
    int ofPassing(int sourceIpv4, int destinationIpv4, int udpSourcePort) {
        long addresses = addresses(sourceIpv4, destinationIpv4);
        int flow = numbers.get(addresses, udpSourcePort);
        if (flow != 0) {
            return flow;
        }
        if (passing == mostPassing) {
            return ofOthers();
        }
        passing++;
        return of(sourceIpv4, destinationIpv4, udpSourcePort);
    }

    /** The number of a flow, a new one if it has none yet. */
    int of(int sourceIpv4, int destinationIpv4, int udpSourcePort) {
        long addresses = addresses(sourceIpv4, destinationIpv4);
        int flow = numbers.get(addresses, udpSourcePort);
        if (flow == 0) {
            flow = ++count;
            numbers.put(addresses, udpSourcePort, flow);
            describe(flow, sourceIpv4, destinationIpv4, udpSourcePort);
        }
        return flow;
    }

    private static long addresses(int sourceIpv4, int destinationIpv4) {
        return (long) sourceIpv4 << 32 | destinationIpv4 & 0xFFFFFFFFL;
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
