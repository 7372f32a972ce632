package io.losslab.roce.frame;

/**
 * Changes a frame that passes: its class, its congestion mark and its tag. The invariant CRC covers
 * none of them.
 *
 * @param memory that the frames lie in
 */
public record FrameRewriter(FrameMemory memory) {
    /** Writes the priority code point of a tagged frame. */
    public void setPriorityCodePoint(long frame, int priority) {
        memory.putShort(frame + 14, memory.getShort(frame + 14) & 0x1FFF | priority << 13);
    }

    /** Writes the VLAN identifier of a tagged frame. */
    public void setVlan(long frame, int vlan) {
        memory.putShort(frame + 14, memory.getShort(frame + 14) & 0xF000 | vlan);
    }

    /** Writes the DSCP of an IPv4 frame. */
    public void setDscp(long frame, int dscp) {
        long ip = frame + new FrameReader(memory).ipOffset(frame);
        setService(ip, memory.getByte(ip + 1) & 3 | dscp << 2);
    }

    /**
     * Marks congestion on an IPv4 frame whose transport takes part in ECN (RFC 3168); others stay
     * as they are.
     */
    public void mark(long frame) {
        long ip = frame + new FrameReader(memory).ipOffset(frame);
        int service = memory.getByte(ip + 1) & 0xFF;
        if ((service & 3) != 0) {
            setService(ip, service | 3);
        }
    }

    /**
     * Makes room for a tag: moves the MAC addresses four bytes towards the front and writes a tag
     * behind them.
     *
     * @param frame new first byte, four before the old one
     */
    public void insertTag(long frame, int priority, int vlan) {
        memory.copy(frame + RoceHeaders.TAG_BYTES, frame, 12);
        memory.putShort(frame + 12, RoceHeaders.ETHER_TYPE_VLAN);
        memory.putShort(frame + 14, priority << 13 | vlan);
    }

    private void setService(long ip, int service) {
        int before = memory.getShort(ip);
        int after = before & 0xFF00 | service;
        memory.putShort(ip, after);
        Ipv4Checksum.mend(memory, ip, before, after);
    }
}
