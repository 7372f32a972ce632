package io.losslab.softswitch.fabric.edge;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.roce.host.FlowNumbers;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.port.ControlFrames;
import io.losslab.softswitch.fabric.port.FrameSlab;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.routing.PathFinder;
import java.util.HashMap;
import java.util.Map;

/**
 * The fabric's edge where hosts are real: their frames come in here, and go out to a {@link
 * FrameTaker}.
 *
 * <p>Flows are numbered by addresses and UDP source port on first sight, so that schemes may ask
 * about them. A frame whose destination MAC is that of a host at the same switch goes straight to
 * it; others go by the routing tables until they reach a host. On the fabric's thread.
 */
public final class FabricEdge {
    /** A direct way's key; no host port has this number. */
    private static final int DIRECT = -1;

    /** Frames of further flows are dropped: stray ones must not fill the memory. */
    private static final int MOST_FLOWS = 1 << 18;

    private final Topology topology;
    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final ControlFrames control;
    private final HostStack hosts;
    private final PathFinder paths;
    private final Map<Integer, Integer> nodeOfIpv4 = new HashMap<>();

    /** By addresses and UDP port, the flow. */
    private final FlowNumbers flows = new FlowNumbers();

    /** By flow and host port it came in by, or by direct egress port: cursor of the way. */
    private final FlowNumbers ways = new FlowNumbers();

    // by host port: frames that came in there and were dropped
    private final long[] wrongIcrc;
    private final long[] unknownFlow;

    private int flowCount;

    /** Null while hosts are simulated. */
    private FrameTaker taker;

    /** Makes an edge that is closed: hosts are simulated. */
    public FabricEdge(
            Topology topology,
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            ControlFrames control,
            HostStack hosts,
            PathFinder paths) {
        this.topology = topology;
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.control = control;
        this.hosts = hosts;
        this.paths = paths;
        wrongIcrc = new long[numbers.count() + 1];
        unknownFlow = new long[numbers.count() + 1];
        for (Node host : topology.hosts()) {
            nodeOfIpv4.put(host.ipv4(), host.id());
        }
    }

    /** Names who stands at the hosts' ports from here on. */
    public void open(FrameTaker hostsTaker) {
        taker = hostsTaker;
    }

    /** Whether hosts are real. */
    public boolean isOpen() {
        return taker != null;
    }

    /**
     * Number of a flow, a new one on first sight; 0 where the addresses are not those of two hosts,
     * or where there are too many flows already.
     *
     * @param priority of its first frame
     */
    public int flow(int sourceIpv4, int destinationIpv4, int udpSourcePort, int priority) {
        long pair = (long) sourceIpv4 << 32 | destinationIpv4 & 0xFFFF_FFFFL;
        int flow = flows.get(pair, udpSourcePort);
        return flow != 0
                ? flow
                : addFlow(pair, sourceIpv4, destinationIpv4, udpSourcePort, priority);
    }

    /**
     * A RoCEv2 frame with a wrong invariant CRC came in by a host's port, from 1; it is dropped.
     */
    public void onWrongIcrc(int node, int port) {
        wrongIcrc[numbers.of(node, port)]++;
    }

    /** A RoCEv2 frame of no flow came in by a host's port, from 1; it is dropped. */
    public void onUnknownFlow(int node, int port) {
        unknownFlow[numbers.of(node, port)]++;
    }

    /** Frames with a wrong invariant CRC that came in by a port of a switch. */
    public long wrongIcrcFrames(int switchPort) {
        return wrongIcrc[ports.peer(switchPort)];
    }

    /** RoCEv2 frames of no flow that came in by a port of a switch. */
    public long unknownFlowFrames(int switchPort) {
        return unknownFlow[ports.peer(switchPort)];
    }

    /**
     * A host sends a frame. Its line takes it when it is free, at the link's rate.
     *
     * @param port of the host, from 1
     * @param place the taker's, until {@link FrameTaker} gives it back
     * @param frameBytes destination MAC to FCS
     * @param flow from {@link #flow}
     * @param destinationMac low 48 bits
     * @param response whether it is an ACK, NAK or congestion notice: strict priority
     * @param sentNanos when the host gave it to the line
     * @return nanoseconds by which the arrival at the far end came too late to be on time
     */
    public long send(
            int node,
            int port,
            int place,
            int frameBytes,
            int flow,
            long destinationMac,
            int priority,
            int tag,
            boolean response,
            long sentNanos) {
        int global = numbers.of(node, port);
        int id = records.allocate();
        records.setFlowAndCursor(id, flow, wayOf(global, flow, destinationMac));
        records.setBody(
                id, place, 0, priority, response ? EventKind.ACK : EventKind.DATA, frameBytes);
        records.setTag(id, tag);
        return ports.bring(global, id, frameBytes, sentNanos * 1000, agenda.nowPicos()) / 1000;
    }

    /**
     * A host sends a flow-control frame, which has strict priority on its line.
     *
     * @param lengthBytes destination MAC to FCS, at most {@link #longestControlBytes}
     * @return nanoseconds by which the arrival at the far end came too late to be on time
     */
    public long sendControl(
            int node, int port, byte[] frame, int offset, int lengthBytes, long sentNanos) {
        return control.bring(numbers.of(node, port), frame, offset, lengthBytes, sentNanos * 1000)
                / 1000;
    }

    /** Longest flow-control frame that the fabric carries. */
    public static int longestControlBytes() {
        return FrameSlab.LONG_BYTES;
    }

    /** The routing tables have changed: ways are found anew. */
    public void forgetWays() {
        ways.clear();
    }

    public void onFrame(int id, int node, int port) {
        int place = records.sequence(id);
        int priority = records.priority(id);
        int tag = records.tag(id);
        boolean marked = (records.flags(id) & Records.FLAG_CE) != 0;
        records.release(id);
        taker.onFrame(node, ports.localNumber(port), place, priority, tag, marked);
    }

    public void onControl(int port, byte[] frame, int offset, int length) {
        taker.onControl(numbers.nodeOf(port), ports.localNumber(port), frame, offset, length);
    }

    public int copy(int id, byte[] to) {
        boolean marked = (records.flags(id) & Records.FLAG_CE) != 0;
        return taker.copy(records.sequence(id), records.priority(id), records.tag(id), marked, to);
    }

    public void onDropped(int id) {
        taker.onDropped(records.sequence(id));
    }

    private int addFlow(long pair, int source, int destination, int udpSourcePort, int priority) {
        Integer from = nodeOfIpv4.get(source);
        Integer to = nodeOfIpv4.get(destination);
        if (from == null || to == null || from.equals(to) || flowCount == MOST_FLOWS) {
            return 0;
        }
        flowCount++;
        FlowSpec spec =
                FlowSpec.scheduled(0, from, to, udpSourcePort, priority, MessageSchedule.EMPTY);
        int flow = hosts.addForeign(spec);
        flows.put(pair, udpSourcePort, flow);
        return flow;
    }

    private int wayOf(int hostPort, int flow, long destinationMac) {
        int direct = directEgress(hostPort, destinationMac);
        if (direct != 0) {
            int way = ways.get(direct, DIRECT);
            return way != 0 ? way : addDirect(direct);
        }
        int way = ways.get(flow, hostPort);
        return way != 0 ? way : addRouted(hostPort, flow);
    }

    /** Port of the switch at a host's port that leads to the host with a MAC; 0 if none does. */
    private int directEgress(int hostPort, long mac) {
        int node = (int) (mac >>> 16) & 0xFF_FFFF;
        int port = (int) mac & 0xFFFF;
        boolean ours = mac == Topology.macOf(node, port) && node < topology.nodes().size();
        if (!ours || port < 1 || port > numbers.portsOf(node).length) {
            return 0;
        }
        int target = numbers.of(node, port);
        int egress = ports.peer(target);
        boolean sameSwitch = numbers.nodeOf(egress) == numbers.nodeOf(ports.peer(hostPort));
        return ports.onHost(target) && sameSwitch && egress != ports.peer(hostPort) ? egress : 0;
    }

    private int addDirect(int egress) {
        int way = paths.along(egress);
        ways.put(egress, DIRECT, way);
        return way;
    }

    private int addRouted(int hostPort, int flow) {
        FlowSpec spec = hosts.spec(flow);
        int way = paths.resolveFrom(hostPort, spec);
        ways.put(flow, hostPort, way);
        if (numbers.nodeOf(hostPort) == spec.srcNode()) {
            hosts.setWay(flow, hostPort, way);
        }
        return way;
    }
}
