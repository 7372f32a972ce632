package io.losslab.softswitch.fabric.host;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The frame that a packet of a simulated host would be on the wire: Ethernet, IPv4, UDP, base
 * transport header, RETH or AETH, zeros as payload, and the invariant CRC. The priority is the
 * class selector of the DSCP; the queue pair is the flow's number.
 */
public final class RoceImage {
    public static final int FCS_BYTES = 4;

    /** Up to the end of the longest extended header. */
    public static final int HEADER_BYTES = 70;

    private static final int IP = 14;
    private static final int UDP = IP + 20;
    private static final int BTH = UDP + 8;
    private static final int EXTENDED = BTH + 12;
    private static final int WRITE_FIRST = 0x06;
    private static final int WRITE_MIDDLE = 0x07;
    private static final int WRITE_LAST = 0x08;
    private static final int WRITE_ONLY = 0x0A;
    private static final int ACKNOWLEDGE = 0x11;
    private static final int CONGESTION_NOTICE = 0x81;
    private static final int SYNDROME_ACK = 0x1F;
    private static final int SYNDROME_SEQUENCE_ERROR = 0x60;
    private static final int ECN_CAPABLE = 2;
    private static final int CONGESTION_EXPERIENCED = 3;
    private static final int PSN_BITS = 0xFF_FFFF;
    private static final int LOCAL_ROUTE_BYTES = 8;

    private final Topology topology;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final HostStack hosts;
    private final CRC32 crc = new CRC32();
    private final byte[] masked = new byte[LOCAL_ROUTE_BYTES + HEADER_BYTES - IP];

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
        int length = records.bytes(id) - FCS_BYTES;
        int written = Math.min(length, limitBytes);
        ByteBuffer frame = ByteBuffer.wrap(to);
        boolean data = records.kind(id) == EventKind.DATA;
        int flow = records.flow(id);
        FlowSpec spec = hosts.spec(flow);
        putEthernet(frame, port);
        putIp(frame, id, data, spec, length);
        putUdp(frame, spec, length);
        int end = data ? putData(frame, id, flow) : putAnswer(frame, id, flow);
        Arrays.fill(to, end, Math.max(end, written), (byte) 0);
        if (written == length) {
            putInvariantCrc(to, end, length);
        }
        return written;
    }

    private void putEthernet(ByteBuffer frame, int port) {
        putMac(frame, macOf(ports.peer(port)));
        putMac(frame, macOf(port));
        frame.putShort((short) 0x0800);
    }

    private void putIp(ByteBuffer frame, int id, boolean data, FlowSpec spec, int length) {
        int ecn =
                (records.flags(id) & Records.FLAG_CE) != 0 && data
                        ? CONGESTION_EXPERIENCED
                        : ECN_CAPABLE;
        frame.put((byte) 0x45).put((byte) (records.priority(id) << 5 | ecn));
        frame.putShort((short) (length - IP));
        frame.putInt(0x4000).put((byte) 64).put((byte) 17).putShort((short) 0);
        int source = topology.nodes().get(spec.srcNode()).ipv4();
        int destination = topology.nodes().get(spec.dstNode()).ipv4();
        frame.putInt(data ? source : destination).putInt(data ? destination : source);
        frame.putShort(IP + 10, (short) checksum(frame));
    }

    private static void putUdp(ByteBuffer frame, FlowSpec spec, int length) {
        frame.putShort((short) spec.udpSourcePort()).putShort((short) FlowHash.ROCE_PORT);
        frame.putShort((short) (length - UDP)).putShort((short) 0);
    }

    /** Returns where the payload begins. */
    private int putData(ByteBuffer frame, int id, int flow) {
        int flags = records.flags(id);
        boolean first = (flags & Records.FLAG_FIRST) != 0;
        boolean last = (flags & Records.FLAG_LAST) != 0;
        int opcode = first ? (last ? WRITE_ONLY : WRITE_FIRST) : last ? WRITE_LAST : WRITE_MIDDLE;
        int sequence = records.sequence(id);
        putBth(frame, opcode, flow, (last ? 1 << 31 : 0) | sequence & PSN_BITS);
        if (!first) {
            return EXTENDED;
        }
        frame.putLong(0).putInt(0);
        frame.putInt((int) hosts.messageBytes(flow, sequence));
        return EXTENDED + RoceFrame.RETH_BYTES;
    }

    private int putAnswer(ByteBuffer frame, int id, int flow) {
        int sequence = records.sequence(id);
        if ((records.flags(id) & Records.FLAG_CNP) != 0) {
            putBth(frame, CONGESTION_NOTICE, flow, 0);
            // Backward explicit congestion notification (Annex A17, 9.3).
            frame.put(BTH + 4, (byte) 0x40);
            return EXTENDED;
        }
        boolean ack = records.kind(id) == EventKind.ACK;
        putBth(frame, ACKNOWLEDGE, flow, (ack ? sequence - 1 : sequence) & PSN_BITS);
        int syndrome = ack ? SYNDROME_ACK : SYNDROME_SEQUENCE_ERROR;
        frame.putInt(syndrome << 24);
        return EXTENDED + RoceFrame.AETH_BYTES;
    }

    private static void putBth(ByteBuffer frame, int opcode, int flow, int acknowledgeAndPsn) {
        frame.put((byte) opcode).put((byte) 0).putShort((short) 0xFFFF);
        frame.putInt(flow & PSN_BITS).putInt(acknowledgeAndPsn);
    }

    /** InfiniBand Architecture, 7.8.1, and Annex A17, 3.3: what routers change counts as ones. */
    private void putInvariantCrc(byte[] frame, int headerEnd, int length) {
        int headers = headerEnd - IP;
        Arrays.fill(masked, 0, LOCAL_ROUTE_BYTES, (byte) 0xFF);
        System.arraycopy(frame, IP, masked, LOCAL_ROUTE_BYTES, headers);
        int ip = LOCAL_ROUTE_BYTES;
        masked[ip + 1] = (byte) 0xFF;
        masked[ip + 8] = (byte) 0xFF;
        masked[ip + 10] = (byte) 0xFF;
        masked[ip + 11] = (byte) 0xFF;
        masked[ip + 26] = (byte) 0xFF;
        masked[ip + 27] = (byte) 0xFF;
        masked[ip + 32] = (byte) 0xFF;
        crc.reset();
        crc.update(masked, 0, LOCAL_ROUTE_BYTES + headers);
        crc.update(frame, headerEnd, length - RoceFrame.ICRC_BYTES - headerEnd);
        int value = (int) crc.getValue();
        for (int i = 0; i < RoceFrame.ICRC_BYTES; i++) {
            frame[length - RoceFrame.ICRC_BYTES + i] = (byte) (value >>> 8 * i);
        }
    }

    private long macOf(int port) {
        return Topology.macOf(numbers.nodeOf(port), ports.localNumber(port));
    }

    private static void putMac(ByteBuffer frame, long mac) {
        frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    private static int checksum(ByteBuffer frame) {
        int sum = 0;
        for (int at = IP; at < UDP; at += 2) {
            sum += frame.getShort(at) & 0xFFFF;
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        return ~sum & 0xFFFF;
    }
}
