package io.losslab.roce.frame;

import io.losslab.api.frame.RoceFrame;

/**
 * Writes the RoCEv2 frames of a flow: RDMA writes, ACKs and congestion notices of a reliable
 * connection, with true IPv4 checksum and invariant CRC. One thread; nothing is allocated per
 * frame. A payload is left as it is in the memory.
 *
 * <p>An ACK has the size of the standard's, and says two things more. The sender knows from the
 * packet sequence number which messages are complete, so the AETH's message number is free: in an
 * ACK it holds the low 24 bits of the time at which the last message was complete, whose next 16
 * bits are the IPv4 identification; in a NAK the number of the packet that it answers (IRN's
 * trigger).
 */
public final class RoceWriter {
    /** Bits of a time that an ACK carries. */
    static final int DELIVERED_BITS = 40;

    private static final int IP = RoceHeaders.IP_OFFSET;
    private static final int BTH = IP + RoceHeaders.IP_AND_UDP_BYTES;

    private static final int REMOTE_KEY = 0x0105_51AB;

    private final FrameMemory memory;
    private final RoceHeaders headers;
    private final byte[] template;
    private final InvariantCrc crc;

    /**
     * Prepares the headers.
     *
     * @param memory that frames are written to
     * @param mtuBytes most payload bytes of a frame
     */
    public RoceWriter(FrameMemory memory, FlowHeader flow, int mtuBytes) {
        this.memory = memory;
        headers = new RoceHeaders(memory);
        template = template(flow);
        crc =
                new InvariantCrc(
                        RoceFrame.maxFrameBytes(mtuBytes) + RoceOpcodes.NOTICE_RESERVED_BYTES);
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
            long remoteAddress) {
        int pad = -payloadBytes & 3;
        long at = begin(frame, RoceOpcodes.write(first, last), pad, asksForAck, packet);
        if (first) {
            headers.remote(at, remoteAddress, REMOTE_KEY, (int) messageBytes);
            at += RoceFrame.RETH_BYTES;
        }
        memory.fill(at + payloadBytes, pad, 0);
        return finish(frame, at + payloadBytes + pad);
    }

    /**
     * Writes an ACK of all packets up to one.
     *
     * @param deliveredNanos when the last completed message was complete
     * @return frame bytes without FCS
     */
    public int writeAck(long frame, long packet, long deliveredNanos) {
        long at = begin(frame, RoceOpcodes.ACKNOWLEDGE, 0, false, packet);
        headers.identification(frame + IP, (int) (deliveredNanos >>> Sequence.BITS));
        headers.acknowledgement(at, RoceOpcodes.ACK, deliveredNanos);
        return finish(frame, at + RoceFrame.AETH_BYTES);
    }

    /**
     * Writes a NAK: asks for a packet again.
     *
     * @param answered packet that came instead
     * @return frame bytes without FCS
     */
    public int writeNak(long frame, long missing, long answered) {
        long at = begin(frame, RoceOpcodes.ACKNOWLEDGE, 0, false, missing);
        headers.acknowledgement(at, RoceOpcodes.SEQUENCE_ERROR, answered);
        return finish(frame, at + RoceFrame.AETH_BYTES);
    }

    /**
     * Writes a congestion notice (Annex A17.9.3).
     *
     * @return frame bytes without FCS
     */
    public int writeCongestionNotice(long frame) {
        long at = begin(frame, RoceOpcodes.CONGESTION_NOTICE, 0, false, 0);
        headers.congestion(frame + BTH);
        memory.fill(at, RoceOpcodes.NOTICE_RESERVED_BYTES, 0);
        return finish(frame, at + RoceOpcodes.NOTICE_RESERVED_BYTES);
    }

    /** Writes all headers up to the base transport header; returns where it ends. */
    private long begin(long frame, int opcode, int padBytes, boolean asksForAck, long packet) {
        memory.write(frame, template, 0, template.length);
        headers.packet(frame + BTH, opcode, padBytes, asksForAck, packet);
        return frame + template.length;
    }

    /** Lengths, checksum, invariant CRC; zeros up to the least frame. */
    private int finish(long frame, long end) {
        int ipBytes = (int) (end - frame) - IP + RoceFrame.ICRC_BYTES;
        headers.lengths(frame + IP, ipBytes);
        crc.seal(memory, frame + IP, ipBytes);
        int length = IP + ipBytes;
        int least = RoceFrame.MIN_FRAME_BYTES - RoceFrame.FCS_BYTES;
        if (length < least) {
            memory.fill(frame + length, least - length, 0);
            return least;
        }
        return length;
    }

    private static byte[] template(FlowHeader flow) {
        byte[] bytes = new byte[BTH + RoceFrame.BTH_BYTES];
        RoceHeaders to = new RoceHeaders(BufferMemory.of(bytes));
        to.ethernet(0, flow.destinationMac(), flow.sourceMac());
        int service = flow.dscp() << 2 | (flow.ecn() ? RoceHeaders.ECN_CAPABLE : 0);
        to.ipv4(IP, service, flow.sourceIpv4(), flow.destinationIpv4(), flow.udpSourcePort());
        to.transport(BTH, 0, 0, flow.queuePair(), false, 0);
        return bytes;
    }
}
