package io.losslab.softswitch.fabric;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.GaugeSink;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.softswitch.fabric.buffer.EcnMarker;
import io.losslab.softswitch.fabric.buffer.QueueCounters;
import io.losslab.softswitch.fabric.buffer.SharedBuffers;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.engine.TimingWheel;
import io.losslab.softswitch.fabric.port.PortNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A network of software switches and RoCEv2 hosts in virtual time.
 *
 * <p>Shared-buffer, output-queued switches; full-duplex links with propagation delay; frames
 * counted with preamble and gap and never cut, so a pause frame waits for the frame in front of it.
 * Deterministic: the same topology, settings and flows give the same result, bit for bit. Not
 * thread safe: one thread owns a fabric.
 */
public final class Fabric {
    /** Capacity and bucket width of the agenda suit fabrics from two hosts to some thousand. */
    private static final int INITIAL_RECORDS = 1 << 12;

    private static final int DEFAULT_DATA_QUEUES = 8;
    static final int DEFAULT_MTU = 4096;

    private final Topology topology;
    private final Records records = new Records(INITIAL_RECORDS);
    private final TimingWheel wheel;
    private final Ports ports;
    private final SharedBuffers buffers;
    private final RoutingTables routing;
    private final EcnMarker ecn;
    private final HostStack hosts;
    private final ThroughputLoss loss;
    private final EventLog events = new EventLog();
    private final ProgressWatch progress;

    private final Blame blame;
    private final Pauses pauses;
    private final Samplers samplers;
    private final SchemeSlots schemes;
    private final ControlFrames control;
    private final ControllerFrames controllerFrames = new ControllerFrames(this);
    private final PathFinder paths;
    private final Forwarding forwarding;
    private final PortNumbers numbers;
    private final LinkProfiles links;
    private final List<DevicePlane> planeOfNode = new ArrayList<>();

    private long nowPicos;
    private boolean started;
    private boolean routesChanged;

    /** Null while nobody captures. */
    private Taps taps;

    /** Where hosts are real; null where they are simulated. */
    private FabricEdge edge;

    /**
     * Makes the fabric with empty routing tables, no flow control, idle hosts and 8 queues a port.
     */
    public Fabric(Topology topology) {
        this(topology, DEFAULT_DATA_QUEUES);
    }

    /**
     * Makes the fabric with empty routing tables, no flow control, and idle hosts.
     *
     * @param dataQueues egress queues a port has, 8..256
     */
    public Fabric(Topology topology, int dataQueues) {
        this.topology = topology;
        numbers = new PortNumbers(topology);
        int portCount = numbers.count();
        int nodeCount = topology.nodes().size();
        wheel = new TimingWheel(records, TimingWheel.shiftFor(topology));
        ports = new Ports(portCount, dataQueues, records, wheel);
        ports.attach(this);
        schemes = new SchemeSlots(numbers, ports);
        buffers = new SharedBuffers(portCount, nodeCount, numbers);
        routing = new RoutingTables(nodeCount, portCount);
        paths = new PathFinder(topology, numbers, ports, routing);
        control = new ControlFrames(this, ports, records, schemes, portCount);
        ecn = new EcnMarker(portCount);
        hosts = new HostStack(this, records, nodeCount, DEFAULT_MTU);
        loss = new ThroughputLoss(portCount, ports, buffers);
        blame = new Blame(this);
        pauses = new Pauses(this, ports, records, blame, portCount);
        samplers = new Samplers(this, records);
        progress = new ProgressWatch(this);
        forwarding = new Forwarding(this, routing, schemes, ecn, loss);
        links = new LinkProfiles(topology, numbers, hosts);
        wire();
    }

    // ---- set-up
    // -----------------------------------------------------------------------------------------------

    public Topology topology() {
        return topology;
    }

    /** Sets a switch's packet memory, bytes. */
    public void setBuffer(int node, long bytes) {
        buffers.setBuffer(node, bytes);
    }

    /** Sets the hash by which a switch picks among equal-cost ports. */
    public void setEcmp(int node, FlowHash hash, int seed) {
        routing.setHash(node, hash, seed);
        routesChanged = true;
    }

    /** Sets the deficit round robin quantum of all ports of a node, bytes. */
    public void setQuantum(int node, int bytes) {
        for (int port : numbers.portsOf(node)) {
            ports.setQuantum(port, bytes);
        }
    }

    /**
     * Puts flow control on a port's ingress in place of what is there; null for none.
     *
     * @param port local number, from 1
     * @param maker makes the scheme from the device and the local port
     * @throws IllegalStateException while the port buffers packets, or if the device's buffer
     *     cannot hold the reservation
     */
    public IngressScheme setScheme(
            int node, int port, BiFunction<DataPlane, Integer, IngressScheme> maker) {
        int global = numbers.of(node, port);
        IngressScheme scheme =
                maker == null
                        ? null
                        : maker.apply(new DevicePlane(this, node, schemes.nextId()), port);
        BufferPolicy policy = scheme == null ? BufferPolicy.COMMON_POOL : scheme.bufferPolicy(port);
        long others = buffers.reserved(node) - buffers.reservedByPort(global);
        if (others + policy.totalReservedBytes() > buffers.buffer(node)) {
            throw new IllegalStateException(
                    "port %d wants %,d B reserved, and %,d B of the %,d B buffer are reserved already"
                            .formatted(
                                    port,
                                    policy.totalReservedBytes(),
                                    others,
                                    buffers.buffer(node)));
        }
        buffers.setPolicy(global, policy);
        schemes.setIngress(global, scheme);
        return scheme;
    }

    /**
     * Puts a scheme on the egress queues of some ports of a device, beside those that are there.
     *
     * @param localPorts from 1
     * @param maker makes the scheme from the device
     */
    public EgressScheme addEgressScheme(
            int node, List<Integer> localPorts, Function<DataPlane, EgressScheme> maker) {
        EgressScheme scheme = maker.apply(new DevicePlane(this, node, schemes.nextId()));
        schemes.addEgress(
                scheme, localPorts.stream().mapToInt(port -> numbers.of(node, port)).toArray());
        return scheme;
    }

    /** Takes all schemes off the egress queues of a port. */
    public void clearEgressSchemes(int node, int port) {
        schemes.clearEgress(numbers.of(node, port));
    }

    /** A device as a scheme would see it, to ask; timers set through it go nowhere. */
    public DataPlane planeOf(int node) {
        return planeOfNode.get(node);
    }

    /** Asks that paused time be charged to the ports that caused it, from here on. */
    public void recordBlame() {
        blame.turnOn();
    }

    /**
     * Sets how a switch port marks packets by the length of its egress queues (RED); {@code
     * kmaxBytes} 0 for not at all.
     *
     * @throws IllegalArgumentException where the thresholds do not ascend or {@code pmax} is not
     *     0..1
     */
    public void setEcn(int node, int port, long kminBytes, long kmaxBytes, double pmax) {
        ecn.set(numbers.of(node, port), kminBytes, kmaxBytes, pmax);
    }

    /** Sets which pauses a switch port obeys. */
    public void setResponder(int node, int port, PauseResponder responder) {
        control.setResponder(numbers.of(node, port), responder);
    }

    /**
     * Sets how a host sends and obeys; flows added before keep their MTU. Comes before the
     * switches' flow control, which sizes its tolerances by the longest frame.
     */
    public void configureHost(int node, HostSettings settings) {
        hosts.configure(node, settings);
        links.describe();
        for (int port : numbers.portsOf(node)) {
            control.setResponder(
                    port, new PauseResponder(settings.obeyedPriorities(), settings.timer()));
            control.setReaction(port, settings.pauseReactionNanos());
            ports.setQuantum(port, RoceFrame.maxFrameBytes(settings.mtuBytes()));
        }
    }

    /**
     * Makes a port part of a logical switch: packets that come in by it take that one's routes. All
     * ports are part of switch 0 at first.
     *
     * @param logicalSwitch 0..65535
     */
    public void setLogicalSwitch(int node, int port, int logicalSwitch) {
        routesChanged |= routing.setLogicalSwitch(numbers.of(node, port), logicalSwitch);
    }

    /**
     * Sets the equal-cost ports of a prefix on a switch.
     *
     * @param egressPorts local numbers, from 1
     */
    public void putRoute(int node, int ipv4, int prefixBits, int[] egressPorts) {
        putRoute(node, 0, ipv4, prefixBits, egressPorts);
    }

    /**
     * Sets the equal-cost ports of a prefix in a logical switch.
     *
     * @param logicalSwitch on the node, 0..65535
     * @param egressPorts local numbers, from 1
     */
    public void putRoute(int node, int logicalSwitch, int ipv4, int prefixBits, int[] egressPorts) {
        int[] global = new int[egressPorts.length];
        for (int i = 0; i < global.length; i++) {
            global[i] = numbers.portsOf(node)[egressPorts[i] - 1];
        }
        routing.put(node, logicalSwitch, ipv4, prefixBits, global);
        routesChanged = true;
    }

    public void removeRoute(int node, int logicalSwitch, int ipv4, int prefixBits) {
        routing.remove(node, logicalSwitch, ipv4, prefixBits);
        routesChanged = true;
    }

    public void clearRoutes(int node) {
        routing.clear(node);
        routesChanged = true;
    }

    /** Counts the packets that take each route of a switch, from zero on; or no more. */
    public void countRoutes(int node, boolean wanted) {
        forwarding.setRouteTally(routing.count(node, wanted));
        routesChanged |= wanted;
    }

    /** Tells what the routes of a switch have counted; nothing where they do not. */
    public void readRoutes(int node, RouteSink sink) {
        forwarding.readRoutes(node, sink);
    }

    /** Adds a flow; it starts at its time, or now if that has passed. */
    public void addFlow(FlowSpec spec) {
        hosts.add(spec);
    }

    /** Ends the posting of messages on all flows that start at a host. */
    public void stopFlows(int node) {
        hosts.stop(node);
    }

    /**
     * Hands all frames that a port sends or receives to somebody who captures them.
     *
     * @param number the port has for {@code to}
     * @param snapBytes most bytes of a frame that are handed over, from 70
     */
    public void tap(int node, int port, int number, int snapBytes, FrameCapture to) {
        if (taps == null) {
            taps = new Taps(this, numbers.count());
        }
        taps.add(numbers.of(node, port), number, snapBytes, to);
    }

    /** Hands over the captured frames that have arrived by now. */
    public void flushTaps() {
        if (taps != null) {
            taps.flush(nowNanos());
        }
    }

    /** Calls {@code sampler} every so often in virtual time, first at the next multiple. */
    public void addSampler(long intervalNanos, Runnable sampler) {
        samplers.add(sampler, intervalNanos * 1000);
    }

    /** Ends a sampler; it is not called again. */
    public void removeSampler(Runnable sampler) {
        samplers.remove(sampler);
    }

    /**
     * Lets real hosts send and receive in place of the simulated ones; to be called once, before
     * time passes.
     */
    public FabricEdge openEdge(FrameTaker taker) {
        if (edge != null || started) {
            throw new IllegalStateException("an edge is opened once, before time passes");
        }
        edge = new FabricEdge(this, taker);
        return edge;
    }

    /**
     * A time before which nothing happens of itself, nanoseconds; {@link Long#MAX_VALUE} where
     * nothing will.
     */
    public long nothingBeforeNanos() {
        long picos = wheel.nothingBefore();
        return picos == Long.MAX_VALUE ? picos : picos / 1000;
    }

    /** Lets time pass until {@code untilNanos}; everything due by then has happened on return. */
    public void run(long untilNanos) {
        if (!started) {
            started = true;
            schemes.startAll();
        }
        if (routesChanged) {
            routesChanged = false;
            hosts.resolveAll();
            if (edge != null) {
                edge.forgetWays();
            }
        }
        long until = untilNanos * 1000;
        for (int id = wheel.poll(until); id != 0; id = wheel.poll(until)) {
            nowPicos = wheel.lastPicos();
            dispatch(id);
        }
        nowPicos = Math.max(nowPicos, until);
    }

    public long nowNanos() {
        return nowPicos / 1000;
    }

    private void dispatch(int id) {
        switch (records.kind(id)) {
            case EventKind.DATA, EventKind.ACK, EventKind.NACK -> forwarding.onFrame(id);
            case EventKind.PORT_FREE -> ports.onLineFree(records.port(id), nowPicos);
            case EventKind.MAC_CONTROL -> control.onArrival(id);
            case EventKind.PAUSE_REACTION -> control.onReaction(id);
            case EventKind.PAUSE_EXPIRY -> pauses.onExpiry(id);
            case EventKind.SCHEME_TIMER -> onSchemeTimer(id);
            case EventKind.FLOW_POST -> hosts.onPostDue(id, nowPicos);
            case EventKind.RETRANSMIT -> hosts.onRetransmitDue(id, nowPicos);
            case EventKind.PACE -> hosts.onPaceDue(id, nowPicos);
            case EventKind.SAMPLE -> samplers.onDue(id);
            case EventKind.CONTROLLER_FRAME -> controllerFrames.onArrival(id);
            case EventKind.WITHHELD -> {
                loss.onWithheld(records.port(id), records.flow(id), nowPicos);
                records.release(id);
            }
            default -> throw new IllegalStateException("no such event: " + records.kind(id));
        }
    }

    /** A watched port begins to send. */
    void beforeTransmit(int port, long now) {
        int[] siblings = numbers.portsOf(numbers.nodeOf(port));
        loss.beforeTransmit(port, siblings[0], siblings[siblings.length - 1], now);
    }

    /** A captured port, or one whose peer is captured, begins to send. */
    void onCaptured(int port, int id, long startPicos, long endPicos) {
        taps.onTransmit(port, id, startPicos, endPicos);
    }

    private void onSchemeTimer(int id) {
        int scheme = records.flow(id);
        int timer = records.sequence(id);
        records.release(id);
        schemes.onTimer(scheme, timer);
    }

    void pause(int port, int priority, long untilNanos) {
        pauses.pause(port, priority, untilNanos, control.cause());
    }

    void resume(int port, int priority) {
        pauses.resume(port, priority);
    }

    /** Stops a queue of a port until its scheme lets it go. */
    void hold(int port, int queue, long root) {
        pauses.hold(port, queue, root);
    }

    void setSchemeTimer(int scheme, int timer, long atNanos) {
        int id = records.allocate();
        records.setFlowAndCursor(id, scheme, 0);
        records.setBody(id, timer, 0, 0, EventKind.SCHEME_TIMER, 0);
        wheel.put(id, atNanos * 1000);
    }

    void onViolation(int port, String cause) {
        log(EventLog.Kind.VIOLATION, port, -1, cause);
    }

    /** Queue of a priority at a port's egress. */
    int queueOf(int port, int priority) {
        return ports.onHost(port) ? hosts.queueOf(numbers.nodeOf(port), priority) : priority;
    }

    /** Packets that left a port so far: data, ACKs and control frames. */
    public long packetHops() {
        long sum = 0;
        for (int port = 1; port <= numbers.count(); port++) {
            sum += ports.framesSent(port);
        }
        return sum;
    }

    public PortCounters counters(int node, int port) {
        int global = numbers.of(node, port);
        long first = loss.firstPicos(global, nowPicos);
        return new PortCounters(
                buffers.heldByPort(global),
                ports.queuedBytes(global),
                forwarding.dataFramesReceived(global),
                forwarding.dataBytesReceived(global),
                ports.framesSent(global),
                ports.bytesSent(global),
                control.received(global),
                control.sent(global),
                forwarding.droppedFrames(global),
                forwarding.droppedBytes(global),
                pauses.totalPicos(global) / 1000,
                buffers.maxHeldByPort(global),
                loss.lostPicos(global, nowPicos) / 1000,
                first < 0 ? -1 : first / 1000,
                buffers.reservedByPort(global));
    }

    /** Asks that what passes the queues be counted, from here on. */
    public void countQueues() {
        forwarding.countQueues();
    }

    /** Data queues of each port. */
    public int dataQueues() {
        return ports.dataQueues();
    }

    /** Counters of a queue; all but its length zero unless {@link #countQueues} was called. */
    public QueueCounters queueCounters(int node, int port, int queue) {
        return forwarding.queueCounters(numbers.of(node, port), queue);
    }

    /** PFC frames that a port received and that speak of a priority. */
    public long pauseFramesReceived(int node, int port, int priority) {
        return control.pausesReceived(numbers.of(node, port), priority);
    }

    /** PFC frames that a port sent and that speak of a priority. */
    public long pauseFramesSent(int node, int port, int priority) {
        return control.pausesSent(numbers.of(node, port), priority);
    }

    /** Tells what the schemes of a node's ports measured of themselves. */
    public void readGauges(int node, GaugeSink gauges) {
        schemes.readGauges(node, gauges);
    }

    /** The link at a port, with the longest frame that the hosts send. */
    public LinkProfile link(int node, int port) {
        return links.at(numbers.of(node, port));
    }

    /** Buffer bytes of a node that other ports than this one do not reserve. */
    public long bufferFor(int node, int port) {
        return buffers.buffer(node)
                - buffers.reserved(node)
                + buffers.reservedByPort(numbers.of(node, port));
    }

    /** Bytes that an ingress port and priority hold. */
    public long ingressBytes(int node, int port, int priority) {
        return buffers.heldBy(numbers.of(node, port), priority);
    }

    public HostTotals hostTotals(int node) {
        return hosts.totals[node];
    }

    /** Messages posted and not completed on flows that start at a host. */
    public long outstandingMessages(int node) {
        return hosts.outstanding(node);
    }

    /** Messages completed since the last call. */
    public FlowLog drainFlows() {
        return hosts.drainLog();
    }

    /** Frames between the controllers of neighbours. */
    public ControllerFrames controllerFrames() {
        return controllerFrames;
    }

    public EventLog events() {
        return events;
    }

    /** Data frames and their bytes on links and in switch buffers, counted one by one. */
    public InFlight inFlight() {
        return InFlight.count(records);
    }

    /**
     * The cycle of ports and queues that has not moved for 10 ms and cannot move again, as people
     * read it; null if there is none. Call between runs.
     */
    public String findDeadlock() {
        return progress.check();
    }

    PortNumbers numbers() {
        return numbers;
    }

    /** Egress that a buffered packet takes at the next switch. */
    int nextEgressOf(int id) {
        return routing.egressAt(records.cursor(id));
    }

    Forwarding forwarding() {
        return forwarding;
    }

    Ports ports() {
        return ports;
    }

    /** Where hosts are real; null where they are simulated. */
    FabricEdge edge() {
        return edge;
    }

    ControlFrames control() {
        return control;
    }

    PathFinder paths() {
        return paths;
    }

    Pauses pauses() {
        return pauses;
    }

    /** Paused time by the ports that caused it; empty unless {@link #recordBlame} was called. */
    public Blame blame() {
        return blame;
    }

    SharedBuffers buffers() {
        return buffers;
    }

    HostStack hosts() {
        return hosts;
    }

    Records records() {
        return records;
    }

    long nowPicos() {
        return nowPicos;
    }

    LinkProfile linkProfile(int port) {
        return links.at(port);
    }

    /** Data bytes that wait in a queue: packets of a switch, relayed ones of a host. */
    long queueBytes(int port, int queue) {
        return ports.onHost(port) ? hosts.relayBytes(port, queue) : ports.queueBytes(port, queue);
    }

    /** Address of a host; 0 of a switch. */
    int hostIpv4(int node) {
        return topology.nodes().get(node).isSwitch() ? 0 : ipv4Of(node);
    }

    /** A congested port as schemes and frames name it. */
    long rootOf(int port) {
        return DataPlane.root(numbers.nodeOf(port) + 1, ports.localNumber(port));
    }

    String nameOfRoot(long root) {
        return numbers.nameOf(numbers.of((int) (root >>> 32) - 1, (int) root));
    }

    int ipv4Of(int node) {
        return Topology.ipv4Of(topology.nodes().get(node));
    }

    void schedule(int id, long atPicos) {
        wheel.put(id, atPicos);
    }

    /** Transmit queue of a host's own flow. */
    int classifyFlow(int flow, int port, int priority) {
        EgressScheme scheme = ports.scheme(port);
        return scheme == null
                ? queueOf(port, priority)
                : scheme.classifyFlow(flow, ports.localNumber(port), priority);
    }

    /** MAC address of a port: the topology's. */
    public static long macOf(int node, int port) {
        return Topology.macOf(node, port);
    }

    void log(EventLog.Kind kind, int port, int queue, String cause) {
        if (events.keeps(kind)) {
            events.add(
                    new EventLog.Event(
                            nowNanos(),
                            numbers.nodeOf(port),
                            ports.localNumber(port),
                            queue,
                            kind,
                            cause));
        }
    }

    private void wire() {
        for (Node node : topology.nodes()) {
            buffers.setBuffer(node.id(), node.buffer().bytes());
            planeOfNode.add(new DevicePlane(this, node.id(), -1));
            for (int port = 1; port <= node.ports(); port++) {
                Link link = topology.linkAt(node, port);
                PortRef end = link.peerOf(new PortRef(node, port));
                Node peer = end.node();
                int global = numbers.of(node.id(), port);
                int far = numbers.of(peer.id(), end.port());
                int frame = RoceFrame.maxFrameBytes(DEFAULT_MTU);
                long pipeline = peer.isSwitch() ? peer.pipeline().nanos() * 1000 : 0;
                ports.connect(
                        global,
                        port,
                        far,
                        node.isHost(),
                        link.rate().bitsPerSecond(),
                        link.delay().nanos() * 1000,
                        pipeline,
                        frame);
            }
        }
    }
}
