package io.losslab.agent.frame;

import io.losslab.agent.dpdk.Memory;

/**
 * Reads a frame by the address of its first byte: Ethernet with at most one 802.1Q tag, IPv4
 * without options, UDP, base transport header. Lengths do not count the FCS.
 */
public final class FrameReader {
    /** What a frame is. */
    public static final int DATA = 0;

    /** ACK, NAK or congestion notice. */
    public static final int RESPONSE = 1;

    /** Flow control: MAC control, or the EtherType of local experiments. */
    public static final int CONTROL = 2;

    /** Neither RoCEv2 nor flow control. */
    public static final int OTHER = 3;

    public static final int ETHER_TYPE_IPV4 = 0x0800;
    public static final int ETHER_TYPE_VLAN = 0x8100;
    public static final int ETHER_TYPE_MAC_CONTROL = 0x8808;
    public static final int ETHER_TYPE_LOCAL = 0x88B5;
    public static final int ROCE_PORT = 4791;

    /** Opcodes of reliable connections (InfiniBand Architecture Specification, 9.2). */
    public static final int OPCODE_ACK = 0x11;

    public static final int OPCODE_CNP = 0x81;

    static final int TAG_BYTES = 4;
    static final int IP_OFFSET = 14;
    static final int PROTOCOL_UDP = 17;

    private static final int IP_AND_UDP_BYTES = 28;
    private static final int BTH_BYTES = 12;

    private FrameReader() {}

    /** {@link #DATA}, {@link #RESPONSE}, {@link #CONTROL} or {@link #OTHER}. */
    public static int kind(long frame, int lengthBytes) {
        int type = Memory.getShort(frame + 12);
        if (type == ETHER_TYPE_IPV4) {
            return kindOfIpv4(frame, IP_OFFSET, lengthBytes);
        }
        if (type != ETHER_TYPE_VLAN) {
            return kindOfOther(type);
        }
        int inner = Memory.getShort(frame + 16);
        return inner == ETHER_TYPE_IPV4
                ? kindOfIpv4(frame, IP_OFFSET + TAG_BYTES, lengthBytes)
                : kindOfOther(inner);
    }

    private static int kindOfOther(int type) {
        return type == ETHER_TYPE_MAC_CONTROL || type == ETHER_TYPE_LOCAL ? CONTROL : OTHER;
    }

    private static int kindOfIpv4(long frame, int ip, int lengthBytes) {
        boolean roce =
                lengthBytes >= ip + IP_AND_UDP_BYTES + BTH_BYTES
                        && Memory.getByte(frame + ip) == 0x45
                        && Memory.getByte(frame + ip + 9) == PROTOCOL_UDP
                        && Memory.getShort(frame + ip + 22) == ROCE_PORT;
        if (!roce) {
            return OTHER;
        }
        int opcode = Memory.getByte(frame + ip + IP_AND_UDP_BYTES) & 0xFF;
        return opcode == OPCODE_ACK || opcode == OPCODE_CNP ? RESPONSE : DATA;
    }

    public static boolean isTagged(long frame) {
        return Memory.getShort(frame + 12) == ETHER_TYPE_VLAN;
    }

    public static boolean isIpv4(long frame) {
        return Memory.getShort(frame + ipOffset(frame) - 2) == ETHER_TYPE_IPV4;
    }

    /** Where the IPv4 header begins: 14, or 18 behind a tag. */
    public static int ipOffset(long frame) {
        return isTagged(frame) ? IP_OFFSET + TAG_BYTES : IP_OFFSET;
    }

    /** Priority code point of a tagged frame, 0..7. */
    public static int priorityCodePoint(long frame) {
        return Memory.getByte(frame + 14) >> 5 & 7;
    }

    /** VLAN identifier of a tagged frame, 0..4095. */
    public static int vlan(long frame) {
        return Memory.getShort(frame + 14) & 0xFFF;
    }

    /** Differentiated services code point of an IPv4 frame, 0..63. */
    public static int dscp(long frame) {
        return Memory.getByte(frame + ipOffset(frame) + 1) >> 2 & 0x3F;
    }

    public static int sourceIpv4(long frame) {
        return Memory.getInt(frame + ipOffset(frame) + 12);
    }

    public static int destinationIpv4(long frame) {
        return Memory.getInt(frame + ipOffset(frame) + 16);
    }

    public static int udpSourcePort(long frame) {
        return Memory.getShort(frame + ipOffset(frame) + 20);
    }

    public static int udpDestinationPort(long frame) {
        return Memory.getShort(frame + ipOffset(frame) + 22);
    }

    /** Operation code of the base transport header. */
    public static int opcode(long frame) {
        return Memory.getByte(frame + bthOffset(frame)) & 0xFF;
    }

    public static int destinationQueuePair(long frame) {
        return Memory.getInt(frame + bthOffset(frame) + 4) & 0xFFFFFF;
    }

    /** Packet sequence number, 24 bits. */
    public static int sequence(long frame) {
        return Memory.getInt(frame + bthOffset(frame) + 8) & 0xFFFFFF;
    }

    /** Whether the sender asks for an ACK. */
    public static boolean asksForAck(long frame) {
        return Memory.getByte(frame + bthOffset(frame) + 8) < 0;
    }

    /** Where the payload of a data frame begins. */
    public static int payloadOffset(long frame) {
        return bthOffset(frame) + BTH_BYTES + (RoceOpcodes.hasReth(opcode(frame)) ? 16 : 0);
    }

    /** Payload bytes of a data frame, padding not counted. */
    public static int payloadBytes(long frame) {
        int ip = ipOffset(frame);
        int end = ip + Memory.getShort(frame + ip + 2);
        int pad = Memory.getByte(frame + bthOffset(frame) + 1) >> 4 & 3;
        return end - 4 - pad - payloadOffset(frame);
    }

    /** When the sender wrote a data frame, by his clock; 0 where the payload has no room for it. */
    public static long sentNanos(long frame) {
        return payloadBytes(frame) < Long.BYTES ? 0 : Memory.getLong(frame + payloadOffset(frame));
    }

    /** Whether a data frame ends its message. */
    public static boolean isLast(long frame) {
        int opcode = opcode(frame);
        return opcode == RoceOpcodes.WRITE_LAST || opcode == RoceOpcodes.WRITE_ONLY;
    }

    /** Whether a data frame begins its message, so that it has a RETH. */
    public static boolean isFirst(long frame) {
        return RoceOpcodes.hasReth(opcode(frame));
    }

    /** Where the message of a first packet goes, as its RETH says. */
    public static long remoteAddress(long frame) {
        return Memory.getLong(frame + bthOffset(frame) + BTH_BYTES);
    }

    /** Bytes of the message of a first packet, as its RETH says. */
    public static long messageBytes(long frame) {
        return Memory.getInt(frame + bthOffset(frame) + BTH_BYTES + 12) & 0xFFFF_FFFFL;
    }

    /** Whether an ACK frame asks for a packet again. */
    public static boolean isSequenceError(long frame) {
        return (Memory.getByte(frame + bthOffset(frame) + BTH_BYTES) & 0xFF) >> 5 == 3;
    }

    /** Messages completed, as an ACK frame counts them: 24 bits. */
    public static int messagesCompleted(long frame) {
        return Memory.getInt(frame + bthOffset(frame) + BTH_BYTES) & 0xFFFFFF;
    }

    /** Whether an ACK frame carries the times that {@link RoceWriter#writeTimedAck} writes. */
    public static boolean hasTimes(long frame) {
        int ip = ipOffset(frame);
        return Memory.getShort(frame + ip + 2) >= IP_AND_UDP_BYTES + BTH_BYTES + 4 + 20 + 4;
    }

    /** When the last completed message was complete, of a timed ACK. */
    public static long deliveredNanos(long frame) {
        return Memory.getLong(frame + bthOffset(frame) + BTH_BYTES + 4);
    }

    /** When the packet that is answered was written, of a timed ACK. */
    public static long answeredSentNanos(long frame) {
        return Memory.getLong(frame + bthOffset(frame) + BTH_BYTES + 12);
    }

    /** Packet that a timed ACK answers: 24 bits. */
    public static int answeredSequence(long frame) {
        return Memory.getInt(frame + bthOffset(frame) + BTH_BYTES + 20) & 0xFFFFFF;
    }

    /** Whether a switch on the way marked congestion (RFC 3168). */
    public static boolean isMarked(long frame) {
        return (Memory.getByte(frame + ipOffset(frame) + 1) & 3) == 3;
    }

    static int bthOffset(long frame) {
        return ipOffset(frame) + IP_AND_UDP_BYTES;
    }
}
