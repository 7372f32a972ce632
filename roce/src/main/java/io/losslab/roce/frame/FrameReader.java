package io.losslab.roce.frame;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.frame.LocalFrame;
import io.losslab.flowcontrol.pause.PauseFrame;

/**
 * Reads a frame by where its first byte lies: Ethernet with at most one 802.1Q tag, IPv4 without
 * options, UDP, base transport header. Lengths do not count the FCS.
 *
 * @param memory that the frames lie in
 */
public record FrameReader(FrameMemory memory) {
    /** What a frame is. */
    public static final int DATA = 0;

    /** ACK, NAK or congestion notice. */
    public static final int RESPONSE = 1;

    /** Flow control: MAC control, or the EtherType of local experiments. */
    public static final int CONTROL = 2;

    /** Neither RoCEv2 nor flow control. */
    public static final int OTHER = 3;

    /** The shortest frame that has its EtherType, behind a tag if there is one. */
    public static final int LEAST_BYTES = RoceHeaders.IP_OFFSET + RoceHeaders.TAG_BYTES;

    private static final int ETHER_TYPE_IPV4 = RoceHeaders.ETHER_TYPE_IPV4;
    private static final int ETHER_TYPE_VLAN = RoceHeaders.ETHER_TYPE_VLAN;
    private static final int IP_AND_UDP_BYTES = RoceHeaders.IP_AND_UDP_BYTES;

    private static final int LEAST_ROCE_BYTES =
            RoceHeaders.IP_OFFSET + IP_AND_UDP_BYTES + RoceFrame.BTH_BYTES;

    /**
     * {@link #DATA}, {@link #RESPONSE}, {@link #CONTROL} or {@link #OTHER}. Of DATA and RESPONSE
     * the base transport header is there; {@link FrameCheck} tells whether the rest is.
     */
    public int kind(long frame, int lengthBytes) {
        if (lengthBytes < LEAST_BYTES) {
            return OTHER;
        }
        int type = memory.getShort(frame + 12);
        if (type == ETHER_TYPE_IPV4) {
            return kindOfIpv4(frame, RoceHeaders.IP_OFFSET, lengthBytes);
        }
        if (type != ETHER_TYPE_VLAN) {
            return kindOfOther(type);
        }
        int inner = memory.getShort(frame + 16);
        return inner == ETHER_TYPE_IPV4
                ? kindOfIpv4(frame, RoceHeaders.IP_OFFSET + RoceHeaders.TAG_BYTES, lengthBytes)
                : kindOfOther(inner);
    }

    /**
     * All that {@link #kind} and {@link #priority} of a frame depend on, in one number: frames of
     * the same look are of the same kind and priority.
     *
     * @return 0 of a frame that is tagged, not IPv4, or shorter than a RoCEv2 packet
     */
    public long look(long frame, int lengthBytes) {
        if (lengthBytes < LEAST_ROCE_BYTES) {
            return 0;
        }
        int typeVersionAndDscp = memory.getInt(frame + 12);
        if (typeVersionAndDscp >>> 16 != ETHER_TYPE_IPV4) {
            return 0;
        }
        int ip = RoceHeaders.IP_OFFSET;
        return (long) typeVersionAndDscp << 32
                | (memory.getByte(frame + ip + 9) & 0xFFL) << 24
                | (long) memory.getShort(frame + ip + 22) << 8
                | memory.getByte(frame + ip + IP_AND_UDP_BYTES) & 0xFF;
    }

    private int kindOfOther(int type) {
        return type == PauseFrame.ETHER_TYPE || type == LocalFrame.ETHER_TYPE ? CONTROL : OTHER;
    }

    private int kindOfIpv4(long frame, int ip, int lengthBytes) {
        boolean roce =
                lengthBytes >= ip + IP_AND_UDP_BYTES + RoceFrame.BTH_BYTES
                        && memory.getByte(frame + ip) == RoceHeaders.IPV4_WITHOUT_OPTIONS
                        && memory.getByte(frame + ip + 9) == RoceHeaders.PROTOCOL_UDP
                        && memory.getShort(frame + ip + 22) == FlowHash.ROCE_PORT;
        if (!roce) {
            return OTHER;
        }
        int opcode = memory.getByte(frame + ip + IP_AND_UDP_BYTES) & 0xFF;
        return RoceOpcodes.isResponse(opcode) ? RESPONSE : DATA;
    }

    /**
     * Bytes of a frame as data is counted from end to end, destination MAC to FCS: without its
     * 802.1Q tag, which schemes write on the way and which has no bytes in virtual time.
     *
     * @param lengthBytes with the tag if it has one, without FCS
     */
    public int countedBytes(long frame, int lengthBytes) {
        int untagged = isTagged(frame) ? lengthBytes - RoceHeaders.TAG_BYTES : lengthBytes;
        return RoceFrame.frameBytes(untagged);
    }

    public boolean isTagged(long frame) {
        return memory.getShort(frame + 12) == ETHER_TYPE_VLAN;
    }

    public boolean isIpv4(long frame) {
        return memory.getShort(frame + ipOffset(frame) - 2) == ETHER_TYPE_IPV4;
    }

    /** Whether it is IPv4 without options, and has the ports behind the header. */
    public boolean isPlainIpv4(long frame, int lengthBytes) {
        return lengthBytes >= LEAST_BYTES
                && lengthBytes >= ipOffset(frame) + IP_AND_UDP_BYTES
                && isIpv4(frame)
                && memory.getByte(frame + ipOffset(frame)) == RoceHeaders.IPV4_WITHOUT_OPTIONS;
    }

    /** Whether an IPv4 frame is UDP. */
    public boolean isUdp(long frame) {
        return memory.getByte(frame + ipOffset(frame) + 9) == RoceHeaders.PROTOCOL_UDP;
    }

    /** Low 48 bits. */
    public long destinationMac(long frame) {
        return memory.getLong(frame) >>> 16;
    }

    /** Where the IPv4 header begins: 14, or 18 behind a tag. */
    public int ipOffset(long frame) {
        return isTagged(frame)
                ? RoceHeaders.IP_OFFSET + RoceHeaders.TAG_BYTES
                : RoceHeaders.IP_OFFSET;
    }

    /**
     * Priority of a frame, 0..7: the code point of its 802.1Q tag, or the class of its DSCP; 0 of
     * one that has neither.
     */
    public int priority(long frame, DscpMap dscps) {
        int type = memory.getShort(frame + 12);
        if (type == ETHER_TYPE_IPV4) {
            return dscps.trafficClass(memory.getByte(frame + RoceHeaders.IP_OFFSET + 1) >> 2 & 63);
        }
        return type == ETHER_TYPE_VLAN ? priorityCodePoint(frame) : 0;
    }

    /** Priority code point of a tagged frame, 0..7. */
    public int priorityCodePoint(long frame) {
        return memory.getByte(frame + 14) >> 5 & 7;
    }

    /** VLAN identifier of a tagged frame, 0..4095. */
    public int vlan(long frame) {
        return memory.getShort(frame + 14) & 0xFFF;
    }

    public int sourceIpv4(long frame) {
        return memory.getInt(frame + ipOffset(frame) + 12);
    }

    public int destinationIpv4(long frame) {
        return memory.getInt(frame + ipOffset(frame) + 16);
    }

    public int udpSourcePort(long frame) {
        return memory.getShort(frame + ipOffset(frame) + 20);
    }

    /** Operation code of the base transport header. */
    public int opcode(long frame) {
        return memory.getByte(frame + bthOffset(frame)) & 0xFF;
    }

    public int destinationQueuePair(long frame) {
        return memory.getInt(frame + bthOffset(frame) + 4) & 0xFFFFFF;
    }

    /** Packet sequence number, 24 bits. */
    public int sequence(long frame) {
        return memory.getInt(frame + bthOffset(frame) + 8) & 0xFFFFFF;
    }

    /** Whether the sender asks for an ACK. */
    public boolean asksForAck(long frame) {
        return memory.getByte(frame + bthOffset(frame) + 8) < 0;
    }

    /** Whether a data frame is of an RDMA write, and not of another operation. */
    public boolean isWrite(long frame) {
        return RoceOpcodes.isWrite(opcode(frame));
    }

    /** Whether a data frame ends its message. */
    public boolean isLast(long frame) {
        int opcode = opcode(frame);
        return opcode == RoceOpcodes.WRITE_LAST || opcode == RoceOpcodes.WRITE_ONLY;
    }

    /** Whether a data frame begins its message, so that it has a RETH. */
    public boolean isFirst(long frame) {
        return RoceOpcodes.hasReth(opcode(frame));
    }

    /** Bytes of the message that a data frame carries, without the pad behind them. */
    public int payloadBytes(long frame) {
        int headers = IP_AND_UDP_BYTES + RoceFrame.BTH_BYTES + RoceFrame.ICRC_BYTES;
        int pad = memory.getByte(frame + bthOffset(frame) + 1) >> 4 & 3;
        return memory.getShort(frame + ipOffset(frame) + 2)
                - headers
                - (isFirst(frame) ? RoceFrame.RETH_BYTES : 0)
                - pad;
    }

    /** Where the message of a first packet goes, as its RETH says. */
    public long remoteAddress(long frame) {
        return memory.getLong(frame + bthOffset(frame) + RoceFrame.BTH_BYTES);
    }

    /** Bytes of the message of a first packet, as its RETH says. */
    public long messageBytes(long frame) {
        return memory.getInt(frame + bthOffset(frame) + RoceFrame.BTH_BYTES + 12) & 0xFFFF_FFFFL;
    }

    /** Whether an ACK frame asks for a packet again. */
    public boolean isSequenceError(long frame) {
        return (memory.getByte(frame + bthOffset(frame) + RoceFrame.BTH_BYTES) & 0xFF) >> 5 == 3;
    }

    /**
     * When the last completed message was complete, as {@link RoceWriter#writeAck} says.
     *
     * @param nearNanos a time less than nine minutes from it
     */
    public long deliveredNanos(long frame, long nearNanos) {
        long high = memory.getShort(frame + ipOffset(frame) + 4);
        return Sequence.near(
                nearNanos, high << 24 | answeredSequence(frame), RoceWriter.DELIVERED_BITS);
    }

    /** The packet that a NAK answers: 24 bits. */
    public int answeredSequence(long frame) {
        return memory.getInt(frame + bthOffset(frame) + RoceFrame.BTH_BYTES) & 0xFFFFFF;
    }

    /** Whether it is a congestion notice. */
    public boolean isCongestionNotice(long frame) {
        return opcode(frame) == RoceOpcodes.CONGESTION_NOTICE;
    }

    /** Whether a switch on the way marked congestion (RFC 3168). */
    public boolean isMarked(long frame) {
        return (memory.getByte(frame + ipOffset(frame) + 1) & 3) == 3;
    }

    int bthOffset(long frame) {
        return ipOffset(frame) + IP_AND_UDP_BYTES;
    }
}
