package io.losslab.agent.plane;

import java.util.Arrays;

/**
 * Numbers of flows, from 1, by addresses and UDP source port; the destination port is that of
 * RoCEv2. A flow keeps its number. Allocates only where a new flow makes the table grow.
 */
final class FlowNumbers {
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** Open addressing: number of a flow, 0 where the slot is free. */
    private int[] slots = new int[1024];

    // by number
    private int[] sources = new int[512];
    private int[] destinations = new int[512];
    private int[] ports = new int[512];
    private int count;

    /** The number of a flow, a new one if it has none yet. */
    int of(int sourceIpv4, int destinationIpv4, int udpSourcePort) {
        int mask = slots.length - 1;
        int slot = slot(sourceIpv4, destinationIpv4, udpSourcePort, mask);
        int flow = slots[slot];
        while (flow != 0) {
            if (sources[flow] == sourceIpv4
                    && destinations[flow] == destinationIpv4
                    && ports[flow] == udpSourcePort) {
                return flow;
            }
            slot = slot + 1 & mask;
            flow = slots[slot];
        }
        return add(sourceIpv4, destinationIpv4, udpSourcePort, slot);
    }

    /** Highest number given. */
    int count() {
        return count;
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

    private int add(int sourceIpv4, int destinationIpv4, int udpSourcePort, int slot) {
        int flow = ++count;
        if (flow == sources.length) {
            sources = Arrays.copyOf(sources, 2 * flow);
            destinations = Arrays.copyOf(destinations, 2 * flow);
            ports = Arrays.copyOf(ports, 2 * flow);
        }
        sources[flow] = sourceIpv4;
        destinations[flow] = destinationIpv4;
        ports[flow] = udpSourcePort;
        slots[slot] = flow;
        if (2 * count > slots.length) {
            rehash();
        }
        return flow;
    }

    private void rehash() {
        int[] larger = new int[2 * slots.length];
        int mask = larger.length - 1;
        for (int flow = 1; flow <= count; flow++) {
            int slot = slot(sources[flow], destinations[flow], ports[flow], mask);
            while (larger[slot] != 0) {
                slot = slot + 1 & mask;
            }
            larger[slot] = flow;
        }
        slots = larger;
    }

    private static int slot(int sourceIpv4, int destinationIpv4, int udpSourcePort, int mask) {
        long key = (long) sourceIpv4 << 32 | destinationIpv4 & 0xFFFFFFFFL;
        long mixed = (key ^ key >>> 29) * SPREAD + (long) udpSourcePort * 0xD1342543DE82EF95L;
        return (int) ((mixed ^ mixed >>> 31) * SPREAD >>> 40) & mask;
    }
}
