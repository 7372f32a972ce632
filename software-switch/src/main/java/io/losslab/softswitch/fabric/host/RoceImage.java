package io.losslab.softswitch.fabric.host;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.roce.frame.BufferMemory;
import io.losslab.roce.frame.InvariantCrc;
import io.losslab.roce.frame.RoceHeaders;
import io.losslab.roce.frame.RoceOpcodes;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.Arrays;

/**
 * The frame that a packet of a simulated host would be on the wire: Ethernet, IPv4, UDP, base
 * transport header, RETH or AETH, zeros as payload, and the invariant CRC. The DSCP is that of the
 * priority at its sender; the queue pair is the flow's number.
 */
public final class RoceImage {
    /** Up to the end of the longest extended header. */
    public static final int HEADER_BYTES = 70;

    private static final int LONGEST_BYTES = 1 << 16;
    private static final int IP = RoceHeaders.IP_OFFSET;
    private static final int TRANSPORT = IP + RoceHeaders.IP_AND_UDP_BYTES;
    private static final int EXTENDED = TRANSPORT + RoceFrame.BTH_BYTES;
    private static final int ECN_CAPABLE = 2;
    private static final int CONGESTION_EXPERIENCED = 3;

    private final Topology topology;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final HostStack hosts;
    private final InvariantCrc crc = new InvariantCrc(LONGEST_BYTES);

    public RoceImage(
            Topology topology, Records records, Ports ports, PortNumbers numbers, HostStack hosts) {
        this.topology = topology;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.hosts = hosts;
    }

    /**
     * Writes the frame of a packet that leaves a port.
     *
     * @param limitBytes what lies behind need not be written
     * @return bytes written, at most the frame's without FCS
     */
    public int write(int id, int port, byte[] to, int limitBytes) {
        int length = records.bytes(id) - RoceFrame.FCS_BYTES;
        int written = Math.min(length, limitBytes);
        BufferMemory memory = BufferMemory.of(to);
        RoceHeaders headers = new RoceHeaders(memory);
        boolean data = records.kind(id) == EventKind.DATA;
        int flow = records.flow(id);
        headers.ethernet(0, macOf(ports.peer(port)), macOf(port));
        putIp(headers, id, data, hosts.spec(flow), length);
        int end = data ? putData(headers, id, flow) : putAnswer(headers, id, flow);
        Arrays.fill(to, end, Math.max(end, written), (byte) 0);
        if (written == length) {
            crc.seal(memory, IP, length - IP);
        }
        return written;
    }

    private void putIp(RoceHeaders headers, int id, boolean data, FlowSpec spec, int length) {
        boolean marked = data && (records.flags(id) & Records.FLAG_CE) != 0;
        int ecn = marked ? CONGESTION_EXPERIENCED : ECN_CAPABLE;
        int sender = topology.nodes().get(spec.srcNode()).ipv4();
        int receiver = topology.nodes().get(spec.dstNode()).ipv4();
        int from = data ? spec.srcNode() : spec.dstNode();
        int trafficClass = data ? records.priority(id) : spec.priority();
        headers.ipv4(
                IP,
                hosts.dscps(from).dscp(trafficClass) << 2 | ecn,
                data ? sender : receiver,
                data ? receiver : sender,
                spec.udpSourcePort());
        headers.lengths(IP, length - IP);
    }

    /** Returns where the payload begins. */
    private int putData(RoceHeaders headers, int id, int flow) {
        int flags = records.flags(id);
        boolean first = (flags & Records.FLAG_FIRST) != 0;
        boolean last = (flags & Records.FLAG_LAST) != 0;
        int sequence = records.sequence(id);
        headers.transport(TRANSPORT, RoceOpcodes.write(first, last), 0, flow, last, sequence);
        if (!first) {
            return EXTENDED;
        }
        headers.remote(EXTENDED, 0, 0, (int) hosts.messageBytes(flow, sequence));
        return EXTENDED + RoceFrame.RETH_BYTES;
    }

    private int putAnswer(RoceHeaders headers, int id, int flow) {
        int sequence = records.sequence(id);
        if ((records.flags(id) & Records.FLAG_CNP) != 0) {
            headers.transport(TRANSPORT, RoceOpcodes.CONGESTION_NOTICE, 0, flow, false, 0);
            headers.congestion(TRANSPORT);
            return EXTENDED;
        }
        boolean ack = records.kind(id) == EventKind.ACK;
        int packet = ack ? sequence - 1 : sequence;
        headers.transport(TRANSPORT, RoceOpcodes.ACKNOWLEDGE, 0, flow, false, packet);
        headers.acknowledgement(EXTENDED, ack ? RoceOpcodes.ACK : RoceOpcodes.SEQUENCE_ERROR, 0);
        return EXTENDED + RoceFrame.AETH_BYTES;
    }

    private long macOf(int port) {
        return Topology.macOf(numbers.nodeOf(port), ports.localNumber(port));
    }
}
