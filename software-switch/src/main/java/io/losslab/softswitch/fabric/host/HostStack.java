package io.losslab.softswitch.fabric.host;

import static io.losslab.softswitch.fabric.host.FlowTable.ACK_EVERY;
import static io.losslab.softswitch.fabric.host.FlowTable.CURSOR;
import static io.losslab.softswitch.fabric.host.FlowTable.PORT;
import static io.losslab.softswitch.fabric.host.FlowTable.PRIORITY;
import static io.losslab.softswitch.fabric.host.FlowTable.QUEUE;
import static io.losslab.softswitch.fabric.host.FlowTable.RELAY;
import static io.losslab.softswitch.fabric.host.FlowTable.RX_PORT;
import static io.losslab.softswitch.fabric.host.FlowTable.STARTED;

import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.roce.congestion.CongestionSettings;
import io.losslab.roce.congestion.FlowPath;
import io.losslab.roce.frame.DscpMap;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.host.PostedMessages;
import io.losslab.roce.host.TransportSettings;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.port.FlowRings;
import io.losslab.softswitch.fabric.port.LinkProfiles;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.port.SchemeSlots;
import io.losslab.softswitch.fabric.routing.PathFinder;
import java.util.function.IntPredicate;

/**
 * RoCEv2 reliable connections of all hosts, as the fabric sees them: the flows, which the ports
 * pull packets from, and what becomes of frames that arrive at hosts.
 *
 * <p>A NIC sends its queue pairs round robin, one packet each; the line pulls, so nothing waits in
 * the NIC but whole messages and what it relays.
 */
public final class HostStack {
    private final Ports ports;
    private final PortNumbers numbers;
    private final SchemeSlots schemes;
    private final PathFinder finder;
    private final Records records;
    private final FlowTable flows = new FlowTable();
    private final FlowRings rings;
    private final HostTable hosts;
    private final RelayQueues relays;
    private final FlowPaths paths;
    private final PacketNotes notes;
    private final Pacer pacer;
    private final SendingSide sending;
    private final Applications applications;
    private final Acknowledgements acknowledgements;
    private final ReceivingSide receiving;
    private final HostCrossing crossing;
    private final MessageNotes messageNotes;
    private final IntPredicate owns;
    private FlowStarts starts = flow -> {};

    /**
     * Makes idle hosts.
     *
     * @param nodeCount of the topology, switches included
     * @param owns which nodes' hosts send and receive here; those of others are only known
     */
    public HostStack(
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            LinkProfiles links,
            SchemeSlots schemes,
            PathFinder finder,
            int nodeCount,
            int defaultMtu,
            IntPredicate owns) {
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.schemes = schemes;
        this.finder = finder;
        this.owns = owns;
        hosts = new HostTable(nodeCount, defaultMtu);
        relays = new RelayQueues(records, flows, numbers.count());
        paths = new FlowPaths(ports, numbers, links, finder, flows);
        notes = new PacketNotes(ports, links);
        rings = new FlowRings(ports);
        pacer = new Pacer(agenda, records, flows, notes);
        sending = new SendingSide(agenda, records, rings, numbers, flows, hosts, relays, pacer);
        applications = new Applications(agenda, schemes, flows, sending, this::startOnce);
        acknowledgements =
                new Acknowledgements(records, flows, sending, applications, pacer, notes);
        receiving = new ReceivingSide(ports, records, flows, hosts, applications, notes);
        messageNotes = new MessageNotes(flows, applications, sending);
        crossing = new HostCrossing(flows, hosts, paths, receiving, notes, owns);
    }

    public void configure(int node, HostSettings settings) {
        hosts.configure(node, settings);
        CongestionSettings congestion = settings.transport().congestion();
        if (congestion != null && congestion.usesTelemetry()) {
            notes.keepTelemetry();
        }
    }

    public int mtu(int node) {
        return hosts.mtu[node];
    }

    /** How a host marks traffic classes. */
    public DscpMap dscps(int node) {
        return hosts.settings(node).dscps();
    }

    /** What a host counted. */
    public HostTotals totals(int node) {
        return hosts.totals[node];
    }

    /** Queue of a priority at a port: a host's by its class map, a switch's has the same number. */
    public int queueAt(int port, int priority) {
        return ports.onHost(port) ? hosts.queueOf(numbers.nodeOf(port), priority) : priority;
    }

    /** Data bytes that wait in a queue: packets of a switch, relayed ones of a host. */
    public long queueBytes(int port, int queue) {
        return ports.onHost(port) ? relays.bytes(port, queue) : ports.queues.bytes(port, queue);
    }

    /** What is noted of messages here, for {@link FlowEnds}. */
    MessageNotes messageNotes() {
        return messageNotes;
    }

    // ---- flows

    /** One more than the highest flow number. */
    public int flowsEnd() {
        return flows.end();
    }

    /** Gives the next flow at least a number: parts of one fabric number flows alike. */
    public void numberFrom(int next) {
        while (flows.end() < next) {
            flows.addEmpty(null);
        }
    }

    /** Adds a flow; its first message is posted at its start time. */
    public void add(FlowSpec spec) {
        int flow = addOneWay(spec);
        if (spec.pattern() == FlowSpec.Pattern.LATENCY) {
            int answer = addOneWay(spec.reversed());
            flows.partner[flow] = answer;
            flows.partner[answer] = -flow;
        }
        if (owns.test(spec.srcNode())) {
            applications.add(flow);
        }
    }

    /** Adds a program of a host; its flows are added before it. */
    public void add(HostProgram program) {
        applications.add(program);
    }

    /** Finds the paths of all started flows anew, after a change of the routing tables. */
    public void resolveAll() {
        for (int flow = 1; flow < flows.end(); flow++) {
            if (flows.is(flow, STARTED) && owns.test(flows.spec(flow).srcNode())) {
                paths.resolve(flow);
                starts.onStarted(flow);
            }
        }
    }

    /** Names who hears of flows that begin here. */
    public void tellStarts(FlowStarts hearer) {
        starts = hearer;
    }

    /** What hosts of other parts have to know. */
    public HostCrossing crossing() {
        return crossing;
    }

    /** No further message is posted on flows that start at a node. */
    public void stop(int node) {
        for (int flow = 1; flow < flows.end(); flow++) {
            PostedMessages messages = flows.messages(flow);
            if (messages != null && messages.spec.srcNode() == node) {
                messages.stopAt(0);
            }
        }
    }

    /** As {@link #stop}, of hosts that belong to another part. */
    public void stopLike(int node, HostStack owner) {
        for (int flow = 1; flow < flows.end(); flow++) {
            PostedMessages messages = flows.messages(flow);
            if (messages != null && messages.spec.srcNode() == node) {
                messages.stopWith(owner.messageNotes.posted(flow));
            }
        }
    }

    /** Numbers a flow that a real host sends. */
    public int addForeign(FlowSpec spec) {
        return flows.addEmpty(spec);
    }

    /** Writes down which way a flow of a real host goes. */
    public void setWay(int flow, int port, int cursor) {
        flows.sender[(flow << 4) + PORT] = port;
        flows.sender[(flow << 4) + CURSOR] = cursor;
    }

    /** What a host was asked to send; null for a relay flow. */
    public FlowSpec spec(int flow) {
        return flows.spec(flow);
    }

    /** Size of the message that a packet of a simulated host belongs to. */
    public long messageBytes(int flow, int sequence) {
        return flows.messageBytes(flow, flows.messageAt(flow, sequence));
    }

    /** Port of a host that a started flow leaves by. */
    public int portOf(int flow) {
        return flows.sender[(flow << 4) + PORT];
    }

    /** Where the path of a started flow begins, behind its own port. */
    public int cursorOf(int flow) {
        return flows.sender[(flow << 4) + CURSOR];
    }

    /**
     * Egress ports on a flow's path from a node on until it leaves another by a port; -1 if it does
     * not.
     */
    public int hopsTo(int flow, int fromNode, int node, int localPort) {
        return finder.hopsTo(portOf(flow), cursorOf(flow), fromNode, node, localPort);
    }

    /** Transmit queue of a started flow. */
    public int queueOf(int flow) {
        return flows.sender[(flow << 4) + QUEUE];
    }

    // ---- the rings that ports pull from

    /** The flow behind another in its ring; 0 behind the last. */
    public int nextFlow(int flow) {
        return flows.nextFlow[flow];
    }

    /** Whether a flow has a packet that may go now. */
    public boolean hasPacket(int flow) {
        return sending.hasPacket(flow);
    }

    /** When a flow last joined the ring it is in. */
    public long joinedPicos(int flow) {
        return flows.joinedPicos[flow];
    }

    /** Frame bytes of a flow's next packet; 0 if it has none after all. */
    public int nextPacketBytes(int flow) {
        return sending.nextPacketBytes(flow);
    }

    /** Takes a flow's next packet; 0 if it has none after all: its turn passes. */
    public int nextPacket(int flow) {
        return sending.nextPacket(flow);
    }

    /** The flow at the head of a ring has had its turn, and leaves it where it has no packet. */
    public void endTurn(int port, int queue, int flow) {
        boolean stays = sending.hasPacket(flow);
        rings.turn(port, queue, flow, flows.nextFlow, stays);
        if (!stays) {
            flows.clear(flow, FlowTable.QUEUED);
        }
    }

    /** A flow has no packet until {@link #unpark}; it may stay in its ring or be taken out. */
    public void park(int flow) {
        sending.park(flow);
    }

    /** A parked flow goes to the tail of its ring if it has a packet. */
    public void unpark(int flow, long now) {
        sending.unpark(flow, now);
    }

    // ---- packets that a host relays

    /** Puts a packet behind the others that a port relays by a queue. */
    public void appendRelayed(int packet, int port, int queue, long now) {
        sending.relay(packet, port, queue, now);
    }

    /** Whether a flow of a ring stands for relayed packets. */
    public boolean isRelay(int flow) {
        return flows.is(flow, RELAY);
    }

    /** First packet of a relay flow; 0 if none waits. */
    public int relayHead(int flow) {
        return relays.head(flow);
    }

    // ---- events

    /** Whether a packet of this kind is one that a host has to receive. */
    public boolean isFor(int id, int node, int kind) {
        FlowSpec spec = spec(records.flow(id));
        return node == (kind == EventKind.DATA ? spec.dstNode() : spec.srcNode());
    }

    public void onData(int id, int node, long now) {
        receiving.onData(id, node, now);
    }

    public void onAck(int id, boolean goBack, long now) {
        acknowledgements.onAck(id, goBack, now);
    }

    public void onPostDue(int id, long now) {
        int flow = records.flow(id);
        records.release(id);
        startOnce(flow);
        applications.onPostDue(flow, now);
    }

    public void onProgramStep(int id, long now) {
        int timer = records.flow(id);
        records.release(id);
        applications.onTimer(timer, now);
    }

    public void onRetransmitDue(int id, long now) {
        sending.onRetransmitDue(id, now);
    }

    public void onPaceDue(int id, long now) {
        sending.onPaceDue(id, now);
    }

    /** A switch port begins to send a packet: writes telemetry where it is read. */
    public void intStamp(int packet, int port, long now) {
        notes.stamp(packet, port, now);
    }

    private int addOneWay(FlowSpec spec) {
        int flow = flows.add(spec, hosts.mtu[spec.srcNode()]);
        flows.sender[(flow << 4) + PORT] = numbers.portsOf(spec.srcNode())[0];
        flows.receiver[(flow << 3) + RX_PORT] = numbers.portsOf(spec.dstNode())[0];
        flows.receiver[(flow << 3) + ACK_EVERY] = hosts.ackEvery[spec.dstNode()];
        return flow;
    }

    private void startOnce(int flow) {
        if (!flows.is(flow, STARTED)) {
            start(flow);
        }
    }

    /** Chooses port, queue and paths of a flow. */
    private void start(int flow) {
        int s = flow << 4;
        FlowSpec spec = flows.spec(flow);
        int port = finder.choosePort(flow, spec);
        flows.sender[s + PORT] = port;
        paths.resolve(flow);
        flows.sender[s + QUEUE] = classify(flow, port, flows.sender[s + PRIORITY]);
        TransportSettings settings = hosts.settings(spec.srcNode()).transport();
        FlowPath path = paths.describe(flow);
        int cap = path.packetsInFlight(settings.mtuBytes());
        sending.start(flow, settings.recovery(), cap);
        receiving.start(flow, settings, cap);
        if (settings.congestion() != null) {
            pacer.start(flow, settings.congestion(), path);
        }
        flows.set(flow, STARTED);
        starts.onStarted(flow);
    }

    /** Transmit queue of a host's own flow. */
    private int classify(int flow, int port, int priority) {
        EgressScheme scheme = schemes.atEgress(port);
        return scheme == null
                ? queueAt(port, priority)
                : scheme.classifyFlow(flow, ports.localNumber(port), priority);
    }
}
