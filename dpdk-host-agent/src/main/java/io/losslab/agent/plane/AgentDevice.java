package io.losslab.agent.plane;

import static io.losslab.agent.frame.PacketMemory.FRAMES;
import static io.losslab.agent.frame.PacketMemory.REWRITER;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.Memory;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.frame.LinkHeader;
import io.losslab.agent.frame.PriorityMap;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.agent.queue.PacketTable;
import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.EgressScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The host: its ports' queues and places, its flows, its time. Everything on the data thread; the
 * time is that of the current turn of the loop.
 */
public final class AgentDevice {
    private static final int TAG_BYTES = 4;

    /** Places of the table that relayed frames leave to responses, control and own frames. */
    private static final int RESERVED = 128;

    private final HostIdentity identity;
    private final PacketTable packets;
    private final SpareBuffers spareBuffers;
    private final PriorityMap priorities;
    private final KnownFlows flows = new KnownFlows();
    private final FlowWays ways = new FlowWays();
    private final Timers timers = new Timers();
    private final List<String> violations = new ArrayList<>();

    // by port, from 1
    private final PortPlace[] places;
    private final EgressQueues[] queues;
    private final EgressScheme[] schemes;

    /** By port and priority. */
    private final long[] receivedBytes;

    /** By flow: port and source of an own one; 0 otherwise. */
    private int[] portOfFlow = new int[64];

    private int[] sourceOfFlow = new int[64];

    private final int longestFrameBytes;
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
            PriorityMap priorities,
            int dataQueues,
            long ownLimitBytes) {
        this.identity = identity;
        this.packets = packets;
        this.spareBuffers = spareBuffers;
        this.priorities = priorities;
        longestFrameBytes =
                places.stream().mapToInt(place -> place.link().maxFrameBytes()).max().orElse(0);
        int count = places.size();
        this.places = new PortPlace[count + 1];
        queues = new EgressQueues[count + 1];
        schemes = new EgressScheme[count + 1];
        receivedBytes = new long[count + 1 << 3];
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

    public PacketTable packets() {
        return packets;
    }

    public PriorityMap priorities() {
        return priorities;
    }

    KnownFlows flows() {
        return flows;
    }

    FlowWays ways() {
        return ways;
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

    // ---- own flows

    /**
     * Which of its ports of equal cost a new flow takes: what a scheme says, or else the first.
     *
     * @param candidates one at least
     */
    public int choosePort(
            int sourceIpv4, int destinationIpv4, int udpSourcePort, int[] candidates) {
        EgressScheme scheme = schemes[candidates[0]];
        int flow = flows.of(sourceIpv4, destinationIpv4, udpSourcePort);
        int chosen = scheme == null ? -1 : scheme.choosePort(flow, candidates);
        return chosen < 0 ? candidates[0] : chosen;
    }

    /**
     * Begins an own flow at a port, in the queue that its class or the port's scheme asks for.
     *
     * @return its number
     * @throws IllegalStateException where the flow has begun already
     */
    public int openFlow(
            int sourceIpv4, int destinationIpv4, int udpSourcePort, int port, int priority) {
        int flow = flows.of(sourceIpv4, destinationIpv4, udpSourcePort);
        if (flow >= portOfFlow.length) {
            portOfFlow = Arrays.copyOf(portOfFlow, 2 * flow);
            sourceOfFlow = Arrays.copyOf(sourceOfFlow, 2 * flow);
        }
        if (portOfFlow[flow] != 0) {
            throw new IllegalStateException("flow " + flow + " has begun already");
        }
        EgressScheme scheme = schemes[port];
        int queue = scheme == null ? priority : scheme.classifyFlow(flow, port, priority);
        portOfFlow[flow] = port;
        sourceOfFlow[flow] = queues[port].addFlow(flow, queue);
        return flow;
    }

    /**
     * Says by which ports an own flow goes, before it begins.
     *
     * @param egresses as {@link io.losslab.flowcontrol.DataPlane#root} names ports, this host's
     *     first
     */
    public void setWay(int destinationIpv4, int udpSourcePort, long[] egresses) {
        ways.set(flows.of(identity.ipv4(), destinationIpv4, udpSourcePort), egresses);
    }

    /** Source of an own flow's frames at its port's queues. */
    public int sourceOf(int flow) {
        return sourceOfFlow[flow];
    }

    /** Ends an own flow that has no frame waiting. */
    public void closeFlow(int flow) {
        int port = portOfFlow[flow];
        queues[port].removeFlow(sourceOfFlow[flow]);
        portOfFlow[flow] = 0;
        sourceOfFlow[flow] = 0;
        if (schemes[port] != null) {
            schemes[port].onFlowEnd(flow);
        }
    }

    void unpark(int flow) {
        if (flow < portOfFlow.length && portOfFlow[flow] != 0) {
            queues[portOfFlow[flow]].unpark(sourceOfFlow[flow]);
        }
    }

    // ---- pauses

    /** Stops a priority; at a port whose scheme chooses queues, all data queues stop. */
    void pause(int port, int priority, long untilNanos) {
        EgressQueues at = queues[port];
        if (!choosesQueues(port)) {
            at.pause(priority, untilNanos, nowNanos);
            return;
        }
        for (int queue = 0; queue < at.dataQueues(); queue++) {
            at.pause(queue, untilNanos, nowNanos);
        }
    }

    void resume(int port, int priority) {
        EgressQueues at = queues[port];
        if (!choosesQueues(port)) {
            at.resume(priority, nowNanos);
            return;
        }
        for (int queue = 0; queue < at.dataQueues(); queue++) {
            at.resume(queue, nowNanos);
        }
    }

    private boolean choosesQueues(int port) {
        return schemes[port] != null && schemes[port].choosesQueues();
    }

    // ---- what schemes read and write on packets

    int flowOf(int packet) {
        int known = packets.flow(packet);
        if (known != 0) {
            return known;
        }
        long frame = packets.data(packet);
        int flow =
                FRAMES.isIpv4(frame)
                        ? flows.of(
                                FRAMES.sourceIpv4(frame),
                                FRAMES.destinationIpv4(frame),
                                FRAMES.udpSourcePort(frame))
                        : flows.of(0, 0, 0);
        packets.setFlow(packet, flow);
        return flow;
    }

    int bytesOf(int packet) {
        return Math.max(RoceFrame.MIN_FRAME_BYTES, packets.length(packet) + RoceFrame.FCS_BYTES);
    }

    void setPriority(int packet, int priority) {
        long frame = packets.data(packet);
        packets.setPriority(packet, priority);
        if (FRAMES.isTagged(frame)) {
            REWRITER.setPriorityCodePoint(frame, priority);
        }
        if (FRAMES.isIpv4(frame)) {
            REWRITER.setDscp(frame, priorities.dscp(priority));
        }
    }

    int tagOf(int packet) {
        int known = packets.tag(packet);
        if (known >= 0) {
            return known;
        }
        long frame = packets.data(packet);
        int tag = FRAMES.isTagged(frame) ? FRAMES.vlan(frame) : 0;
        packets.setTag(packet, tag);
        return tag;
    }

    void setTag(int packet, int tag) {
        packets.setTag(packet, tag);
        long frame = packets.data(packet);
        if (!FRAMES.isTagged(frame)) {
            long longer = PacketPool.prepend(packets.buffer(packet), TAG_BYTES);
            if (longer == 0) {
                report(packets.ingress(packet), "a frame has no room for an 802.1Q tag");
                return;
            }
            REWRITER.insertTag(longer, packets.priority(packet), 0);
            packets.setData(packet, longer, packets.length(packet) + TAG_BYTES);
            frame = longer;
        }
        REWRITER.setVlan(frame, tag);
    }

    // ---- control frames

    void sendControl(int port, byte[] bytes, int offset, int length) {
        int lengthBytes = length - RoceFrame.FCS_BYTES;
        if (!spareBuffers.hasNext() || packets.free() == 0) {
            report(port, "no packet buffer for a flow-control frame; give the agent more");
            return;
        }
        Memory.write(spareBuffers.data(), bytes, offset, lengthBytes);
        long frame = spareBuffers.data();
        int packet = packets.add(spareBuffers.take(lengthBytes), frame, lengthBytes, 0, 7);
        queues[port].enqueue(packet, queues[port].control());
    }

    // ---- readings

    /** Relayed frame bytes that the host holds and that came in by a port. */
    long ingressBytes(int port) {
        long sum = 0;
        for (int egress = 1; egress < queues.length; egress++) {
            sum += queues[egress].transitBytes(port);
        }
        return sum;
    }

    /** Relayed frame bytes that wait at a port. */
    long egressBytes(int port) {
        long sum = 0;
        for (int queue = 0; queue < queues[port].dataQueues(); queue++) {
            sum += queues[port].relayBytes(queue);
        }
        return sum;
    }

    /** Bytes that relayed frames may still take. */
    long freeRelayBytes() {
        return (long) packets.free() * longestFrameBytes;
    }

    /** Data bytes received by a port. */
    public long receivedBytes(int port) {
        long sum = 0;
        for (int priority = 0; priority < 8; priority++) {
            sum += receivedBytes[port << 3 | priority];
        }
        return sum;
    }

    /** Data bytes of a priority received by a port. */
    public long receivedBytes(int port, int priority) {
        return receivedBytes[port << 3 | priority];
    }

    /** What schemes found broken; each cause once. */
    public List<String> violations() {
        return List.copyOf(violations);
    }

    void report(int port, String cause) {
        String text = "port " + port + ": " + cause;
        if (!violations.contains(text)) {
            violations.add(text);
        }
    }
}
