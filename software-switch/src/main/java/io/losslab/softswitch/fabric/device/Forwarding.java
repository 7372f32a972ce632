package io.losslab.softswitch.fabric.device;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.softswitch.fabric.buffer.EcnMarker;
import io.losslab.softswitch.fabric.buffer.PacketCounts;
import io.losslab.softswitch.fabric.buffer.SharedBuffers;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.observe.EventLog;
import io.losslab.softswitch.fabric.observe.EventNotes;
import io.losslab.softswitch.fabric.pause.Pauses;
import io.losslab.softswitch.fabric.pause.ThroughputLoss;
import io.losslab.softswitch.fabric.port.EgressQueues;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.port.SchemeSlots;
import io.losslab.softswitch.fabric.program.ProgramOutcome;
import io.losslab.softswitch.fabric.program.Programs;
import io.losslab.softswitch.fabric.routing.RoutingTables;

/**
 * What becomes of packets that arrive: a host receives them, a switch passes them on, buffers them
 * or has no room.
 */
public final class Forwarding {
    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final EgressQueues queues;
    private final PortNumbers numbers;
    private final SchemeSlots schemes;
    private final RoutingTables routing;
    private final SharedBuffers buffers;
    private final EcnMarker ecn;
    private final HostStack hosts;
    private final Pauses pauses;
    private final ThroughputLoss loss;
    private final EventNotes events;
    private final FabricEdge edge;
    private final Programs programs;
    private final PacketCounts counts;
    private final ProgramOutcome afterProgram = new AfterProgram();

    public Forwarding(
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            SchemeSlots schemes,
            RoutingTables routing,
            SharedBuffers buffers,
            EcnMarker ecn,
            HostStack hosts,
            Pauses pauses,
            ThroughputLoss loss,
            EventNotes events,
            FabricEdge edge,
            Programs programs) {
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        queues = ports.queues;
        this.numbers = numbers;
        this.schemes = schemes;
        this.routing = routing;
        this.buffers = buffers;
        this.ecn = ecn;
        this.hosts = hosts;
        this.pauses = pauses;
        this.loss = loss;
        this.events = events;
        this.edge = edge;
        this.programs = programs;
        counts = new PacketCounts(numbers.count(), queues.dataQueues());
    }

    /** What has been counted. */
    public PacketCounts counts() {
        return counts;
    }

    /** A packet has arrived at a port. */
    public void onFrame(int id) {
        int port = records.port(id);
        int kind = records.kind(id);
        if (ports.onHost(port)) {
            if (isAtItsEnd(id, port)) {
                receive(id, port, kind);
                return;
            }
            classifyRelayed(id, port);
        }
        if (programs.runAt(port)) {
            programs.onFrame(id, port, afterProgram);
            return;
        }
        int cursor = records.advanceCursor(id);
        int egress = routing.egressAt(cursor);
        if (egress < 0) {
            cursor = routing.choose(cursor, ports, agenda.nowPicos());
            records.setCursor(id, cursor + 1);
            egress = routing.egressAt(cursor);
        }
        routing.onPacket(cursor, records.bytes(id));
        if (kind == EventKind.DATA) {
            counts.onReceived(port, records.priority(id), records.bytes(id));
            forward(id, port, egress);
        } else {
            sendAhead(id, egress);
        }
    }

    /** The queue that the program of the switch before chose is not the packet's class. */
    private void classifyRelayed(int id, int port) {
        int dscp = programs.dscp(id, ports.peer(port));
        if (dscp >= 0) {
            int node = numbers.nodeOf(port);
            records.setPriority(id, hosts.dscps(node).trafficClass(dscp));
        }
    }

    /** Whether a packet at a host goes no further; one that a program sent astray does not. */
    private boolean isAtItsEnd(int id, int port) {
        int egress = routing.egressAt(records.cursor(id));
        return egress == 0
                || programs.runAt(ports.peer(port))
                        && (egress < 0 || numbers.nodeOf(egress) != numbers.nodeOf(port));
    }

    /** Passes a packet that is no data on to its egress port, if it has one. */
    private void sendAhead(int id, int egress) {
        if (egress != RoutingTables.NO_ROUTE) {
            ports.sendStrict(egress, queues.ackQueue, id, records.bytes(id), agenda.nowPicos());
        } else {
            discard(id);
        }
    }

    /** Packets after the program of a switch. */
    private final class AfterProgram implements ProgramOutcome {
        @Override
        public void receive(int id, int ingress, int bytes) {
            if (records.kind(id) == EventKind.DATA) {
                counts.onReceived(ingress, records.priority(id), bytes);
            }
        }

        @Override
        public void forward(int id, int ingress, int egress) {
            if (routing.egressAt(records.cursor(id)) == egress) {
                records.advanceCursor(id);
            }
            if (records.kind(id) == EventKind.DATA) {
                Forwarding.this.forward(id, ingress, egress);
            } else {
                sendAhead(id, egress);
            }
        }

        @Override
        public void drop(int id, int ingress) {
            Forwarding.this.drop(id, ingress, records.bytes(id), "P4 program");
        }
    }

    private void receive(int id, int port, int kind) {
        int node = numbers.nodeOf(port);
        if (programs.runAt(ports.peer(port)) && !hosts.isFor(id, node, kind)) {
            discard(id);
            return;
        }
        hosts.totals(node).onFrame(records.bytes(id));
        if (edge.isOpen()) {
            edge.onFrame(id, node, port);
        } else if (kind == EventKind.DATA) {
            hosts.onData(id, node, agenda.nowPicos());
        } else {
            hosts.onAck(id, kind == EventKind.NACK, agenda.nowPicos());
        }
    }

    private void forward(int id, int ingress, int egress) {
        int bytes = records.bytes(id);
        int priority = records.priority(id);
        if (egress == RoutingTables.NO_ROUTE) {
            drop(id, ingress, bytes, "no route");
            return;
        }
        EgressScheme egressScheme = schemes.atEgress(egress);
        if (egressScheme != null) {
            forwardByScheme(id, ingress, egress, egressScheme);
            return;
        }
        int queue = hosts.queueAt(egress, priority);
        if (!ports.onHost(egress) && ports.canPass(egress, queue, agenda.nowPicos())) {
            hosts.intStamp(id, egress, agenda.nowPicos());
            ports.transmit(egress, id, bytes, agenda.nowPicos());
            counts.onSent(egress, queue, bytes);
        } else if (!buffer(id, ingress, egress, queue, priority, bytes)) {
            dropFor(id, ingress, egress, queue, bytes);
        }
    }

    private void forwardByScheme(int id, int ingress, int egress, EgressScheme scheme) {
        int bytes = records.bytes(id);
        int priority = records.priority(id);
        int localIngress = ports.localNumber(ingress);
        int localEgress = ports.localNumber(egress);
        int queue = scheme.classify(id, localIngress, localEgress);
        if (ports.onHost(egress) || !ports.canPass(egress, queue, agenda.nowPicos())) {
            if (buffer(id, ingress, egress, queue, priority, bytes)) {
                scheme.onEnqueue(id, localIngress, localEgress, queue);
            } else {
                dropFor(id, ingress, egress, queue, bytes);
            }
            return;
        }
        scheme.onEnqueue(id, localIngress, localEgress, queue);
        int to = scheme.onHead(id, localIngress, localEgress, queue);
        if (to == queue) {
            if (schemes.relabels(egress)) {
                scheme.relabel(id, localIngress);
            }
            hosts.intStamp(id, egress, agenda.nowPicos());
            ports.transmit(egress, id, bytes, agenda.nowPicos());
            counts.onSent(egress, queue, bytes);
            scheme.onDequeue(id, localIngress, localEgress, queue);
            return;
        }
        if (to == EgressScheme.HOLD) {
            pauses.hold(egress, queue, DataPlane.NO_ROOT);
            to = queue;
        }
        if (!buffer(id, ingress, egress, to, priority, bytes)) {
            // The scheme has counted it in.
            scheme.onDequeue(id, localIngress, localEgress, to);
            dropFor(id, ingress, egress, to, bytes);
        }
    }

    /** Puts a packet into a queue, if there is room for it; tells the scheme of its ingress. */
    private boolean buffer(int id, int ingress, int egress, int queue, int priority, int bytes) {
        boolean taken = takes(egress, queue, ingress, priority);
        long held = taken ? buffers.admit(ingress, egress, priority, bytes) : -1;
        if (held < 0) {
            counts.onRefused(ingress, egress, queue, priority, taken);
            return false;
        }
        counts.onHeld(ingress, priority, held);
        store(id, egress, queue, bytes, agenda.nowPicos());
        loss.onBuffered(ingress, agenda.nowPicos());
        IngressScheme scheme = schemes.atIngress(ingress);
        if (scheme != null) {
            scheme.onEnqueue(
                    ports.localNumber(ingress), ports.localNumber(egress), priority, bytes, held);
        }
        return true;
    }

    /**
     * Whether a queue is below its threshold; none is set to relays, which are hosts, and to queues
     * that a scheme chooses, since it controls their length itself.
     */
    private boolean takes(int egress, int queue, int ingress, int priority) {
        return buffers.isBelowThreshold(ingress, priority, queues.bytes(egress, queue))
                || ports.onHost(egress)
                || schemes.choosesQueues(egress);
    }

    /** Puts an admitted packet into its queue. */
    private void store(int id, int egress, int queue, int bytes, long now) {
        if (ports.onHost(egress)) {
            queues.addRelayedBytes(egress, bytes);
            hosts.appendRelayed(id, egress, queue, now);
            return;
        }
        boolean firstWithheld = queues.isPausedAndEmpty(egress, queue);
        ports.append(egress, queue, id, bytes, now);
        counts.onQueued(egress, queue, queues.bytes(egress, queue));
        if (ecn.isAtEnqueue(egress) && ecn.marks(egress, queues.bytes(egress, queue))) {
            mark(id, egress, queue);
        }
        if (firstWithheld) {
            pauses.onWithheld(egress, queue);
        }
    }

    /** Marks a packet as having met congestion at a queue of {@code egress}. */
    public void mark(int id, int egress, int queue) {
        records.addFlags(id, Records.FLAG_CE);
        counts.onMarked(egress, queue);
    }

    /** A buffered packet was moved to the tail of another queue of its port. */
    public void onMoved(int egress, int queue) {
        counts.onQueued(egress, queue, queues.bytes(egress, queue));
    }

    /** A buffered packet began to leave by {@code egress}. */
    public void onDequeue(int id, int ingress, int egress, int queue, int priority, int bytes) {
        long held = buffers.release(ingress, egress, priority, bytes);
        loss.onReleased(ingress, agenda.nowPicos());
        counts.onSent(egress, queue, bytes);
        int localIngress = ports.localNumber(ingress);
        int localEgress = ports.localNumber(egress);
        IngressScheme scheme = schemes.atIngress(ingress);
        if (scheme != null) {
            scheme.onDequeue(localIngress, localEgress, priority, bytes, held);
        }
        EgressScheme egressScheme = schemes.atEgress(egress);
        if (egressScheme != null) {
            egressScheme.onDequeue(id, localIngress, localEgress, queue);
        }
    }

    /** Drops a packet that a queue did not take or the buffer had no room for. */
    private void dropFor(int id, int ingress, int egress, int queue, int bytes) {
        boolean room = takes(egress, queue, ingress, records.priority(id));
        drop(id, ingress, bytes, room ? "buffer full" : "queue full");
    }

    private void drop(int id, int ingress, int bytes, String cause) {
        counts.onDropped(ingress, bytes);
        events.add(EventLog.Kind.DROP, ingress, records.priority(id), cause);
        discard(id);
    }

    private void discard(int id) {
        if (edge.isOpen()) {
            edge.onDropped(id);
        }
        records.release(id);
    }
}
