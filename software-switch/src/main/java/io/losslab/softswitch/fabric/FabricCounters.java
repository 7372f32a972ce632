package io.losslab.softswitch.fabric;

import io.losslab.roce.host.HostTotals;
import io.losslab.softswitch.fabric.buffer.EcnMarker;
import io.losslab.softswitch.fabric.buffer.GroupCounters;
import io.losslab.softswitch.fabric.buffer.QueueCounters;
import io.losslab.softswitch.fabric.buffer.SharedBuffers;
import io.losslab.softswitch.fabric.device.Forwarding;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.FlowEnds;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.observe.InFlight;
import io.losslab.softswitch.fabric.pause.Pauses;
import io.losslab.softswitch.fabric.pause.ThroughputLoss;
import io.losslab.softswitch.fabric.port.ControlFrames;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;

/** What the devices of a fabric have counted; ports by their local numbers, from 1. */
public final class FabricCounters {
    private final Agenda agenda;
    private final Records records;
    private final PortNumbers numbers;
    private final Ports ports;
    private final SharedBuffers buffers;
    private final ControlFrames control;
    private final HostStack hosts;
    private final FlowEnds ends;
    private final Pauses pauses;
    private final ThroughputLoss loss;
    private final Forwarding forwarding;
    private final FabricEdge edge;
    private final EcnMarker ecn;

    FabricCounters(
            Agenda agenda,
            Records records,
            PortNumbers numbers,
            Ports ports,
            SharedBuffers buffers,
            ControlFrames control,
            HostStack hosts,
            FlowEnds ends,
            Pauses pauses,
            ThroughputLoss loss,
            Forwarding forwarding,
            FabricEdge edge,
            EcnMarker ecn) {
        this.agenda = agenda;
        this.records = records;
        this.numbers = numbers;
        this.ports = ports;
        this.buffers = buffers;
        this.control = control;
        this.hosts = hosts;
        this.ends = ends;
        this.pauses = pauses;
        this.loss = loss;
        this.forwarding = forwarding;
        this.edge = edge;
        this.ecn = ecn;
    }

    /** Counters of a port. */
    public PortCounters port(int node, int port) {
        int global = numbers.of(node, port);
        long now = agenda.nowPicos();
        long first = loss.firstPicos(global, now);
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
                ports.maxDataBytes(global),
                loss.lostPicos(global, now) / 1000,
                first < 0 ? -1 : first / 1000,
                buffers.reservedByPort(global),
                edge.wrongIcrcFrames(global),
                edge.unknownFlowFrames(global),
                ecn.marked(global));
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
    public QueueCounters queue(int node, int port, int queue) {
        return forwarding.queueCounters(numbers.of(node, port), queue);
    }

    /** PFC frames that a port received and that cover a priority. */
    public long pauseFramesReceived(int node, int port, int priority) {
        return control.pausesReceived(numbers.of(node, port), priority);
    }

    /** PFC frames that a port sent and that cover a priority. */
    public long pauseFramesSent(int node, int port, int priority) {
        return control.pausesSent(numbers.of(node, port), priority);
    }

    /** Asks that what ingress ports hold of each priority be counted, from here on. */
    public void countGroups() {
        forwarding.countGroups();
    }

    /**
     * Counters of an ingress port and priority; only its bytes unless {@link #countGroups} was
     * called.
     */
    public GroupCounters group(int node, int port, int priority) {
        return forwarding.groupCounters(numbers.of(node, port), priority);
    }

    /** What a host counted. */
    public HostTotals host(int node) {
        return hosts.totals(node);
    }

    /** Messages posted and not completed on flows that start at a host. */
    public long outstandingMessages(int node) {
        return ends.outstanding(node);
    }

    /** Packets that left a port so far: data, ACKs and control frames. */
    public long packetHops() {
        long sum = 0;
        for (int port = 1; port <= numbers.count(); port++) {
            sum += ports.framesSent(port);
        }
        return sum;
    }

    /** Data frames and their bytes on links and in switch buffers, counted one by one. */
    public InFlight inFlight() {
        return InFlight.count(records);
    }
}
