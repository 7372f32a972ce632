package io.losslab.roce.frame;

import io.losslab.api.frame.FlowHash;

/**
 * Writes the headers of RoCEv2 frames, each at its place (InfiniBand Architecture, 9.2 and Annex
 * A17; IEEE 802.3; RFC 791).
 *
 * @param memory that the frames lie in
 */
public record RoceHeaders(FrameMemory memory) {
    /** Where the IPv4 header of an untagged frame begins. */
    public static final int IP_OFFSET = 14;

    /** From there to the base transport header. */
    public static final int IP_AND_UDP_BYTES = 28;

    static final int TAG_BYTES = 4;
    static final int ETHER_TYPE_IPV4 = 0x0800;
    static final int ETHER_TYPE_VLAN = 0x8100;
    static final int IPV4_WITHOUT_OPTIONS = 0x45;
    static final int PROTOCOL_UDP = 17;
    static final int ECN_CAPABLE = 2;

    private static final int TIME_TO_LIVE = 64;
    private static final int DONT_FRAGMENT = 0x4000;
    private static final int DEFAULT_PARTITION = 0xFFFF;
    private static final int ACK_REQUEST = 0x80;
    private static final int LOW_24_BITS = 0xFF_FFFF;
    private static final int BACKWARD_CONGESTION = 0x40;

    /** The header of an untagged IPv4 frame. */
    public void ethernet(long frame, long destinationMac, long sourceMac) {
        memory.putLong(frame, destinationMac << 16 | sourceMac >>> 32 & 0xFFFF);
        memory.putInt(frame + 8, (int) sourceMac);
        memory.putShort(frame + 12, ETHER_TYPE_IPV4);
    }

    /**
     * IPv4 and UDP; {@link #lengths} completes them.
     *
     * @param service DSCP and ECN
     */
    public void ipv4(long ip, int service, int source, int destination, int udpSourcePort) {
        memory.putByte(ip, IPV4_WITHOUT_OPTIONS);
        memory.putByte(ip + 1, service);
        identification(ip, 0);
        memory.putShort(ip + 6, DONT_FRAGMENT);
        memory.putByte(ip + 8, TIME_TO_LIVE);
        memory.putByte(ip + 9, PROTOCOL_UDP);
        memory.putInt(ip + 12, source);
        memory.putInt(ip + 16, destination);
        memory.putShort(ip + 20, udpSourcePort);
        memory.putShort(ip + 22, FlowHash.ROCE_PORT);
        memory.putShort(ip + 26, 0);
    }

    /** Of a packet that is not to be fragmented any value is allowed (RFC 6864, 4.1). */
    void identification(long ip, int value) {
        memory.putShort(ip + 4, value);
    }

    /** Lengths and header checksum. */
    public void lengths(long ip, int ipBytes) {
        memory.putShort(ip + 2, ipBytes);
        memory.putShort(ip + 24, ipBytes - 20);
        Ipv4Checksum.write(memory, ip);
    }

    /** Base transport header, of the default partition. */
    public void transport(
            long at, int opcode, int padBytes, int queuePair, boolean asksForAck, long packet) {
        memory.putShort(at + 2, DEFAULT_PARTITION);
        memory.putInt(at + 4, queuePair & LOW_24_BITS);
        packet(at, opcode, padBytes, asksForAck, packet);
    }

    /** What differs between the base transport headers of a queue pair. */
    void packet(long at, int opcode, int padBytes, boolean asksForAck, long packet) {
        memory.putByte(at, opcode);
        memory.putByte(at + 1, padBytes << 4);
        memory.putInt(at + 8, (asksForAck ? ACK_REQUEST << 24 : 0) | (int) packet & LOW_24_BITS);
    }

    /** Backward explicit congestion notification, in a base transport header (Annex A17.9.3). */
    public void congestion(long at) {
        memory.putByte(at + 4, BACKWARD_CONGESTION);
    }

    /** Where a message goes, and how long it is. */
    public void remote(long at, long address, int key, int messageBytes) {
        memory.putLong(at, address);
        memory.putInt(at + 8, key);
        memory.putInt(at + 12, messageBytes);
    }

    /**
     * An acknowledgement.
     *
     * @param syndrome {@link RoceOpcodes#ACK} or {@link RoceOpcodes#SEQUENCE_ERROR}
     * @param value its low 24 bits
     */
    public void acknowledgement(long at, int syndrome, long value) {
        memory.putInt(at, syndrome << 24 | (int) value & LOW_24_BITS);
    }
}
