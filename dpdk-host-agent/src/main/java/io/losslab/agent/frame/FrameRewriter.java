package io.losslab.agent.frame;

import io.losslab.agent.dpdk.Memory;

/** Changes a frame that passes: its class and its tag. */
public final class FrameRewriter {
    private FrameRewriter() {}

    /** Writes the priority code point of a tagged frame. */
    public static void setPriorityCodePoint(long frame, int priority) {
        Memory.putShort(frame + 14, Memory.getShort(frame + 14) & 0x1FFF | priority << 13);
    }

    /** Writes the VLAN identifier of a tagged frame. */
    public static void setVlan(long frame, int vlan) {
        Memory.putShort(frame + 14, Memory.getShort(frame + 14) & 0xF000 | vlan);
    }

    /**
     * Writes the DSCP of an IPv4 frame and mends the header checksum (RFC 1624, equation 3). The
     * invariant CRC does not cover the DSCP.
     */
    public static void setDscp(long frame, int dscp) {
        long ip = frame + FrameReader.ipOffset(frame);
        int before = Memory.getShort(ip);
        int after = before & 0xFF03 | dscp << 2;
        Memory.putShort(ip, after);
        int sum = (~Memory.getShort(ip + 10) & 0xFFFF) + (~before & 0xFFFF) + after;
        Memory.putShort(ip + 10, ~Ipv4Checksum.fold(sum));
    }

    /**
     * Makes room for a tag: moves the MAC addresses four bytes towards the front and writes an
     * empty tag behind them.
     *
     * @param frame new first byte, four before the old one
     */
    public static void insertTag(long frame, int priority) {
        Memory.copy(frame + FrameReader.TAG_BYTES, frame, 12);
        Memory.putShort(frame + 12, FrameReader.ETHER_TYPE_VLAN);
        Memory.putShort(frame + 14, priority << 13);
    }
}
