package io.losslab.softswitch.live;

import io.losslab.api.frame.FlowHash;
import java.nio.ByteBuffer;

/**
 * Reads and changes an untagged Ethernet frame in place: MAC addresses, IPv4 header, UDP source
 * port, and the operation code of RoCEv2's base transport header. Lengths do not count the FCS.
 */
final class EthernetFrame {
    static final int IPV4 = 0x0800;
    static final int MAC_CONTROL = 0x8808;
    static final int TAGGED = 0x8100;

    private static final int TYPE_OFFSET = 12;
    private static final int IP_OFFSET = 14;
    private static final int TOS_OFFSET = IP_OFFSET + 1;
    private static final int PROTOCOL_OFFSET = IP_OFFSET + 9;
    private static final int CHECKSUM_OFFSET = IP_OFFSET + 10;
    private static final int SOURCE_OFFSET = IP_OFFSET + 12;
    private static final int DESTINATION_OFFSET = IP_OFFSET + 16;
    private static final int UDP_OFFSET = IP_OFFSET + 20;
    private static final int BTH_OFFSET = UDP_OFFSET + 8;
    private static final int BTH_BYTES = 12;
    private static final int UDP = 17;
    private static final int NO_OPTIONS = 0x45;
    private static final int ACKNOWLEDGE = 0x11;
    private static final int CONGESTION_NOTICE = 0x81;

    private EthernetFrame() {}

    static int type(ByteBuffer memory, int at) {
        return memory.getShort(at + TYPE_OFFSET) & 0xFFFF;
    }

    /** Low 48 bits. */
    static long destinationMac(ByteBuffer memory, int at) {
        return memory.getLong(at) >>> 16;
    }

    /** Whether it is an IPv4 frame without options, with its whole header. */
    static boolean isPlainIpv4(ByteBuffer memory, int at, int length) {
        return length >= UDP_OFFSET + 8
                && type(memory, at) == IPV4
                && memory.get(at + IP_OFFSET) == NO_OPTIONS;
    }

    static int sourceIpv4(ByteBuffer memory, int at) {
        return memory.getInt(at + SOURCE_OFFSET);
    }

    static int destinationIpv4(ByteBuffer memory, int at) {
        return memory.getInt(at + DESTINATION_OFFSET);
    }

    /** 0..65535; 0 of a packet that is not UDP. */
    static int udpSourcePort(ByteBuffer memory, int at) {
        return memory.get(at + PROTOCOL_OFFSET) == UDP
                ? memory.getShort(at + UDP_OFFSET) & 0xFFFF
                : 0;
    }

    /** Whether it is RoCEv2's answer to data: ACK, NAK or congestion notice. */
    static boolean isResponse(ByteBuffer memory, int at, int length) {
        if (length < BTH_OFFSET + BTH_BYTES
                || memory.get(at + PROTOCOL_OFFSET) != UDP
                || (memory.getShort(at + UDP_OFFSET + 2) & 0xFFFF) != FlowHash.ROCE_PORT) {
            return false;
        }
        int opcode = memory.get(at + BTH_OFFSET) & 0xFF;
        return opcode == ACKNOWLEDGE || opcode == CONGESTION_NOTICE;
    }

    /** Priority by the class selector of the DSCP (RFC 2474, 4.2.2), 0..7. */
    static int priority(ByteBuffer memory, int at) {
        return memory.get(at + TOS_OFFSET) >> 5 & 7;
    }

    /** Writes a priority's class selector as the DSCP. */
    static void setPriority(ByteBuffer memory, int at, int priority) {
        int ecn = memory.get(at + TOS_OFFSET) & 3;
        setTypeOfService(memory, at, priority << 5 | ecn);
    }

    /** Marks a packet whose transport takes part in ECN (RFC 3168); others stay as they are. */
    static void mark(ByteBuffer memory, int at) {
        int service = memory.get(at + TOS_OFFSET) & 0xFF;
        if ((service & 3) != 0) {
            setTypeOfService(memory, at, service | 3);
        }
    }

    /**
     * Makes a frame what it is to be when it leaves the fabric: with the priority it has now,
     * marked or not, tagged if it came with a tag or was given one.
     *
     * @param cameTagged whether the kernel took a tag off it
     * @param tag VLAN identifier it leaves with; 0 for none
     * @return where it begins, four bytes further to the front if it is tagged
     */
    static int finish(
            ByteBuffer memory, int at, boolean cameTagged, int priority, int tag, boolean marked) {
        if (marked) {
            mark(memory, at);
        }
        if (cameTagged || tag != 0) {
            return insertTag(memory, at, priority, tag);
        }
        if (priority(memory, at) != priority) {
            setPriority(memory, at, priority);
        }
        return at;
    }

    /**
     * Puts an 802.1Q tag in; the frame then begins four bytes further to the front.
     *
     * @return where it begins
     */
    static int insertTag(ByteBuffer memory, int at, int priority, int vlan) {
        long macs = memory.getLong(at);
        int rest = memory.getInt(at + 8);
        int begin = at - 4;
        memory.putLong(begin, macs);
        memory.putInt(begin + 8, rest);
        memory.putInt(begin + TYPE_OFFSET, TAGGED << 16 | priority << 13 | vlan & 0xFFF);
        return begin;
    }

    /** Changes the second byte of the header and mends the checksum (RFC 1624, equation 3). */
    private static void setTypeOfService(ByteBuffer memory, int at, int service) {
        int before = memory.getShort(at + IP_OFFSET) & 0xFFFF;
        int after = before & 0xFF00 | service;
        int sum = (~memory.getShort(at + CHECKSUM_OFFSET) & 0xFFFF) + (~before & 0xFFFF) + after;
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        memory.putShort(at + IP_OFFSET, (short) after);
        memory.putShort(at + CHECKSUM_OFFSET, (short) ~sum);
    }
}
