package io.losslab.agent.plane;

import io.losslab.agent.queue.EgressQueues;
import io.losslab.flowcontrol.EgressScheme;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.IntSupplier;

/**
 * The flows that start at this host: the port that each leaves by, its source at the queues of that
 * port, and the egress ports ahead of it, which a host cannot see by itself. Data thread.
 */
public final class OwnFlows {
    private final int ipv4;
    private final KnownFlows numbers;

    // by port, from 1
    private final EgressQueues[] queues;
    private final EgressScheme[] schemes;

    // by flow: port and source of an open one, else 0; its users; egress ports of its path, null if
    // unknown
    private int[] ports = new int[64];
    private int[] sources = new int[64];
    private int[] users = new int[64];
    private long[][] paths = new long[64][];

    /** Without users, but perhaps with frames that wait. */
    private final Deque<Integer> draining = new ArrayDeque<>();

    /** The arrays are the device's own, by port from 1. */
    OwnFlows(int ipv4, KnownFlows numbers, EgressQueues[] queues, EgressScheme[] schemes) {
        this.ipv4 = ipv4;
        this.numbers = numbers;
        this.queues = queues;
        this.schemes = schemes;
    }

    /**
     * Which of its ports of equal cost a new flow takes: what a scheme says, or else the first.
     *
     * @param candidates one at least
     */
    public int choosePort(int destinationIpv4, int udpSourcePort, int[] candidates) {
        EgressScheme scheme = schemes[candidates[0]];
        int flow = numbers.of(ipv4, destinationIpv4, udpSourcePort);
        int chosen = scheme == null ? -1 : scheme.choosePort(flow, candidates);
        return chosen < 0 ? candidates[0] : chosen;
    }

    /**
     * Opens a flow at a port, in the queue that its class or the port's scheme asks for.
     *
     * @return its number
     * @throws IllegalStateException where the flow is open already
     */
    public int open(int destinationIpv4, int udpSourcePort, int port, int priority) {
        int flow = numbered(destinationIpv4, udpSourcePort);
        if (ports[flow] != 0) {
            throw new IllegalStateException("flow " + flow + " is already open");
        }
        EgressScheme scheme = schemes[port];
        int queue = scheme == null ? priority : scheme.classifyFlow(flow, port, priority);
        ports[flow] = port;
        sources[flow] = queues[port].addFlow(flow, queue);
        return flow;
    }

    /** Source of an open flow's frames at its port's queues. */
    public int source(int flow) {
        return sources[flow];
    }

    /** Port that an open flow leaves by. */
    public int port(int flow) {
        return ports[flow];
    }

    /**
     * One more user of a flow, which is opened if it is not open: queue pairs with the same 5-tuple
     * share it.
     *
     * @param port chooses the port where it is opened
     * @return its number
     */
    public int take(int destinationIpv4, int udpSourcePort, int priority, IntSupplier port) {
        int flow = numbered(destinationIpv4, udpSourcePort);
        if (ports[flow] == 0) {
            open(destinationIpv4, udpSourcePort, port.getAsInt(), priority);
        }
        users[flow]++;
        return flow;
    }

    /** One user less; a flow without users is closed once its last frame has gone. */
    public void release(int flow) {
        users[flow]--;
        if (users[flow] == 0) {
            draining.add(flow);
        }
    }

    /** Closes the flows without users whose last frames have gone. */
    public void closeDrained() {
        for (int left = draining.size(); left > 0; left--) {
            int flow = draining.remove();
            boolean unused = ports[flow] != 0 && users[flow] == 0;
            if (unused && queues[ports[flow]].sourceBytes(sources[flow]) > 0) {
                draining.add(flow);
            } else if (unused) {
                close(flow);
            }
        }
    }

    /** Closes a flow that has no frame waiting. */
    public void close(int flow) {
        int port = ports[flow];
        queues[port].removeFlow(sources[flow]);
        ports[flow] = 0;
        sources[flow] = 0;
        if (schemes[port] != null) {
            schemes[port].onFlowEnd(flow);
        }
    }

    /**
     * Sets the path of a flow, before it is opened.
     *
     * @param egresses as {@link io.losslab.flowcontrol.DataPlane#root} names ports, this host's
     *     first
     */
    public void setPath(int destinationIpv4, int udpSourcePort, long[] egresses) {
        paths[numbered(destinationIpv4, udpSourcePort)] = egresses.clone();
    }

    /**
     * Where on a flow's path a port is.
     *
     * @param root the port, as {@link io.losslab.flowcontrol.DataPlane#root} names it
     * @return 0 for this host's, one more a hop; -1 where the flow does not pass it or its path is
     *     not known
     */
    int hopsTo(int flow, long root) {
        long[] path = flow < paths.length ? paths[flow] : null;
        for (int hop = 0; path != null && hop < path.length; hop++) {
            if (path[hop] == root) {
                return hop;
            }
        }
        return -1;
    }

    void unpark(int flow) {
        if (flow < ports.length && ports[flow] != 0) {
            queues[ports[flow]].unpark(sources[flow]);
        }
    }

    private int numbered(int destinationIpv4, int udpSourcePort) {
        int flow = numbers.of(ipv4, destinationIpv4, udpSourcePort);
        if (flow >= ports.length) {
            ports = Arrays.copyOf(ports, 2 * flow);
            sources = Arrays.copyOf(sources, 2 * flow);
            users = Arrays.copyOf(users, 2 * flow);
            paths = Arrays.copyOf(paths, 2 * flow);
        }
        return flow;
    }
}
