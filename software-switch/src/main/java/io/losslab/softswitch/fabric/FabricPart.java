package io.losslab.softswitch.fabric;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.softswitch.fabric.buffer.EcnMarker;
import io.losslab.softswitch.fabric.buffer.SharedBuffers;
import io.losslab.softswitch.fabric.capture.Taps;
import io.losslab.softswitch.fabric.device.ControlArrivals;
import io.losslab.softswitch.fabric.device.ControllerFrames;
import io.losslab.softswitch.fabric.device.DevicePlanes;
import io.losslab.softswitch.fabric.device.EventLoop;
import io.losslab.softswitch.fabric.device.Forwarding;
import io.losslab.softswitch.fabric.device.LineServer;
import io.losslab.softswitch.fabric.device.ScheduledPauses;
import io.losslab.softswitch.fabric.device.SwitchPrograms;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.Appointments;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.engine.TimingWheel;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.host.RoceImage;
import io.losslab.softswitch.fabric.observe.EventNotes;
import io.losslab.softswitch.fabric.parallel.Mail;
import io.losslab.softswitch.fabric.parallel.Part;
import io.losslab.softswitch.fabric.parallel.Partition;
import io.losslab.softswitch.fabric.pause.CongestionRoots;
import io.losslab.softswitch.fabric.pause.PauseAttribution;
import io.losslab.softswitch.fabric.pause.Pauses;
import io.losslab.softswitch.fabric.pause.StoppedQueues;
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
import io.losslab.softswitch.fabric.routing.RoutingTables;
import java.util.function.IntPredicate;

/**
 * The devices of a fabric that one thread runs: makes what they are made of and wires it. Knows all
 * ports, flows and routes of the network; what happens at devices of other parts it does not see.
 */
final class FabricPart implements Part {
    /** Records made at first; more are made as they are needed. */
    private static final int INITIAL_RECORDS = 1 << 12;

    static final int DEFAULT_MTU = 4096;

    final Records records;
    final Agenda agenda;
    final Ports ports;
    final ControlFrames control;
    final HostStack hosts;
    final Pauses pauses;
    final SchemeSlots slots;
    final SharedBuffers buffers;
    final EcnMarker ecn;
    final DevicePlanes planes;
    final Forwarding forwarding;
    final ThroughputLoss loss;
    final PauseAttribution attribution;
    final StoppedQueues stopped;
    final EventNotes notes;
    final ControlArrivals arrivals;
    final ControllerFrames controllerFrames;
    final ScheduledPauses scheduledPauses;
    final SwitchPrograms programs;
    final FabricEdge edge;
    final Taps taps;
    private final PortNumbers numbers;
    private final Crossings crossings;
    private final EventLoop loop;

    /**
     * Makes a part with empty routing tables, no flow control, and idle hosts.
     *
     * @param own number of the part
     * @param mail by box, from and to which part
     */
    FabricPart(
            Topology topology,
            int dataQueues,
            PortNumbers numbers,
            LinkProfiles links,
            RoutingTables routing,
            Partition partition,
            int own,
            Mail[][][] mail) {
        this.numbers = numbers;
        IntPredicate owns = node -> partition.partOf(node) == own;
        int nodeCount = topology.nodes().size();
        records = new Records(INITIAL_RECORDS);
        agenda = new Agenda(records, TimingWheel.shiftFor(topology));
        int portCount = numbers.count();
        notes = new EventNotes(agenda, numbers);
        Appointments appointments = new Appointments(agenda, records);

        ports = new Ports(portCount, dataQueues, records, agenda);
        Cabling.connect(topology, numbers, ports, RoceFrame.maxFrameBytes(DEFAULT_MTU));
        slots = new SchemeSlots(numbers);
        control = new ControlFrames(ports, records, agenda);
        buffers = new SharedBuffers(portCount, nodeCount, numbers);
        for (Node node : topology.nodes()) {
            buffers.setBuffer(node.id(), node.buffer().bytes());
        }
        ecn = new EcnMarker(portCount);
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
                        DEFAULT_MTU,
                        owns);
        edge = new FabricEdge(topology, agenda, records, ports, numbers, control, hosts, paths);

        RoceImage image = new RoceImage(topology, records, ports, numbers, hosts);
        Programs running =
                new Programs(agenda, records, ports, numbers, image, appointments, nodeCount);

        loss = new ThroughputLoss(ports, numbers, buffers);
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
        stopped = new StoppedQueues(agenda, records, ports, slots, hosts, pauses);
        CongestionRoots roots = new CongestionRoots(ports, numbers, buffers, pauses, attribution);

        forwarding =
                new Forwarding(
                        agenda, records, ports, numbers, slots, routing, buffers, ecn, hosts,
                        pauses, loss, notes, edge, running);
        QueueScheduler scheduler = new QueueScheduler(ports, records, hosts::nextPacketBytes);
        LineServer lines =
                new LineServer(records, ports, scheduler, slots, hosts, pauses, forwarding, ecn);
        planes =
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
                        forwarding.counts(),
                        notes);
        arrivals =
                new ControlArrivals(
                        agenda, records, ports, numbers, control, slots, hosts, pauses, planes,
                        edge);
        programs = new SwitchPrograms(running, slots, numbers, planes, partition.parts() == 1);
        controllerFrames =
                new ControllerFrames(
                        agenda, records, ports, numbers, hosts, edge, control, routing, running);
        scheduledPauses = new ScheduledPauses(agenda, records, ports, numbers, control);
        taps =
                new Taps(
                        agenda,
                        numbers,
                        ports,
                        records,
                        control,
                        controllerFrames,
                        edge,
                        image,
                        running);
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
        crossings =
                new Crossings(
                        own,
                        partition,
                        mail,
                        agenda,
                        records,
                        numbers,
                        hosts,
                        control,
                        controllerFrames);
        if (partition.parts() > 1) {
            hosts.tellStarts(crossings::onStarted);
            cross(partition, own);
        }
    }

    private void cross(Partition partition, int own) {
        for (int port = 1; port <= numbers.count(); port++) {
            int far = partition.partOf(numbers.nodeOf(ports.peer(port)));
            if (partition.partOf(numbers.nodeOf(port)) == own && far != own) {
                ports.cross(port, crossings);
            }
        }
    }

    /** Sets the deficit round robin quantum of all ports of a node, bytes. */
    void setQuantum(int node, int bytes) {
        for (int port : numbers.portsOf(node)) {
            ports.queues.setQuantum(port, bytes);
        }
    }

    /** Sets which pauses the ports of a host obey and how soon; their quantum is a full frame. */
    void configurePorts(int node, HostSettings settings) {
        for (int port : numbers.portsOf(node)) {
            arrivals.setResponder(
                    port, new PauseResponder(settings.obeyedPriorities(), settings.timer()));
            arrivals.setReaction(port, settings.pauseReactionNanos());
        }
        setQuantum(node, RoceFrame.maxFrameBytes(settings.transport().mtuBytes()));
    }

    @Override
    public void run(long untilPicos) {
        loop.run(untilPicos);
    }

    @Override
    public long nothingBefore() {
        return agenda.nothingBefore();
    }

    @Override
    public long send(int box) {
        return crossings.pack(box);
    }

    @Override
    public void receive(int box) {
        crossings.unpack(box);
    }
}
