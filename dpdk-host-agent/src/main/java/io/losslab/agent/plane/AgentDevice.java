package io.losslab.agent.plane;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.agent.queue.PacketTable;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.pause.PortPauses;
import io.losslab.roce.frame.DscpMap;
import io.losslab.roce.frame.FlowHeader;
import java.util.List;

/**
 * The host: the queues, places and schemes of its ports, its packets and its time. Everything on
 * the data thread; the time is that of the current turn of the loop.
 */
public final class AgentDevice {
    /** Places of the table that relayed frames leave to responses, control and own frames. */
    private static final int RESERVED = 128;

    private final HostIdentity identity;
    private final PacketTable packets;
    private final SpareBuffers spareBuffers;
    private final KnownFlows knownFlows = new KnownFlows();
    private final OwnFlows ownFlows;
    private final Timers timers = new Timers();
    private final Violations violations = new Violations();
    private final PortPauses portPauses;

    // by port, from 1
    private final PortPlace[] places;
    private final EgressQueues[] queues;
    private final EgressScheme[] schemes;

    /** By port and priority. */
    private final long[] receivedBytes;

    private DscpMap dscps = DscpMap.STANDARD;
    private long nowNanos;

    /**
     * Makes the host.
     *
     * @param places of its ports, the first port's first
     * @param dataQueues of each port, 8..256
     * @param ownLimitBytes of own frames that may wait in a queue
     */
    public AgentDevice(
            HostIdentity identity,
            List<PortPlace> places,
            PacketTable packets,
            SpareBuffers spareBuffers,
            int dataQueues,
            long ownLimitBytes) {
        this.identity = identity;
        this.packets = packets;
        this.spareBuffers = spareBuffers;
        int count = places.size();
        this.places = new PortPlace[count + 1];
        queues = new EgressQueues[count + 1];
        schemes = new EgressScheme[count + 1];
        receivedBytes = new long[count + 1 << 3];
        portPauses = new PortPauses(count);
        ownFlows = new OwnFlows(identity.ipv4(), knownFlows, queues, schemes);
        for (int port = 1; port <= count; port++) {
            PortPlace place = places.get(port - 1);
            this.places[port] = place;
            queues[port] =
                    new EgressQueues(
                            packets,
                            port,
                            count,
                            dataQueues,
                            ownLimitBytes,
                            place.link().maxFrameBytes());
        }
    }

    // ---- time

    /** Time of this turn of the loop. */
    public long nowNanos() {
        return nowNanos;
    }

    /** Sets the time; it does not go back. */
    public void setNow(long nanos) {
        nowNanos = nanos;
    }

    Timers timers() {
        return timers;
    }

    // ---- parts

    public HostIdentity identity() {
        return identity;
    }

    public int ports() {
        return queues.length - 1;
    }

    /** Sets the DSCP of each class; flows that were opened before keep theirs. */
    public void setDscps(DscpMap map) {
        dscps = map;
    }

    /** DSCP of each class. */
    public DscpMap dscps() {
        return dscps;
    }

    public EgressQueues queues(int port) {
        return queues[port];
    }

    public PortPlace place(int port) {
        return places[port];
    }

    /** What frames that leave by a port begin with, by port from 1. */
    public LinkHeader[] linkHeaders() {
        LinkHeader[] headers = new LinkHeader[places.length];
        for (int port = 1; port < places.length; port++) {
            headers[port] = new LinkHeader(places[port].peerMac(), places[port].mac());
        }
        return headers;
    }

    /** What the frames of a flow begin with that leave by a port, without a tag. */
    public FlowHeader flowHeader(
            int port,
            int destinationIpv4,
            int udpSourcePort,
            int priority,
            boolean ecn,
            int queuePair) {
        return new FlowHeader(
                places[port].mac(),
                places[port].peerMac(),
                identity.ipv4(),
                destinationIpv4,
                udpSourcePort,
                dscps.dscp(priority),
                ecn,
                queuePair);
    }

    public PacketTable packets() {
        return packets;
    }

    public OwnFlows ownFlows() {
        return ownFlows;
    }

    KnownFlows knownFlows() {
        return knownFlows;
    }

    PortPauses portPauses() {
        return portPauses;
    }

    SpareBuffers spareBuffers() {
        return spareBuffers;
    }

    EgressScheme scheme(int port) {
        return schemes[port];
    }

    void setScheme(int port, EgressScheme scheme) {
        schemes[port] = scheme;
        queues[port].setScheme(scheme);
    }

    /** Takes a port's scheme off and lets go what it held. */
    void clearScheme(int port) {
        setScheme(port, null);
        for (int queue = 0; queue < queues[port].dataQueues(); queue++) {
            queues[port].release(queue, nowNanos);
            queues[port].setLevel(queue, 0);
        }
    }

    // ---- frames that pass

    /**
     * Data frames of a priority came in by a port.
     *
     * @param frameBytes of all of them, destination MAC to FCS
     */
    public void onReceived(int port, int priority, long frameBytes) {
        receivedBytes[port << 3 | priority] += frameBytes;
    }

    /** Data bytes received by a port. */
    public long receivedBytes(int port) {
        long sum = 0;
        for (int priority = 0; priority < 8; priority++) {
            sum += receivedBytes(port, priority);
        }
        return sum;
    }

    /** Data bytes of a priority received by a port. */
    long receivedBytes(int port, int priority) {
        return receivedBytes[port << 3 | priority];
    }

    /**
     * Puts frames that came in into an egress queue of another port, as many as there is room for.
     *
     * @param from index of the first in the burst
     * @param to index behind the last
     * @return how many it took, from the first; the others stay the caller's
     */
    public int relay(Burst in, int from, int to, int priority, int ingress, int egress) {
        int fitting = Math.min(to - from, packets.free() - RESERVED);
        EgressScheme scheme = schemes[egress];
        if (fitting <= 0) {
            return 0;
        }
        if (scheme == null) {
            queues[egress].enqueueRun(in, from, from + fitting, ingress, priority, priority);
            return fitting;
        }
        for (int i = from; i < from + fitting; i++) {
            int packet = packets.add(in.buffer(i), in.data(i), in.length(i), ingress, priority);
            queues[egress].enqueue(packet, scheme.classify(packet, ingress, egress));
        }
        return fitting;
    }

    /** As {@link #relay}, but into the high-priority queue. */
    public int respond(Burst in, int from, int to, int priority, int ingress, int egress) {
        int fitting = Math.min(to - from, packets.free());
        int queue = queues[egress].responses();
        if (fitting > 0) {
            queues[egress].enqueueRun(in, from, from + fitting, ingress, priority, queue);
        }
        return fitting;
    }

    // ---- violations

    /** What schemes found broken in this run. */
    public Violations violations() {
        return violations;
    }

    void report(int port, String cause) {
        violations.add(nowNanos, port, cause);
    }
}
