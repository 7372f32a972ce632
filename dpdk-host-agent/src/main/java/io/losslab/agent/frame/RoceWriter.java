package io.losslab.agent.frame;

import io.losslab.agent.dpdk.Memory;
import io.losslab.api.frame.RoceFrame;
import java.nio.ByteBuffer;

/**
 * Writes the RoCEv2 frames of a flow into packet memory: RDMA writes, ACKs and congestion notices
 * of a reliable connection, with true IPv4 checksum and invariant CRC. One thread; nothing is
 * allocated per frame.
 *
 * <p>The first eight bytes of a payload are the time of writing, the next eight the number of the
 * packet in its flow; the rest is left as it is in the buffer.
 */
public final class RoceWriter {
    private static final int TIME_TO_LIVE = 64;
    private static final int ECN_CAPABLE = 2;
    private static final int DONT_FRAGMENT = 0x4000;
    private static final int DEFAULT_PARTITION = 0xFFFF;
    private static final int ACK_REQUEST = 0x80;
    private static final int AETH_ACK = 0x1F;
    private static final int AETH_SEQUENCE_ERROR = 0x60;
    private static final int CNP_RESERVED_BYTES = 16;
    private static final int CNP_BECN = 0x40;
    private static final int REMOTE_KEY = 0x0105_51AB;

    private final byte[] template;
    private final int ip;
    private final int bth;
    private final InvariantCrc crc;

    /**
     * Prepares the headers.
     *
     * @param mtuBytes most payload bytes of a frame
     */
    public RoceWriter(FlowHeader flow, int mtuBytes) {
        ip = FrameReader.IP_OFFSET + (flow.priorityCodePoint() >= 0 ? FrameReader.TAG_BYTES : 0);
        bth = ip + RoceFrame.IPV4_BYTES + RoceFrame.UDP_BYTES;
        template = headers(flow);
        crc = new InvariantCrc(RoceFrame.maxFrameBytes(mtuBytes) + CNP_RESERVED_BYTES);
    }

    /**
     * Writes a packet of an RDMA write.
     *
     * @param packet number in its flow, from 0; its low 24 bits are the PSN
     * @param payloadBytes 0 up to the MTU
     * @param messageBytes of the whole message, as the RETH of its first packet tells
     * @return frame bytes without FCS
     */
    public int writeData(
            long frame,
            long packet,
            int payloadBytes,
            boolean first,
            boolean last,
            long messageBytes,
            long nowNanos) {
        return writeData(frame, packet, payloadBytes, first, last, last, messageBytes, 0, nowNanos);
    }

    /**
     * Writes a packet of an RDMA write.
     *
     * @param packet number in its flow, from 0; its low 24 bits are the PSN
     * @param payloadBytes 0 up to the MTU
     * @param asksForAck whether the receiver is to acknowledge it
     * @param messageBytes of the whole message, as the RETH of its first packet tells
     * @param remoteAddress where the RETH says that the message goes
     * @return frame bytes without FCS
     */
    public int writeData(
            long frame,
            long packet,
            int payloadBytes,
            boolean first,
            boolean last,
            boolean asksForAck,
            long messageBytes,
            long remoteAddress,
            long nowNanos) {
        Memory.write(frame, template, 0, bth);
        int pad = -payloadBytes & 3;
        putBth(frame, RoceOpcodes.write(first, last), pad, asksForAck, packet);
        long at = frame + bth + RoceFrame.BTH_BYTES;
        if (first) {
            Memory.putLong(at, remoteAddress);
            Memory.putInt(at + 8, REMOTE_KEY);
            Memory.putInt(at + 12, (int) messageBytes);
            at += RoceFrame.RETH_BYTES;
        }
        if (payloadBytes >= Long.BYTES) {
            Memory.putLong(at, nowNanos);
        }
        if (payloadBytes >= 2 * Long.BYTES) {
            Memory.putLong(at + Long.BYTES, packet);
        }
        Memory.fill(at + payloadBytes, pad, 0);
        return finish(frame, at + payloadBytes + pad);
    }

    /**
     * Writes an ACK of all packets up to one.
     *
     * @param messages completed so far, as the AETH counts them
     * @return frame bytes without FCS
     */
    public int writeAck(long frame, long packet, int messages) {
        Memory.write(frame, template, 0, bth);
        putBth(frame, FrameReader.OPCODE_ACK, 0, false, packet);
        long at = frame + bth + RoceFrame.BTH_BYTES;
        Memory.putInt(at, AETH_ACK << 24 | messages & 0xFFFFFF);
        return finish(frame, at + RoceFrame.AETH_BYTES);
    }

    /**
     * Writes an ACK that carries times, and which packet it answers, behind its AETH.
     *
     * @param packet last packet acknowledged, or the one that is missing
     * @param messages completed so far, as the AETH counts them
     * @param missing whether to ask for {@code packet} again: a NAK for a sequence error
     * @param deliveredNanos when the last of these messages was complete
     * @param sentNanos when the packet that is answered was written, by its sender's clock
     * @param answered number of that packet; its low 24 bits are kept
     * @return frame bytes without FCS
     */
    public int writeTimedAck(
            long frame,
            long packet,
            long messages,
            boolean missing,
            long deliveredNanos,
            long sentNanos,
            int answered) {
        Memory.write(frame, template, 0, bth);
        putBth(frame, FrameReader.OPCODE_ACK, 0, false, packet);
        long at = frame + bth + RoceFrame.BTH_BYTES;
        int syndrome = missing ? AETH_SEQUENCE_ERROR : AETH_ACK;
        Memory.putInt(at, syndrome << 24 | (int) messages & 0xFFFFFF);
        at += RoceFrame.AETH_BYTES;
        Memory.putLong(at, deliveredNanos);
        Memory.putLong(at + Long.BYTES, sentNanos);
        Memory.putInt(at + 2 * Long.BYTES, answered & 0xFFFFFF);
        return finish(frame, at + 2 * Long.BYTES + Integer.BYTES);
    }

    /**
     * Writes a congestion notice (Annex A17.9.3).
     *
     * @return frame bytes without FCS
     */
    public int writeCongestionNotice(long frame) {
        Memory.write(frame, template, 0, bth);
        putBth(frame, FrameReader.OPCODE_CNP, 0, false, 0);
        Memory.putByte(frame + bth + 4, CNP_BECN);
        long at = frame + bth + RoceFrame.BTH_BYTES;
        Memory.fill(at, CNP_RESERVED_BYTES, 0);
        return finish(frame, at + CNP_RESERVED_BYTES);
    }

    private void putBth(long frame, int opcode, int pad, boolean asksForAck, long packet) {
        long at = frame + bth;
        Memory.write(at, template, bth, RoceFrame.BTH_BYTES);
        Memory.putByte(at, opcode);
        Memory.putByte(at + 1, pad << 4);
        Memory.putInt(at + 8, (asksForAck ? ACK_REQUEST << 24 : 0) | (int) (packet & 0xFFFFFF));
    }

    /** Lengths, checksum, invariant CRC; zeros up to the least frame. */
    private int finish(long frame, long end) {
        int ipBytes = (int) (end - frame) - ip + RoceFrame.ICRC_BYTES;
        Memory.putShort(frame + ip + 2, ipBytes);
        Memory.putShort(frame + ip + 24, ipBytes - RoceFrame.IPV4_BYTES);
        Ipv4Checksum.write(frame + ip);
        int check = crc.of(frame + ip, ipBytes - RoceFrame.ICRC_BYTES);
        // The CRC goes out lowest byte first, as an Ethernet FCS does.
        Memory.putInt(end, Integer.reverseBytes(check));
        int length = ip + ipBytes;
        int least = RoceFrame.MIN_FRAME_BYTES - RoceFrame.FCS_BYTES;
        if (length < least) {
            Memory.fill(frame + length, least - length, 0);
            return least;
        }
        return length;
    }

    private static byte[] headers(FlowHeader flow) {
        boolean tagged = flow.priorityCodePoint() >= 0;
        int bytes =
                RoceFrame.ETHERNET_BYTES
                        + (tagged ? FrameReader.TAG_BYTES : 0)
                        + RoceFrame.IPV4_BYTES
                        + RoceFrame.UDP_BYTES
                        + RoceFrame.BTH_BYTES;
        ByteBuffer to = ByteBuffer.allocate(bytes);
        to.putLong(flow.destinationMac() << 16 | flow.sourceMac() >>> 32 & 0xFFFF);
        to.putInt((int) flow.sourceMac());
        if (tagged) {
            to.putShort((short) FrameReader.ETHER_TYPE_VLAN);
            to.putShort((short) (flow.priorityCodePoint() << 13));
        }
        to.putShort((short) FrameReader.ETHER_TYPE_IPV4);
        to.put((byte) 0x45).put((byte) (flow.dscp() << 2 | (flow.ecn() ? ECN_CAPABLE : 0)));
        to.putShort((short) 0).putShort((short) 0).putShort((short) DONT_FRAGMENT);
        to.put((byte) TIME_TO_LIVE).put((byte) FrameReader.PROTOCOL_UDP).putShort((short) 0);
        to.putInt(flow.sourceIpv4()).putInt(flow.destinationIpv4());
        to.putShort((short) flow.udpSourcePort()).putShort((short) FrameReader.ROCE_PORT);
        to.putShort((short) 0).putShort((short) 0);
        to.put((byte) 0).put((byte) 0).putShort((short) DEFAULT_PARTITION);
        to.putInt(flow.queuePair()).putInt(0);
        return to.array();
    }
}
