package io.losslab.flowcontrol.portfc;

/**
 * Numbers of PortFC's data queues in NDC(n,k) (PortFC, section III-B). The high-priority queue, the
 * last in the paper's count, is the device's own for acknowledgements and control frames.
 *
 * @param n ports of a switch, 2..{@value #MAX_PORTS}
 * @param k highest layer, 1 to 3
 */
public record QueueIndex(int n, int k) {
    /** Most ports of a switch that the frame's and the devices' queue numbers allow. */
    public static final int MAX_PORTS = 128;

    public QueueIndex {
        if (n < 2 || n > MAX_PORTS) {
            throw new IllegalArgumentException("n must be 2.." + MAX_PORTS + ": " + n);
        }
        if (k < 1 || k > NdcAddress.MAX_K) {
            throw new IllegalArgumentException("k must be 1.." + NdcAddress.MAX_K + ": " + k);
        }
    }

    /**
     * A switch's egress port as one of the n-1 directions of a node.
     *
     * @param port egress port, from 0
     * @param own port the node is on, from 0
     * @return 0..n-2; -1 where it is none, the node's own port or no port of the switch
     */
    public int direction(int port, int own) {
        if (port == own || port < 0 || port >= n) {
            return -1;
        }
        return port < own ? port : port - 1;
    }

    /**
     * How many directions there are, so how many IHFQs a switch port and a-queues a node port has.
     */
    public int directions() {
        return n - 1;
    }

    /** Switch port: packets the next node forwards in a direction. */
    public int ihfq(int direction) {
        return direction;
    }

    /** Switch port: packets whose next node is their destination. */
    public int ddq() {
        return n - 1;
    }

    /** Switch port: all queues, the high-priority one included. */
    public int switchQueues() {
        return n + 1;
    }

    /**
     * Node port: own flows by the switches on their way, the most first: with k = 1 four-hop flows,
     * the paper's a, then two-hop flows, its b.
     *
     * @param switches on the way, 1..k+1
     */
    public int own(int switches, int direction) {
        return (k + 1 - switches) * (n - 1) + direction;
    }

    /** Node port: own four-hop flows, the paper's a with k = 1. */
    public int fourHop(int direction) {
        return own(2, direction);
    }

    /** Node port: own two-hop flows, the paper's b. */
    public int twoHop(int direction) {
        return own(1, direction);
    }

    /** Node port: what the node forwards for others, the paper's c. */
    public int relay() {
        return (k + 1) * (n - 1);
    }

    /** Node port: all queues, the high-priority one included. */
    public int nodeQueues() {
        return (k + 1) * (n - 1) + 2;
    }
}
