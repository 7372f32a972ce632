package io.losslab.softswitch.fabric;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.IterationLog;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.roce.frame.DscpMap;
import io.losslab.softswitch.fabric.buffer.EcnMarker;
import io.losslab.softswitch.fabric.buffer.RedMarking;
import io.losslab.softswitch.fabric.buffer.SharedBuffers;
import io.losslab.softswitch.fabric.capture.Taps;
import io.losslab.softswitch.fabric.device.ControlArrivals;
import io.losslab.softswitch.fabric.device.ControllerFrames;
import io.losslab.softswitch.fabric.device.DevicePlanes;
import io.losslab.softswitch.fabric.device.EventLoop;
import io.losslab.softswitch.fabric.device.Forwarding;
import io.losslab.softswitch.fabric.device.LineServer;
import io.losslab.softswitch.fabric.device.ScheduledPauses;
import io.losslab.softswitch.fabric.device.Schemes;
import io.losslab.softswitch.fabric.device.SwitchPrograms;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.edge.FrameTaker;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.Appointments;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.engine.TimingWheel;
import io.losslab.softswitch.fabric.host.FlowEnds;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.host.RoceImage;
import io.losslab.softswitch.fabric.observe.EventLog;
import io.losslab.softswitch.fabric.observe.EventNotes;
import io.losslab.softswitch.fabric.observe.Samplers;
import io.losslab.softswitch.fabric.pause.CongestionRoots;
import io.losslab.softswitch.fabric.pause.DeadlockSearch;
import io.losslab.softswitch.fabric.pause.PauseAttribution;
import io.losslab.softswitch.fabric.pause.Pauses;
import io.losslab.softswitch.fabric.pause.ThroughputLoss;
import io.losslab.softswitch.fabric.port.Cabling;
import io.losslab.softswitch.fabric.port.ControlFrames;
import io.losslab.softswitch.fabric.port.LinkProfiles;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.port.QueueScheduler;
import io.losslab.softswitch.fabric.port.SchemeSlots;
import io.losslab.softswitch.fabric.program.Programs;
import io.losslab.softswitch.fabric.routing.PathFinder;
import io.losslab.softswitch.fabric.routing.Routes;
import io.losslab.softswitch.fabric.routing.RoutingTables;
import java.util.List;

/**
 * A network of software switches and RoCEv2 hosts in virtual time: makes its parts and wires them.
 *
 * <p>Shared-buffer, output-queued switches; full-duplex links with propagation delay; frames
 * counted with preamble and gap and never cut, so a pause frame waits for the frame in front of it.
 * Deterministic: the same topology, settings and flows give the same result, bit for bit. Not
 * thread safe: one thread owns a fabric.
 *
 * <p>Nodes are named by their ids, their ports by local numbers from 1.
 */
public final class Fabric {
    /** Records made at first; more are made as they are needed. */
    private static final int INITIAL_RECORDS = 1 << 12;

    private static final int DEFAULT_DATA_QUEUES = 8;
    private static final int DEFAULT_MTU = 4096;

    // Not private: tests look into these.
    final Records records;
    final Agenda agenda;
    final PortNumbers numbers;
    final Ports ports;
    final ControlFrames control;
    final HostStack hosts;
    final Pauses pauses;

    private final Topology topology;
    private final LinkProfiles links;
    private final SchemeSlots slots;
    private final Schemes schemes;
    private final SharedBuffers buffers;
    private final EcnMarker ecn;
    private final Routes routes;
    private final SwitchPrograms programs;
    private final FlowEnds ends;
    private final FabricEdge edge;
    private final PauseAttribution attribution;
    private final DeadlockSearch deadlocks;
    private final EventLog events;
    private final ControlArrivals arrivals;
    private final ControllerFrames controllerFrames;
    private final ScheduledPauses scheduledPauses;
    private final Samplers samplers;
    private final Taps taps;
    private final EventLoop loop;
    private final FabricCounters counters;
    private boolean started;

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
        int nodeCount = topology.nodes().size();
        records = new Records(INITIAL_RECORDS);
        agenda = new Agenda(records, TimingWheel.shiftFor(topology));
        numbers = new PortNumbers(topology);
        int portCount = numbers.count();
        EventNotes notes = new EventNotes(agenda, numbers);
        events = new EventLog(List.of(notes));
        samplers = new Samplers(agenda::nowPicos);
        Appointments appointments = new Appointments(agenda, records);

        ports = new Ports(portCount, dataQueues, records, agenda);
        Cabling.connect(topology, numbers, ports, RoceFrame.maxFrameBytes(DEFAULT_MTU));
        links = new LinkProfiles(topology, numbers, DEFAULT_MTU);
        slots = new SchemeSlots(numbers);
        control = new ControlFrames(ports, records, agenda);
        buffers = new SharedBuffers(portCount, nodeCount, numbers);
        topology.nodes().forEach(node -> setBuffer(node.id(), node.buffer().bytes()));
        ecn = new EcnMarker(portCount);
        RoutingTables routing = new RoutingTables(nodeCount, portCount, ports);
        routes = new Routes(routing, numbers);
        PathFinder paths = new PathFinder(topology, numbers, ports, slots, routing);

        hosts =
                new HostStack(
                        agenda,
                        records,
                        ports,
                        numbers,
                        links,
                        slots,
                        paths,
                        nodeCount,
                        DEFAULT_MTU);
        ends = new FlowEnds(List.of(hosts), node -> 0);
        edge = new FabricEdge(topology, agenda, records, ports, numbers, control, hosts, paths);

        RoceImage image = new RoceImage(topology, records, ports, numbers, hosts);
        Programs running =
                new Programs(agenda, records, ports, numbers, image, appointments, nodeCount);

        ThroughputLoss loss = new ThroughputLoss(ports, numbers, buffers);
        attribution = new PauseAttribution(agenda, records, ports, numbers, hosts);
        pauses =
                new Pauses(
                        agenda,
                        records,
                        ports,
                        numbers,
                        links,
                        slots,
                        routing,
                        hosts,
                        attribution,
                        notes);
        deadlocks = new DeadlockSearch(agenda, records, ports, numbers, slots, hosts, pauses);
        CongestionRoots roots = new CongestionRoots(ports, numbers, buffers, pauses, attribution);

        Forwarding forwarding =
                new Forwarding(
                        agenda, records, ports, numbers, slots, routing, buffers, ecn, hosts,
                        pauses, loss, notes, edge, running);
        QueueScheduler scheduler = new QueueScheduler(ports, records, hosts::nextPacketBytes);
        LineServer lines =
                new LineServer(records, ports, scheduler, slots, hosts, pauses, forwarding, ecn);
        DevicePlanes planes =
                new DevicePlanes(
                        topology,
                        agenda,
                        records,
                        ports,
                        numbers,
                        links,
                        scheduler,
                        control,
                        buffers,
                        hosts,
                        pauses,
                        attribution,
                        roots,
                        forwarding,
                        notes);
        arrivals =
                new ControlArrivals(
                        agenda, records, ports, numbers, control, slots, hosts, pauses, planes,
                        edge);
        schemes = new Schemes(numbers, slots, buffers, planes);
        programs = new SwitchPrograms(running, slots, numbers, planes);
        controllerFrames =
                new ControllerFrames(
                        agenda, records, ports, numbers, hosts, edge, control, routing, running);
        scheduledPauses = new ScheduledPauses(agenda, records, ports, numbers, control);
        taps = new Taps(numbers, ports, records, control, controllerFrames, edge, image, running);
        counters =
                new FabricCounters(
                        agenda,
                        records,
                        numbers,
                        ports,
                        buffers,
                        control,
                        hosts,
                        ends,
                        pauses,
                        loss,
                        forwarding,
                        edge,
                        ecn);
        loop =
                new EventLoop(
                        agenda,
                        records,
                        slots,
                        hosts,
                        pauses,
                        loss,
                        forwarding,
                        lines,
                        arrivals,
                        controllerFrames,
                        scheduledPauses,
                        appointments);
    }

    // ---- set-up

    public Topology topology() {
        return topology;
    }

    /** The devices' routing tables. */
    public Routes routes() {
        return routes;
    }

    /** The devices' P4 programs. */
    public SwitchPrograms programs() {
        return programs;
    }

    /** The flow control of the devices. */
    public Schemes schemes() {
        return schemes;
    }

    /** Sets a switch's packet memory, bytes. */
    public void setBuffer(int node, long bytes) {
        buffers.setBuffer(node, bytes);
    }

    /**
     * Sets how long a switch's lossy queues may grow: to a multiple of its free shared buffer; 0
     * for any length (as at first).
     */
    public void setLossyAlpha(int node, double multiple) {
        buffers.setLossyAlpha(node, multiple);
    }

    /** Sets the deficit round robin quantum of all ports of a node, bytes. */
    public void setQuantum(int node, int bytes) {
        for (int port : numbers.portsOf(node)) {
            ports.setQuantum(port, bytes);
        }
    }

    /**
     * Sets how a switch port marks packets by the length of its egress queues; null for not at all.
     */
    public void setEcn(int node, int port, RedMarking marking) {
        ecn.set(numbers.of(node, port), marking);
    }

    /** Sets which pauses a switch port obeys. */
    public void setResponder(int node, int port, PauseResponder responder) {
        arrivals.setResponder(numbers.of(node, port), responder);
    }

    /**
     * Sets how a host sends and obeys; flows added before keep their MTU. Comes before the
     * switches' flow control, which sizes its tolerances by the longest frame.
     */
    public void configureHost(int node, HostSettings settings) {
        hosts.configure(node, settings);
        links.describe(
                topology.hosts().stream()
                        .mapToInt(host -> hosts.mtu(host.id()))
                        .max()
                        .orElse(DEFAULT_MTU));
        for (int port : numbers.portsOf(node)) {
            arrivals.setResponder(
                    port, new PauseResponder(settings.obeyedPriorities(), settings.timer()));
            arrivals.setReaction(port, settings.pauseReactionNanos());
            ports.setQuantum(port, RoceFrame.maxFrameBytes(settings.transport().mtuBytes()));
        }
    }

    /** How a host marks traffic classes. */
    public DscpMap dscps(int node) {
        return hosts.dscps(node);
    }

    /** Adds a flow; it starts at its time, or now if that has passed. */
    public void addFlow(FlowSpec spec) {
        hosts.add(spec);
    }

    /** Adds a program of a host, behind the flows that it posts to. */
    public void addProgram(HostProgram program) {
        hosts.add(program);
    }

    /** Ends the posting of messages on all flows that start at a host. */
    public void stopFlows(int node) {
        hosts.stop(node);
    }

    /**
     * Lets real hosts send and receive in place of the simulated ones; to be called once, before
     * time passes.
     */
    public FabricEdge openEdge(FrameTaker taker) {
        if (edge.isOpen() || started) {
            throw new IllegalStateException("an edge is opened once, before time passes");
        }
        edge.open(taker);
        return edge;
    }

    // ---- time

    /**
     * A time before which nothing happens of itself, nanoseconds; {@link Long#MAX_VALUE} where
     * nothing will.
     */
    public long nothingBeforeNanos() {
        long picos = Math.min(agenda.nothingBefore(), samplers.nextPicos());
        return picos == Long.MAX_VALUE ? picos : picos / 1000;
    }

    /** Lets time pass until {@code untilNanos}; everything due by then has happened on return. */
    public void run(long untilNanos) {
        if (!started) {
            started = true;
            slots.startAll();
        }
        if (routes.takeChanged()) {
            hosts.resolveAll();
            edge.forgetWays();
        }
        long untilPicos = untilNanos * 1000;
        while (samplers.nextPicos() <= untilPicos) {
            pass(samplers.nextPicos() - 1);
            agenda.advanceTo(samplers.nextPicos());
            samplers.look();
        }
        pass(untilPicos);
    }

    private void pass(long untilPicos) {
        loop.run(untilPicos);
        events.collect();
    }

    public long nowNanos() {
        return agenda.nowNanos();
    }

    // ---- what is seen

    /** What devices have counted. */
    public FabricCounters counters() {
        return counters;
    }

    /** The link at a port, with the longest frame that the hosts send. */
    public LinkProfile link(int node, int port) {
        return links.at(numbers.of(node, port));
    }

    /** Messages completed since the last call. */
    public FlowLog drainFlows() {
        return ends.drainLog();
    }

    /** Iterations of programs completed since the last call. */
    public List<IterationLog.Iteration> drainIterations() {
        return ends.drainIterations();
    }

    /** Frames between the controllers of neighbours. */
    public ControllerFrames controllerFrames() {
        return controllerFrames;
    }

    /** Pause frames that hosts send because a user asks for them. */
    public ScheduledPauses scheduledPauses() {
        return scheduledPauses;
    }

    public EventLog events() {
        return events;
    }

    /** Asks that paused time be charged to the ports that caused it, from here on. */
    public void attributePauses() {
        attribution.turnOn();
    }

    /**
     * Paused time at the ports of a device by the ports that caused it, up to now; none unless
     * {@link #attributePauses} was called.
     */
    public List<PauseAttribution.Charge> pauseCharges(int node) {
        return pauses.charges(node);
    }

    /**
     * The cycle of ports and queues that has not moved for 10 ms and cannot move again, as users
     * read it; null if there is none. Call between runs.
     */
    public String findDeadlock() {
        return deadlocks.find();
    }

    /** Whom to tell who wants to look every so often in virtual time. */
    public Samplers samplers() {
        return samplers;
    }

    /** Ports whose frames are captured. */
    public Taps taps() {
        return taps;
    }
}
