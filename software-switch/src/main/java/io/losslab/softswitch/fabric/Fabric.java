package io.losslab.softswitch.fabric;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Scheme;
import io.losslab.flowcontrol.pfc.PauseFrame;
import io.losslab.flowcontrol.pfc.PauseResponder;
import io.losslab.flowcontrol.pfc.PfcSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;

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

    private static final int DATA_QUEUES = 8;
    private static final int DEFAULT_MTU = 4096;

    private final Topology topology;
    private final Records records = new Records(INITIAL_RECORDS);
    private final TimingWheel wheel;
    private final Ports ports;
    private final SharedBuffers buffers;
    private final RoutingTables routing;
    private final HostStack hosts;
    private final ThroughputLoss loss;
    private final FrameSlab frames = new FrameSlab();
    private final EventLog events = new EventLog();
    private final ProgressWatch progress;

    private final Pauses pauses;
    private final Samplers samplers;

    private final PortNumbers numbers;
    private final LinkProfile[] links;

    /** By ingress port, two longs each: data frames and bytes the MAC received. */
    private final long[] received;

    private final long[] controlReceived;
    private final long[] controlSent;
    private final long[] droppedFrames;
    private final long[] droppedBytes;

    private final PauseResponder[] responders;
    private final Scheme[] schemeOfPort;

    /** By scheme id; null where another one has taken the port. */
    private final List<Scheme> schemes = new ArrayList<>();

    private final List<DevicePlane> planeOfNode = new ArrayList<>();

    private long nowPicos;
    private boolean started;
    private boolean routesChanged;

    /** Makes the fabric with empty routing tables, no flow control, and idle hosts. */
    public Fabric(Topology topology) {
        this.topology = topology;
        numbers = new PortNumbers(topology);
        int portCount = numbers.count();
        int nodeCount = topology.nodes().size();
        links = new LinkProfile[portCount + 1];
        received = new long[2 * (portCount + 1)];
        controlReceived = new long[portCount + 1];
        controlSent = new long[portCount + 1];
        droppedFrames = new long[portCount + 1];
        droppedBytes = new long[portCount + 1];
        responders = new PauseResponder[portCount + 1];
        schemeOfPort = new Scheme[portCount + 1];
        wheel = new TimingWheel(records, TimingWheel.shiftFor(topology));
        ports = new Ports(portCount, DATA_QUEUES, records, wheel);
        ports.attach(this);
        buffers = new SharedBuffers(portCount, nodeCount, numbers.nodes());
        routing = new RoutingTables(nodeCount);
        hosts = new HostStack(this, records, nodeCount, DEFAULT_MTU);
        loss = new ThroughputLoss(portCount, ports, buffers);
        pauses = new Pauses(this, ports, records, portCount);
        samplers = new Samplers(this, records);
        progress = new ProgressWatch(this);
        wire();
        describeLinks();
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
    public Scheme setScheme(int node, int port, BiFunction<DataPlane, Integer, Scheme> maker) {
        int global = numbers.of(node, port);
        Scheme scheme =
                maker == null
                        ? null
                        : maker.apply(new DevicePlane(this, node, schemes.size()), port);
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
        if (schemeOfPort[global] != null) {
            // Its place stays, for timers that are still to come.
            schemes.set(schemes.indexOf(schemeOfPort[global]), null);
        }
        schemeOfPort[global] = scheme;
        if (scheme != null) {
            schemes.add(scheme);
            if (started) {
                scheme.start();
            }
        }
        return scheme;
    }

    /** Sets which pauses a switch port obeys. */
    public void setResponder(int node, int port, PauseResponder responder) {
        responders[numbers.of(node, port)] = responder;
    }

    /**
     * Sets how a host sends and obeys; flows added before keep their MTU. Comes before the
     * switches' flow control, which sizes its tolerances by the longest frame.
     */
    public void configureHost(int node, HostSettings settings) {
        hosts.configure(node, settings);
        describeLinks();
        for (int port : numbers.portsOf(node)) {
            responders[port] = new PauseResponder(settings.obeyedPriorities(), settings.timer());
            ports.setQuantum(port, RoceFrame.maxFrameBytes(settings.mtuBytes()));
        }
    }

    /**
     * Sets the equal-cost ports of a prefix on a switch.
     *
     * @param egressPorts local numbers, from 1
     */
    public void putRoute(int node, int ipv4, int prefixBits, int[] egressPorts) {
        int[] global = new int[egressPorts.length];
        for (int i = 0; i < global.length; i++) {
            global[i] = numbers.portsOf(node)[egressPorts[i] - 1];
        }
        routing.put(node, ipv4, prefixBits, global);
        routesChanged = true;
    }

    public void removeRoute(int node, int ipv4, int prefixBits) {
        routing.remove(node, ipv4, prefixBits);
        routesChanged = true;
    }

    public void clearRoutes(int node) {
        routing.clear(node);
        routesChanged = true;
    }

    /** Adds a flow; it starts at its time, or now if that has passed. */
    public void addFlow(FlowSpec spec) {
        hosts.add(spec);
    }

    /** Ends the posting of messages on all flows that start at a host. */
    public void stopFlows(int node) {
        hosts.stop(node);
    }

    /** Calls {@code sampler} every so often in virtual time, first at the next multiple. */
    public void addSampler(long intervalNanos, Runnable sampler) {
        samplers.add(sampler, intervalNanos * 1000);
    }

    /** Ends a sampler; it is not called again. */
    public void removeSampler(Runnable sampler) {
        samplers.remove(sampler);
    }

    /** Lets time pass until {@code untilNanos}; everything due by then has happened on return. */
    public void run(long untilNanos) {
        if (!started) {
            started = true;
            schemes.stream().filter(Objects::nonNull).forEach(Scheme::start);
        }
        if (routesChanged) {
            routesChanged = false;
            hosts.resolveAll();
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
            case EventKind.DATA, EventKind.ACK, EventKind.NACK -> onFrame(id);
            case EventKind.PORT_FREE -> ports.onLineFree(records.port(id), nowPicos);
            case EventKind.MAC_CONTROL -> onControlFrame(id);
            case EventKind.PAUSE_EXPIRY -> pauses.onExpiry(id);
            case EventKind.SCHEME_TIMER -> onSchemeTimer(id);
            case EventKind.FLOW_POST -> hosts.onPostDue(id, nowPicos);
            case EventKind.RETRANSMIT -> hosts.onRetransmitDue(id, nowPicos);
            case EventKind.SAMPLE -> samplers.onDue(id);
            case EventKind.WITHHELD -> {
                loss.onWithheld(records.port(id), records.flow(id), nowPicos);
                records.release(id);
            }
            default -> throw new IllegalStateException("no such event: " + records.kind(id));
        }
    }

    private void onFrame(int id) {
        int port = records.port(id);
        int kind = records.kind(id);
        if (ports.onHost(port)) {
            HostTotals totals = hosts.totals[numbers.nodeOf(port)];
            totals.framesReceived++;
            totals.bytesReceived += records.bytes(id);
            if (kind == EventKind.DATA) {
                hosts.onData(id, numbers.nodeOf(port), nowPicos);
            } else {
                hosts.onAck(id, kind == EventKind.NACK, nowPicos);
            }
            return;
        }
        long[] words = records.words;
        int egress = routing.egressAt((int) words[id << 2 | Records.FLOW]++);
        if (kind == EventKind.DATA) {
            forward(id, port, egress);
        } else if (egress != RoutingTables.NO_ROUTE) {
            ports.sendStrict(egress, ports.ackQueue, id, records.bytes(id), nowPicos);
        } else {
            records.release(id);
        }
    }

    private void forward(int id, int ingress, int egress) {
        long now = nowPicos;
        int bytes = records.bytes(id);
        received[ingress << 1]++;
        received[ingress << 1 | 1] += bytes;
        if (egress == RoutingTables.NO_ROUTE) {
            drop(id, ingress, bytes, "no route");
            return;
        }
        int priority = records.priority(id);
        Scheme scheme = schemeOfPort[ingress];
        int queue = priority;
        if (ports.canPass(egress, queue, now)) {
            ports.transmit(egress, id, bytes, now);
            return;
        }
        long held = buffers.admit(ingress, priority, bytes);
        if (held < 0) {
            drop(id, ingress, bytes, "buffer full");
            return;
        }
        boolean firstWithheld =
                ports.isPaused(egress, queue) && !ports.holdsSomething(egress, queue);
        ports.append(egress, queue, id, bytes, now);
        if (firstWithheld) {
            pauses.onWithheld(egress, queue);
        }
        loss.onBuffered(ingress, now);
        if (scheme != null) {
            scheme.onEnqueue(
                    ports.localNumber(ingress), ports.localNumber(egress), priority, bytes, held);
        }
    }

    /** A buffered packet began to leave by {@code egress}. */
    void onDequeue(int ingress, int egress, int priority, int bytes) {
        long held = buffers.release(ingress, priority, bytes);
        loss.onReleased(ingress, nowPicos);
        Scheme scheme = schemeOfPort[ingress];
        if (scheme != null) {
            scheme.onDequeue(
                    ports.localNumber(ingress), ports.localNumber(egress), priority, bytes, held);
        }
    }

    /** A watched port begins to send. */
    void beforeTransmit(int port, long now) {
        int[] siblings = numbers.portsOf(numbers.nodeOf(port));
        loss.beforeTransmit(port, siblings[0], siblings[siblings.length - 1], now);
    }

    private void onControlFrame(int id) {
        int port = records.port(id);
        int place = records.flow(id);
        records.release(id);
        controlReceived[port]++;
        PauseResponder responder = responders[port];
        if (responder != null) {
            int offset = FrameSlab.offsetOf(place);
            if (PauseFrame.matches(frames.bytes, offset)) {
                int node = numbers.nodeOf(port);
                responder.onFrame(
                        planeOfNode.get(node), ports.localNumber(port), frames.bytes, offset);
                if (ports.onHost(port)) {
                    hosts.totals[node].framesReceived++;
                    hosts.totals[node].bytesReceived += FrameSlab.PLACE_BYTES;
                    hosts.totals[node].pauseFramesReceived++;
                }
            }
        }
        frames.release(place);
    }

    private void onSchemeTimer(int id) {
        Scheme scheme = schemes.get(records.flow(id));
        int timer = records.sequence(id);
        records.release(id);
        if (scheme != null) {
            scheme.onTimer(timer);
        }
    }

    private void drop(int id, int ingress, int bytes, String cause) {
        droppedFrames[ingress]++;
        droppedBytes[ingress] += bytes;
        log(EventLog.Kind.DROP, ingress, records.priority(id), cause);
        records.release(id);
    }

    void pause(int port, int priority, long untilNanos) {
        pauses.pause(port, priority, untilNanos);
    }

    void resume(int port, int priority) {
        pauses.resume(port, priority);
    }

    void sendControl(int port, byte[] frame, int offset, int length) {
        int id = records.allocate();
        records.setFlowAndCursor(id, frames.store(frame, offset, length), 0);
        records.setBody(id, 0, 0, 0, EventKind.MAC_CONTROL, length);
        controlSent[port]++;
        ports.sendStrict(port, ports.macQueue, id, length, nowPicos);
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
                received[global << 1],
                received[global << 1 | 1],
                ports.framesSent(global),
                ports.bytesSent(global),
                controlReceived[global],
                controlSent[global],
                droppedFrames[global],
                droppedBytes[global],
                pauses.totalPicos(global) / 1000,
                buffers.maxHeldByPort(global),
                loss.lostPicos(global, nowPicos) / 1000,
                first < 0 ? -1 : first / 1000,
                buffers.reservedByPort(global));
    }

    /** The link at a port, with the longest frame that the hosts send. */
    public LinkProfile link(int node, int port) {
        return links[numbers.of(node, port)];
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

    public EventLog events() {
        return events;
    }

    /** Data frames and their bytes on links and in switch buffers, counted one by one. */
    public InFlight inFlight() {
        return InFlight.count(records);
    }

    /**
     * The cycle of ports and queues that blocks the fabric, or null while it makes progress; call
     * between runs.
     */
    public String findDeadlock() {
        return progress.check();
    }

    /** Flow-control frames sent so far. */
    long controlFramesSent() {
        return Arrays.stream(controlSent).sum();
    }

    PortNumbers numbers() {
        return numbers;
    }

    /** Egress that a buffered packet takes at the next switch. */
    int nextEgressOf(int id) {
        return routing.egressAt((int) records.words[id << 2 | Records.FLOW]);
    }

    Ports ports() {
        return ports;
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
        return links[port];
    }

    long dataBytesReceived(int port) {
        return received[port << 1 | 1];
    }

    void schedule(int id, long atPicos) {
        wheel.put(id, atPicos);
    }

    /** First port of a flow that starts. */
    int choosePort(int flow, FlowSpec spec) {
        return numbers.portsOf(spec.srcNode())[0];
    }

    /** Transmit queue of a flow that starts. */
    int classifyFlow(int flow, int port, int priority) {
        return queueOf(port, priority);
    }

    /** Resolves the way of a flow's packets from a port of its source on. */
    int resolveFlow(int fromPort, FlowSpec spec) {
        int to = numbers.portsOf(spec.dstNode())[0];
        return resolvePath(fromPort, to, spec.udpSourcePort());
    }

    /** Port of the last device that a path, resolved from a port on, comes to. */
    int portReached(int fromPort, int cursor) {
        int egress = fromPort;
        for (int at = cursor; routing.egressAt(at) != RoutingTables.NO_ROUTE; at++) {
            egress = routing.egressAt(at);
        }
        return ports.peer(egress);
    }

    int resolvePath(int fromPort, int toPort, int udpSourcePort) {
        int src = Topology.ipv4Of(topology.nodes().get(numbers.nodeOf(fromPort)));
        int dst = Topology.ipv4Of(topology.nodes().get(numbers.nodeOf(toPort)));
        return routing.resolve(this, fromPort, src, dst, udpSourcePort);
    }

    /** MAC address of a port: locally administered, node and port in its low bytes. */
    public static long macOf(int node, int port) {
        return 0x02_00_00_00_00_00L | (long) node << 16 | port;
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
                Node peer = link.peerOf(node).node();
                int global = numbers.of(node.id(), port);
                int far = numbers.of(peer.id(), link.peerOf(node).port());
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
                responders[global] = new PauseResponder(0xFF, PfcSettings.Timer.QUANTA);
            }
        }
    }

    private void describeLinks() {
        int mtu =
                topology.hosts().stream()
                        .mapToInt(host -> hosts.mtu(host.id()))
                        .max()
                        .orElse(DEFAULT_MTU);
        int frame = RoceFrame.maxFrameBytes(mtu);
        for (Node node : topology.nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                Link link = topology.linkAt(node, port);
                links[numbers.of(node.id(), port)] =
                        new LinkProfile(link.rate().bitsPerSecond(), link.delay().nanos(), frame);
            }
        }
    }
}
