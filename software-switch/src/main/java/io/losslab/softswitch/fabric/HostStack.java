package io.losslab.softswitch.fabric;

import static io.losslab.softswitch.fabric.FlowTable.ACK_EVERY;
import static io.losslab.softswitch.fabric.FlowTable.CURSOR;
import static io.losslab.softswitch.fabric.FlowTable.DELIVERED;
import static io.losslab.softswitch.fabric.FlowTable.MESSAGES_POSTED;
import static io.losslab.softswitch.fabric.FlowTable.PORT;
import static io.losslab.softswitch.fabric.FlowTable.PRIORITY;
import static io.losslab.softswitch.fabric.FlowTable.QUEUE;
import static io.losslab.softswitch.fabric.FlowTable.RELAY;
import static io.losslab.softswitch.fabric.FlowTable.RX_PORT;
import static io.losslab.softswitch.fabric.FlowTable.STARTED;

import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.roce.congestion.FlowPath;
import io.losslab.softswitch.fabric.engine.Records;

/**
 * RoCEv2 reliable connections of all hosts, as the fabric sees them: the flows, which the ports
 * pull packets from, and what becomes of frames that arrive at hosts.
 *
 * <p>A NIC sends its queue pairs round robin, one packet each; the line pulls, so nothing waits in
 * the NIC but whole messages and what it relays.
 */
final class HostStack {
    private final Fabric fabric;
    private final Records records;
    private final FlowTable flows = new FlowTable();
    private final HostTable hosts;
    private final RelayQueues relays;
    private final FlowPaths paths;
    private final PacketNotes notes;
    private final Pacer pacer;
    private final SendingSide sending;
    private final Posting posting;
    private final ReceivingSide receiving;
    final HostTotals[] totals;

    HostStack(Fabric fabric, Records records, int nodeCount, int defaultMtu) {
        this.fabric = fabric;
        this.records = records;
        hosts = new HostTable(nodeCount, defaultMtu);
        totals = hosts.totals;
        relays = new RelayQueues(records, flows, fabric.numbers().count());
        paths = new FlowPaths(fabric, flows);
        notes = new PacketNotes(fabric);
        pacer = new Pacer(fabric, records, flows, notes);
        sending = new SendingSide(fabric, records, flows, hosts, relays, pacer, notes);
        posting = new Posting(fabric, records, flows, sending);
        sending.attach(posting);
        receiving = new ReceivingSide(fabric, records, flows, hosts, posting, notes);
    }

    void configure(int node, HostSettings settings) {
        hosts.configure(node, settings);
        if (settings.congestion() != null && settings.congestion().type().usesTelemetry()) {
            notes.keepTelemetry();
        }
    }

    int mtu(int node) {
        return hosts.mtu[node];
    }

    int queueOf(int node, int priority) {
        return hosts.queueOf(node, priority);
    }

    /** Hands over the messages completed since the last call. */
    FlowLog drainLog() {
        return posting.drainLog();
    }

    // ---- flows

    /** Adds a flow; its first message is posted at its start time. */
    void add(FlowSpec spec) {
        int flow = addOneWay(spec);
        if (spec.pattern() == FlowSpec.Pattern.LATENCY) {
            int answer = addOneWay(spec.reversed());
            flows.partner[flow] = answer;
            flows.partner[answer] = -flow;
        }
        posting.add(flow);
    }

    /** Finds the paths of all started flows anew, after a change of the routing tables. */
    void resolveAll() {
        for (int flow = 1; flow < flows.end(); flow++) {
            if (flows.is(flow, STARTED)) {
                paths.resolve(flow);
            }
        }
    }

    /** No further message is posted on flows that start at a node. */
    void stop(int node) {
        for (int flow = 1; flow < flows.end(); flow++) {
            FlowSpec spec = flows.spec(flow);
            if (spec != null && spec.srcNode() == node) {
                flows.setSpec(flow, spec.between(0, 0));
            }
        }
    }

    /** Messages posted and not completed, over all flows that start at a node. */
    long outstanding(int node) {
        long sum = 0;
        for (int flow = 1; flow < flows.end(); flow++) {
            FlowSpec spec = flows.spec(flow);
            if (spec != null && flows.partner[flow] >= 0 && spec.srcNode() == node) {
                int finishing = flows.partner[flow] > 0 ? flows.partner[flow] : flow;
                sum +=
                        flows.sender[(flow << 4) + MESSAGES_POSTED]
                                - flows.receiver[(finishing << 3) + DELIVERED];
            }
        }
        return sum;
    }

    /** Numbers a flow that a real host sends. */
    int addForeign(FlowSpec spec) {
        return flows.addEmpty(spec);
    }

    /** Writes down which way a flow of a real host goes. */
    void setWay(int flow, int port, int cursor) {
        flows.sender[(flow << 4) + PORT] = port;
        flows.sender[(flow << 4) + CURSOR] = cursor;
    }

    /** What a host was asked to send; null for a relay flow. */
    FlowSpec spec(int flow) {
        return flows.spec(flow);
    }

    /** Size of the message that a packet of a simulated host belongs to. */
    long messageBytes(int flow, int sequence) {
        return flows.messageBytes(flow, flows.messageAt(flow, sequence));
    }

    /** Port of a host that a started flow leaves by. */
    int portOf(int flow) {
        return flows.sender[(flow << 4) + PORT];
    }

    /** Where the path of a started flow begins, behind its own port. */
    int cursorOf(int flow) {
        return flows.sender[(flow << 4) + CURSOR];
    }

    /**
     * Egress ports on a flow's path from a node on until it leaves another by a port; -1 if it does
     * not.
     */
    int hopsTo(int flow, int fromNode, int node, int localPort) {
        return fabric.paths().hopsTo(portOf(flow), cursorOf(flow), fromNode, node, localPort);
    }

    /** Transmit queue of a started flow. */
    int queueOf(int flow) {
        return flows.sender[(flow << 4) + QUEUE];
    }

    /** Moves a flow to another transmit queue; only while it stands in no ring. */
    void setQueue(int flow, int queue) {
        flows.sender[(flow << 4) + QUEUE] = queue;
    }

    // ---- the rings that ports pull from

    int[] nextFlow() {
        return flows.nextFlow;
    }

    /** Whether a flow has a packet that may go now. */
    boolean hasPacket(int flow) {
        return sending.hasPacket(flow);
    }

    /** When a flow last joined the ring it is in. */
    long joinedPicos(int flow) {
        return flows.joinedPicos[flow];
    }

    /** Frame bytes of a flow's next packet; 0 if it has none after all. */
    int nextPacketBytes(int flow) {
        return sending.nextPacketBytes(flow);
    }

    /** Takes a flow's next packet; 0 if it has none after all: its turn passes. */
    int nextPacket(int flow) {
        return sending.nextPacket(flow);
    }

    void leftQueue(int flow) {
        flows.clear(flow, FlowTable.QUEUED);
    }

    /** A flow has no packet until {@link #unpark}; it may stay in its ring or be taken out. */
    void park(int flow) {
        sending.park(flow);
    }

    /** A parked flow goes to the tail of its ring if it has a packet. */
    void unpark(int flow, long now) {
        sending.unpark(flow, now);
    }

    // ---- packets that a host relays

    /** Puts a packet behind the others that a port relays by a queue. */
    void appendRelayed(int packet, int port, int queue, long now) {
        sending.relay(packet, port, queue, now);
    }

    /** Whether a flow of a ring stands for relayed packets. */
    boolean isRelay(int flow) {
        return flows.is(flow, RELAY);
    }

    /** First packet of a relay flow; 0 if none waits. */
    int relayHead(int flow) {
        return relays.head(flow);
    }

    /** Frame bytes that wait to be relayed by a queue of a port. */
    long relayBytes(int port, int queue) {
        return relays.bytes(port, queue);
    }

    // ---- events

    void onData(int id, int node, long now) {
        receiving.onData(id, node, now);
    }

    void onAck(int id, boolean goBack, long now) {
        sending.onAck(id, goBack, now);
    }

    void onPostDue(int id, long now) {
        int flow = records.flow(id);
        records.release(id);
        if (!flows.is(flow, STARTED)) {
            start(flow);
        }
        posting.onPostDue(flow, now);
    }

    void onRetransmitDue(int id, long now) {
        sending.onRetransmitDue(id, now);
    }

    void onPaceDue(int id, long now) {
        sending.onPaceDue(id, now);
    }

    /** A switch port begins to send a packet: writes telemetry where somebody reads it. */
    void intStamp(int packet, int port, long now) {
        notes.stamp(packet, port, now);
    }

    private int addOneWay(FlowSpec spec) {
        int flow = flows.add(spec, hosts.mtu[spec.srcNode()]);
        flows.sender[(flow << 4) + PORT] = fabric.numbers().portsOf(spec.srcNode())[0];
        flows.receiver[(flow << 3) + RX_PORT] = fabric.numbers().portsOf(spec.dstNode())[0];
        flows.receiver[(flow << 3) + ACK_EVERY] = hosts.ackEvery[spec.dstNode()];
        return flow;
    }

    /** Chooses ports, queues and paths of a flow and of the one that answers it. */
    private void start(int flow) {
        startOneWay(flow);
        if (flows.partner[flow] > 0) {
            startOneWay(flows.partner[flow]);
        }
    }

    private void startOneWay(int flow) {
        int s = flow << 4;
        FlowSpec spec = flows.spec(flow);
        int port = fabric.paths().choosePort(flow, spec);
        flows.sender[s + PORT] = port;
        setQueue(flow, fabric.classifyFlow(flow, port, flows.sender[s + PRIORITY]));
        paths.resolve(flow);
        HostSettings settings = hosts.settings(spec.srcNode());
        FlowPath path = paths.describe(flow);
        int cap = path.packetsInFlight(settings.mtuBytes());
        sending.start(flow, settings.recovery(), cap);
        receiving.start(flow, settings, cap);
        if (settings.congestion() != null) {
            pacer.start(flow, settings.congestion(), path);
        }
        flows.set(flow, STARTED);
    }
}
