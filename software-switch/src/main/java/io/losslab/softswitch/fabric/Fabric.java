package io.losslab.softswitch.fabric;

import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.IterationLog;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.roce.frame.DscpMap;
import io.losslab.softswitch.fabric.buffer.RedMarking;
import io.losslab.softswitch.fabric.capture.Taps;
import io.losslab.softswitch.fabric.device.ControllerDelivery;
import io.losslab.softswitch.fabric.device.ControllerFrames;
import io.losslab.softswitch.fabric.device.ScheduledPauses;
import io.losslab.softswitch.fabric.device.Schemes;
import io.losslab.softswitch.fabric.device.SwitchPrograms;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.edge.FrameTaker;
import io.losslab.softswitch.fabric.host.FlowEnds;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.observe.EventLog;
import io.losslab.softswitch.fabric.observe.Samplers;
import io.losslab.softswitch.fabric.parallel.Mail;
import io.losslab.softswitch.fabric.parallel.Partition;
import io.losslab.softswitch.fabric.parallel.Windows;
import io.losslab.softswitch.fabric.pause.DeadlockSearch;
import io.losslab.softswitch.fabric.pause.PauseAttribution;
import io.losslab.softswitch.fabric.port.LinkProfiles;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.routing.Routes;
import io.losslab.softswitch.fabric.routing.RoutingTables;
import java.util.ArrayList;
import java.util.List;

/**
 * A network of software switches and RoCEv2 hosts in virtual time, in one part or several that run
 * side by side.
 *
 * <p>Shared-buffer, output-queued switches; full-duplex links with propagation delay; frames
 * counted with preamble and gap and never cut, so a pause frame waits for the frame in front of it.
 * Deterministic: the same topology, settings and flows give the same result, bit for bit, on one
 * thread or several. Not thread safe: one thread owns a fabric.
 *
 * <p>Nodes are named by their ids, their ports by local numbers from 1.
 */
public final class Fabric implements AutoCloseable {
    private static final int DEFAULT_DATA_QUEUES = 8;

    // Not private: tests look into it.
    final PortNumbers numbers;

    private final Topology topology;
    private final Partition partition;
    private final LinkProfiles links;
    private final List<FabricPart> parts = new ArrayList<>();
    private final Routes routes;
    private final Schemes schemes;
    private final FlowEnds ends;
    private final DeadlockSearch deadlocks;
    private final EventLog events;
    private final Samplers samplers;
    private final FabricCounters counters;
    private final FlowOwners owners;
    private final ControllerDelivery controllers;

    /** Runs the parts; null where there is one. */
    private final Windows windows;

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
        this(topology, dataQueues, Partition.whole(topology));
    }

    /**
     * Makes the fabric in parts, each of which a thread runs: the one that calls, and others that
     * {@link #close} ends. What happens is the same, bit for bit.
     *
     * @param dataQueues egress queues a port has, 8..256
     */
    public Fabric(Topology topology, int dataQueues, Partition partition) {
        this.topology = topology;
        this.partition = partition;
        numbers = new PortNumbers(topology);
        links = new LinkProfiles(topology, numbers, FabricPart.DEFAULT_MTU);
        RoutingTables routing = new RoutingTables(topology.nodes().size(), numbers.count());
        routes = new Routes(routing, numbers);
        int count = partition.parts();
        Mail[][][] mail = Mail.boxes(count);
        for (int own = 0; own < count; own++) {
            parts.add(
                    new FabricPart(
                            topology, dataQueues, numbers, links, routing, partition, own, mail));
        }
        schemes =
                new Schemes(
                        numbers,
                        node -> at(node).slots,
                        node -> at(node).buffers,
                        node -> at(node).planes);
        ends = new FlowEnds(parts.stream().map(part -> part.hosts).toList(), partition::partOf);
        owners = new FlowOwners(partition);
        controllers =
                new ControllerDelivery(parts.stream().map(part -> part.controllerFrames).toList());
        deadlocks = new DeadlockSearch(numbers, parts.get(0).ports, node -> at(node).stopped);
        events = new EventLog(parts.stream().map(part -> part.notes).toList());
        samplers = new Samplers(parts.get(0).agenda::nowPicos);
        counters = new FabricCounters(numbers, parts, partition::partOf, ends);
        windows =
                count == 1
                        ? null
                        : new Windows(
                                parts,
                                partition.lookaheadPicos(),
                                "fabric-part-" + topology.name());
    }

    private FabricPart at(int node) {
        return parts.get(partition.partOf(node));
    }

    /** The one part of a fabric that is not split. */
    FabricPart whole() {
        return parts.get(0);
    }

    /**
     * The one part of a fabric for what sees all of it.
     *
     * @throws IllegalStateException where there are several
     */
    private FabricPart wholeFor(String what) {
        if (parts.size() > 1) {
            throw new IllegalStateException(what + " takes a fabric that one thread runs");
        }
        return whole();
    }

    // ---- set-up

    public Topology topology() {
        return topology;
    }

    /** The devices' routing tables. */
    public Routes routes() {
        return routes;
    }

    /** The devices' P4 programs; where the fabric has several parts, none can be set. */
    public SwitchPrograms programs() {
        return whole().programs;
    }

    /** The flow control of the devices. */
    public Schemes schemes() {
        return schemes;
    }

    /** Sets a switch's packet memory, bytes. */
    public void setBuffer(int node, long bytes) {
        at(node).buffers.setBuffer(node, bytes);
    }

    /**
     * Sets how long a switch's lossy queues may grow: to a multiple of its free shared buffer; 0
     * for any length (as at first).
     */
    public void setLossyAlpha(int node, double multiple) {
        at(node).buffers.setLossyAlpha(node, multiple);
    }

    /** Sets the deficit round robin quantum of all ports of a node, bytes. */
    public void setQuantum(int node, int bytes) {
        at(node).setQuantum(node, bytes);
    }

    /**
     * Sets how a switch port marks packets by the length of its egress queues; null for not at all.
     */
    public void setEcn(int node, int port, RedMarking marking) {
        at(node).ecn.set(numbers.of(node, port), marking);
    }

    /** Sets which pauses a switch port obeys. */
    public void setResponder(int node, int port, PauseResponder responder) {
        at(node).arrivals.setResponder(numbers.of(node, port), responder);
    }

    /**
     * Sets how a host sends and obeys; flows added before keep their MTU. Comes before the
     * switches' flow control, which sizes its tolerances by the longest frame.
     */
    public void configureHost(int node, HostSettings settings) {
        parts.forEach(part -> part.hosts.configure(node, settings));
        links.describe(
                topology.hosts().stream()
                        .mapToInt(host -> whole().hosts.mtu(host.id()))
                        .max()
                        .orElse(FabricPart.DEFAULT_MTU));
        at(node).configurePorts(node, settings);
    }

    /** How a host marks traffic classes. */
    public DscpMap dscps(int node) {
        return at(node).hosts.dscps(node);
    }

    /**
     * Adds a flow; it starts at its time, or now if that has passed.
     *
     * @throws IllegalStateException where it waits for flows whose end its part of the fabric does
     *     not see
     */
    public void addFlow(FlowSpec spec) {
        owners.add(spec);
        int number = parts.stream().mapToInt(part -> part.hosts.flowsEnd()).max().orElseThrow();
        for (FabricPart part : parts) {
            part.hosts.numberFrom(number);
            part.hosts.add(spec);
        }
    }

    /** Adds a program of a host, behind the flows that it posts to. */
    public void addProgram(int node, HostProgram program) {
        at(node).hosts.add(program);
    }

    /** Ends the posting of messages on all flows that start at a host. */
    public void stopFlows(int node) {
        at(node).hosts.stop(node);
        for (FabricPart part : parts) {
            if (part != at(node)) {
                part.hosts.stopLike(node, at(node).hosts);
            }
        }
    }

    /**
     * Lets real hosts send and receive in place of the simulated ones; to be called once, before
     * time passes.
     */
    public FabricEdge openEdge(FrameTaker taker) {
        FabricEdge edge = wholeFor("an edge to real hosts").edge;
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
        long picos = Math.min(whole().nothingBefore(), samplers.nextPicos());
        return picos == Long.MAX_VALUE ? picos : picos / 1000;
    }

    /** Lets time pass until {@code untilNanos}; everything due by then has happened on return. */
    public void run(long untilNanos) {
        if (!started) {
            started = true;
            parts.forEach(part -> part.slots.startAll());
        }
        if (routes.takeChanged()) {
            parts.forEach(part -> part.hosts.resolveAll());
            whole().edge.forgetWays();
        }
        long untilPicos = untilNanos * 1000;
        while (samplers.nextPicos() <= untilPicos) {
            pass(samplers.nextPicos() - 1);
            parts.forEach(part -> part.agenda.advanceTo(samplers.nextPicos()));
            samplers.look();
        }
        pass(untilPicos);
    }

    private void pass(long untilPicos) {
        if (windows == null) {
            whole().run(untilPicos);
        } else {
            windows.run(untilPicos);
        }
        ends.collect();
        events.collect();
        controllers.deliver();
    }

    /** CPU time that threads of the fabric's own have taken, nanoseconds. */
    public long helpersCpuNanos() {
        return windows == null ? 0 : windows.helpersCpuNanos();
    }

    /** Threads that run it, the caller's included. */
    public int threads() {
        return parts.size();
    }

    /** Ends the fabric's own threads; time does not pass any more. */
    @Override
    public void close() {
        if (windows != null) {
            windows.close();
        }
    }

    public long nowNanos() {
        return whole().agenda.nowNanos();
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

    /** Frames that a switch exchanges with the controllers of its neighbours. */
    public ControllerFrames controllerFrames(int node) {
        return at(node).controllerFrames;
    }

    /** Sets the receiver of controllers' frames, who has them once time stands still. */
    public void deliverControllerFrames(ControllerFrames.Receiver taker) {
        controllers.deliverTo(taker);
    }

    /** Pause frames that a host sends because a user asks for them. */
    public ScheduledPauses scheduledPauses(int node) {
        return at(node).scheduledPauses;
    }

    public EventLog events() {
        return events;
    }

    /** Asks that paused time be charged to the ports that caused it, from here on. */
    public void attributePauses() {
        wholeFor("the attribution of pauses").attribution.turnOn();
    }

    /**
     * Paused time at the ports of a device by the ports that caused it, up to now; none unless
     * {@link #attributePauses} was called.
     */
    public List<PauseAttribution.Charge> pauseCharges(int node) {
        return at(node).pauses.charges(node);
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
        return wholeFor("a capture of frames").taps;
    }
}
